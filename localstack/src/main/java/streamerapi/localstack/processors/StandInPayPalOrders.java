package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.processors.StandInPayPalEvents.Draft;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInRefusal;
import streamerapi.localstack.standins.StandInState;

import java.net.URI;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// PayPal's orders, with the page on which a donor approves one.
final class StandInPayPalOrders {

    /// The page's path; the order's id is its parameter `token`.
    static final String PAGE = "/checkoutnow";

    private static final String STATUS = "status";
    private static final String AMOUNT = "amount";
    private static final String APPROVED = "APPROVED";
    private static final String COMPLETED = "COMPLETED";
    private static final String UNITS = "purchase_units";
    private static final String CONTEXT = "/payment_source/paypal/experience_context/";
    private static final int MAX_REFERENCE = 255;

    /// The donor's decision: a name that no answer shows.
    private static final String DECISION = "decision";

    private final Records orders;
    private final PayPalPayments payments;
    private final StandInPayPalEvents events;
    private final InstantSource clock;

    StandInPayPalOrders(StandInState state, PayPalPayments payments, StandInPayPalEvents events, InstantSource clock) {
        this.payments = payments;
        this.events = events;
        this.clock = clock;
        orders = new Records(state, "paypal-orders");
    }

    StandInAnswer create(StandInCall call, ObjectNode body) {
        String intent = body.path("intent").asText();
        if (intent.isEmpty()) {
            throw PayPalRefusals.missing("/intent");
        }
        if (!List.of("CAPTURE", "AUTHORIZE").contains(intent)) {
            throw PayPalRefusals.invalid("INVALID_PARAMETER_VALUE", "/intent", "The value of a field is invalid.");
        }
        JsonNode units = body.path(UNITS);
        if (units.size() != 1) {
            throw PayPalRefusals.missing("/purchase_units");
        }
        JsonNode unit = units.get(0);
        StandInPayPalMoney amount =
                StandInPayPalMoney.of(unit.path(AMOUNT), "/purchase_units/@reference_id=='default'/amount");
        if (unit.path("custom_id").asText().length() > MAX_REFERENCE) {
            throw PayPalRefusals.invalid(
                    "INVALID_STRING_MAX_LENGTH", "/purchase_units/custom_id", "The value is too long.");
        }
        boolean isWallet = body.at("/payment_source/paypal").isObject();
        String id = RandomText.capitals(17);
        ObjectNode order = StandInProcessor.node()
                .put("id", id)
                .put("intent", intent)
                .put(STATUS, isWallet ? "PAYER_ACTION_REQUIRED" : "CREATED")
                .put("create_time", now())
                .put("base", call.url())
                .put("return_url", address(body, isWallet ? CONTEXT : "/application_context/", "return_url"))
                .put("cancel_url", address(body, isWallet ? CONTEXT : "/application_context/", "cancel_url"));
        if (isWallet) {
            order.putObject("payment_source").putObject("paypal");
        }
        ObjectNode own = order.putArray(UNITS)
                .addObject()
                .put("reference_id", unit.path("reference_id").asText("default"));
        own.set(AMOUNT, amount.json());
        own.putObject("payee").put("email_address", "streamer@example.com").put("merchant_id", "STANDIN000000");
        for (String name : List.of("custom_id", "description", "invoice_id")) {
            if (unit.path(name).isTextual()) {
                own.set(name, unit.path(name));
            }
        }
        orders.put(id, order);
        return StandInAnswer.json(isWallet ? 200 : 201, shown(order, call));
    }

    private static String address(ObjectNode body, String context, String name) {
        String text = body.at(context + name).asText();
        if (!text.isEmpty()) {
            try {
                if (URI.create(text).getHost() != null) {
                    return text;
                }
            } catch (IllegalArgumentException e) {
                throw PayPalRefusals.invalid("INVALID_PARAMETER_SYNTAX", context + name, "The address is no URL.");
            }
            throw PayPalRefusals.invalid("INVALID_PARAMETER_SYNTAX", context + name, "The address is no URL.");
        }
        return "";
    }

    private String now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private ObjectNode one(String id) {
        return orders.get(id).orElseThrow(PayPalRefusals::none);
    }

    StandInAnswer get(String id) {
        return StandInAnswer.json(200, whole(one(id)));
    }

    /// An order as it is answered: short, unless its caller prefers all of it.
    private ObjectNode shown(ObjectNode order, StandInCall call) {
        ObjectNode whole = whole(order);
        return call.header("Prefer").contains("return=representation")
                ? whole
                : whole.retain("id", STATUS, "payment_source", UNITS, "payer", "links");
    }

