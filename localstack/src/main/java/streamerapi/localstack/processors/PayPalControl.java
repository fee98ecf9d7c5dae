package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.processors.StandInPayPalEvents.Draft;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInSamples;

import java.math.BigDecimal;
import java.util.List;

/// Has things happen at PayPal that no call of the service causes.
final class PayPalControl {

    private static final List<String> TYPES = List.of(
            "CHECKOUT.ORDER.APPROVED",
            "CHECKOUT.ORDER.COMPLETED",
            "PAYMENT.AUTHORIZATION.CREATED",
            "PAYMENT.AUTHORIZATION.VOIDED",
            "PAYMENT.CAPTURE.COMPLETED",
            "PAYMENT.CAPTURE.PENDING",
            "PAYMENT.CAPTURE.DECLINED",
            "PAYMENT.CAPTURE.DENIED",
            "PAYMENT.CAPTURE.REFUNDED",
            "PAYMENT.CAPTURE.REVERSED");

    private static final String PAYMENTS = "/purchase_units/0/payments";
    private static final String PAYMENT = "payment";
    private static final String AMOUNT = "amount";

    private final StandInPayPalOrders orders;
    private final PayPalPayments payments;
    private final StandInPayPalEvents events;

    PayPalControl(StandInPayPalOrders orders, PayPalPayments payments, StandInPayPalEvents events) {
        this.orders = orders;
        this.payments = payments;
        this.events = events;
    }

    StandInAnswer answer(String name, ObjectNode order) {
        return switch (name) {
            case "POST emit" -> emit(order);
            case "POST refund" -> {
                ObjectNode capture = capture(order);
                StandInPayPalMoney left = payments.left(capture);
                String wanted = order.path(AMOUNT).asText();
                if (left.value().signum() <= 0
                        || (!wanted.isEmpty() && !wanted.matches("[0-9]{1,9}(\\.[0-9]{1,2})?"))) {
                    throw StandInProcessor.misunderstood("There is nothing left to refund, or amount is no decimal");
                }
                StandInPayPalMoney given = wanted.isEmpty() ? left : left.with(new BigDecimal(wanted));
                if (given.value().compareTo(left.value()) > 0) {
                    throw StandInProcessor.misunderstood("There is not so much left to refund");
                }
                yield StandInAnswer.json(202, payments.given(capture, given, base(capture)));
            }
            case "POST dispute" -> {
                ObjectNode capture = capture(order);
                ObjectNode reversal = PayPalRefund.made(capture, payments.left(capture), base(capture), payments.now());
                events.soon(new Draft("PAYMENT.CAPTURE.REVERSED", reversal));
                yield StandInAnswer.json(202, reversal);
            }
            case "POST settle" -> {
                ObjectNode named = orders.named(order.path(PAYMENT).asText());
                payments.settled(
                        (ObjectNode) named.at(PAYMENTS), order.path("succeeded").asBoolean(true));
                yield StandInAnswer.json(202, orders.named(named.path("id").asText()));
            }
            case "POST expire" -> {
                ObjectNode named = orders.named(order.path(PAYMENT).asText());
                JsonNode hold = named.at(PAYMENTS + "/authorizations/0");
                if (!hold.path("status").asText().equals("CREATED")) {
                    throw StandInProcessor.misunderstood("The payment is not held");
                }
                payments.ended((ObjectNode) hold);
                yield StandInAnswer.json(202, hold);
            }
            default -> throw StandInProcessor.noSuchControl();
        };
    }

    private ObjectNode capture(ObjectNode order) {
        JsonNode all = orders.named(order.path(PAYMENT).asText()).at(PAYMENTS + "/captures");
        return payments.kept(all.path(0).path("id").asText())
                .orElseThrow(() -> StandInProcessor.misunderstood("The payment is not captured"));
    }

    private static String base(JsonNode payment) {
        String self = payment.at("/links/0/href").asText();
        return self.contains("/v2/") ? self.substring(0, self.indexOf("/v2/")) : "";
    }

    private StandInAnswer emit(ObjectNode order) {
        String type = order.path("type").asText();
        if (!TYPES.contains(type)) {
            throw StandInProcessor.misunderstood("type is one of " + String.join(", ", TYPES));
        }
        JsonNode said = order.path("event");
        boolean isWhole = said.path("resource").isObject();
        JsonNode subset = isWhole ? said.path("resource") : said;
        ObjectNode resource = resource(type, subset);
        StandInSamples.merge(resource, subset);
        ObjectNode over = isWhole ? (ObjectNode) said.deepCopy() : StandInProcessor.node();
        if (order.path("id").isTextual()) {
            over.put("id", order.path("id").asText());
        }
        return StandInProcessor.delivered(events.now(new Draft(type, resource), over, order));
    }

    /// The resource of an event: of the order that is named, of the newest, or a sample of an order that there is not.
    private ObjectNode resource(String type, JsonNode subset) {
        String named = subset.at("/supplementary_data/related_ids/order_id")
                .asText(subset.path("id").asText());
        ObjectNode order = orders.newest(named).or(() -> orders.newest("")).orElseGet(PayPalControl::sample);
        if (type.startsWith("CHECKOUT.")) {
            return order;
        }
        boolean isHold = type.startsWith("PAYMENT.AUTHORIZATION.");
        JsonNode own = order.at(PAYMENTS + (isHold ? "/authorizations/0" : "/captures/0"));
        ObjectNode payment = own.isObject()
                ? own.deepCopy()
                : payments.made(
                        order.path("id").asText(),
                        order.at("/purchase_units/0/custom_id").asText(),
                        order.at("/purchase_units/0/amount"),
                        "https://api.paypal.com",
                        isHold);
        return switch (type) {
            case "PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REVERSED" ->
                PayPalRefund.made(payment, StandInPayPalMoney.in(payment.path(AMOUNT)), base(payment), payments.now());
            case "PAYMENT.AUTHORIZATION.CREATED" -> payment.put("status", "CREATED");
            case "PAYMENT.CAPTURE.COMPLETED" -> payment.put("status", "COMPLETED");
            default -> payment.put("status", type.substring(type.lastIndexOf('.') + 1));
        };
    }

    private static ObjectNode sample() {
        ObjectNode order = StandInProcessor.node()
                .put("id", RandomText.capitals(17))
                .put("intent", "CAPTURE")
                .put("status", "APPROVED");
        order.putArray("purchase_units")
                .addObject()
                .put("reference_id", "default")
                .putObject(AMOUNT)
                .put("currency_code", "USD")
                .put("value", "5.00");
        return order;
    }
}
