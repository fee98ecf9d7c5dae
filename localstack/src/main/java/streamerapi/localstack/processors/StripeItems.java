package streamerapi.localstack.processors;

import streamerapi.localstack.standins.StandInCall;

import java.util.Locale;
import java.util.regex.Pattern;

/// The line items of a Checkout Session: prices that are made with them.
///
/// @param name of the first item's product
record StripeItems(String currency, long total, String name) {

    private static final String ITEM = "line_items[%d]";
    private static final int MAX_ITEMS = 100;
    private static final Pattern FIELD =
            Pattern.compile("line_items\\[[0-9]+]\\[(quantity|price_data]\\[(currency|unit_amount|tax_behavior"
                    + "|product_data]\\[(name|description|images]\\[[0-9]*|metadata]\\[[^]]+|tax_code)))]");

    static StripeItems of(StandInCall call) {
        call.form().forEach(field -> {
            if (field.getName().startsWith("line_items")
                    && !FIELD.matcher(field.getName()).matches()) {
                throw StripeRefusals.parameter(
                        "parameter_unknown", field.getName(), "Received unknown parameter: " + field.getName());
            }
        });
        String currency = "";
        long total = 0;
        for (int i = 0; i < MAX_ITEMS && has(call, i); i++) {
            String price = ITEM.formatted(i) + "[price_data]";
            String own = StripeForm.required(call, price + "[currency]").toLowerCase(Locale.ROOT);
            if (!own.matches("[a-z]{3}") || (!currency.isEmpty() && !currency.equals(own))) {
                throw StripeRefusals.parameter("", price + "[currency]", "Invalid currency: " + own);
            }
            currency = own;
            StripeForm.required(call, price + "[product_data][name]");
            long amount =
                    StripeForm.integer(StripeForm.required(call, price + "[unit_amount]"), price + "[unit_amount]");
            long quantity = StripeForm.integer(
                    StripeForm.required(call, ITEM.formatted(i) + "[quantity]"), ITEM.formatted(i) + "[quantity]");
            if (amount < 0 || quantity < 1) {
                throw StripeRefusals.parameter(
                        "parameter_invalid_integer",
                        price + "[unit_amount]",
                        "This value must be greater than or equal to 0.");
            }
            total += amount * quantity;
        }
        if (currency.isEmpty()) {
            throw StripeRefusals.missing("line_items");
        }
        StandInStripeMoney.check(total, currency);
        return new StripeItems(currency, total, call.field("line_items[0][price_data][product_data][name]"));
    }

    private static boolean has(StandInCall call, int number) {
        return call.form().stream().anyMatch(field -> field.getName().startsWith(ITEM.formatted(number)));
    }
}