    private ObjectNode whole(ObjectNode order) {
        ObjectNode whole = order.deepCopy();
        whole.remove(List.of("base", "return_url", "cancel_url", DECISION));
        String id = order.path("id").asText();
        ObjectNode of = payments.of(id);
        if (!of.isEmpty()) {
            ((ObjectNode) whole.path(UNITS).get(0)).set("payments", of);
        }
        String self = order.path("base").asText() + "/v2/checkout/orders/" + id;
        ArrayNode links = whole.putArray("links");
        links.addObject().put("href", self).put("rel", "self").put("method", "GET");
        if (isOpen(order)) {
            links.addObject()
                    .put("href", order.path("base").asText() + PAGE + "?token=" + id)
                    .put("rel", order.has("payment_source") ? "payer-action" : "approve")
                    .put("method", "GET");
        } else if (order.path(STATUS).asText().equals(APPROVED)) {
            String action = isHold(order) ? "authorize" : "capture";
            links.addObject()
                    .put("href", self + "/" + action)
                    .put("rel", action)
                    .put("method", "POST");
        }
        return whole;
    }

    private static boolean isOpen(ObjectNode order) {
        return List.of("CREATED", "PAYER_ACTION_REQUIRED")
                .contains(order.path(STATUS).asText());
    }

    private static boolean isHold(ObjectNode order) {
        return order.path("intent").asText().equals("AUTHORIZE");
    }

    /// Takes the money of an approved order, or holds it.
    ///
    /// @param isHold whether the call is `authorize`
    StandInAnswer complete(StandInCall call, String id, boolean isHold) {
        ObjectNode order = one(id);
        if (isHold != isHold(order)) {
            throw PayPalRefusals.unprocessable(
                    "ACTION_DOES_NOT_MATCH_INTENT",
                    "Order was created with an intent to '"
                            + order.path("intent").asText() + "'.");
        }
        switch (order.path(STATUS).asText()) {
            case COMPLETED ->
                throw PayPalRefusals.unprocessable(
                        isHold ? "ORDER_ALREADY_AUTHORIZED" : "ORDER_ALREADY_CAPTURED", "Order already completed.");
            case APPROVED -> {
                // goes on
            }
            default ->
                throw PayPalRefusals.unprocessable(
                        "ORDER_NOT_APPROVED", "Payer has not yet approved the Order for payment.");
        }
        String decision = order.path(DECISION).asText();
        if (isHold && decision.equals(CheckoutPage.DECLINE)) {
            throw PayPalRefusals.unprocessable(
                    "INSTRUMENT_DECLINED",
                    "The instrument presented was either declined by the processor or bank, or it can't be used for this payment.");
        }
        orders.put(id, order.put(STATUS, COMPLETED).put("update_time", now()));
        payments.completed(order, decision, isHold);
        return StandInAnswer.json(201, shown(order, call));
    }

    /// The page of an order.
    StandInAnswer page(String id) {
        ObjectNode order = forPage(id);
        return isOpen(order)
                ? new CheckoutPage(
                                "PayPal",
                                order.at("/purchase_units/0/description").asText("A payment"),
                                StandInPayPalMoney.in(order.at("/purchase_units/0/amount"))
                                        .shown(),
                                isHold(order),
                                true,
                                back(order, "cancel_url", ""))
                        .question()
                : CheckoutPage.over("It was decided already.", back(order, "return_url", ""));
    }

    private ObjectNode forPage(String id) {
        return orders.get(id)
                .orElseThrow(() -> new StandInRefusal(StandInAnswer.text(404, "There is no such checkout\n")));
    }

    private static String back(ObjectNode order, String name, String more) {
        String address = order.path(name).asText();
        return address.isEmpty()
                ? ""
                : address + (address.contains("?") ? "&" : "?") + "token="
                        + order.path("id").asText() + more;
    }

    /// Does what the donor decided on the page.
    StandInAnswer decide(String id, String decision) {
        ObjectNode order = forPage(id);
        if (!isOpen(order)) {
            return CheckoutPage.over("It was decided already.", back(order, "return_url", ""));
        }
        if (!List.of(CheckoutPage.PAY, CheckoutPage.DECLINE, CheckoutPage.HOLD).contains(decision)) {
            throw StandInProcessor.misunderstood("decision is pay, decline or hold");
        }
        String payer = RandomText.capitals(13);
        order.put(STATUS, APPROVED).put(DECISION, decision).put("update_time", now());
        ObjectNode person = order.putObject("payer")
                .put("email_address", "donor@example.com")
                .put("payer_id", payer);
        person.putObject("name").put("given_name", "Dana").put("surname", "Donor");
        person.putObject("address").put("country_code", "US");
        orders.put(id, order);
        events.soon(new Draft("CHECKOUT.ORDER.APPROVED", whole(order)));
        String onTo = back(order, "return_url", "&PayerID=" + payer);
        return onTo.isEmpty() ? CheckoutPage.over("It is approved.", "") : StandInAnswer.redirect(onTo);
    }

    /// The order that a control names, by its id or that of its capture, or the newest that was completed.
    ObjectNode named(String id) {
        return newest(id).orElseThrow(() -> StandInProcessor.misunderstood("There is no such payment"));
    }

    /// An order whole, by its id or that of a payment of it, or the newest of all that have payments.
    Optional<ObjectNode> newest(String id) {
        return orders
                .newest(order -> id.isEmpty()
                        ? !payments.of(order.path("id").asText()).isEmpty()
                        : order.path("id").asText().equals(id)
                                || payments.of(order.path("id").asText())
                                        .toString()
                                        .contains("\"" + id + "\""))
                .stream()
                .findFirst()
                .map(this::whole);
    }
}
