package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.processors.StandInPayPalEvents.Draft;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInState;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// PayPal's authorizations, captures and refunds.
final class PayPalPayments {

    private static final String STATUS = "status";
    private static final String AMOUNT = "amount";
    private static final String ID = "id";
    private static final String COMPLETED = "COMPLETED";
    private static final String PENDING = "PENDING";
    private static final String ORDER = "/supplementary_data/related_ids/order_id";

    /// The order and the capture of a refund: names that no answer shows.
    private static final String OF_ORDER = "of_order";

    private static final String OF_CAPTURE = "of_capture";
    private static final BigDecimal MAX_RATIO = new BigDecimal("1.15");
    private static final Duration LIFE = Duration.ofDays(29);

    private final Records authorizations;
    private final Records captures;
    private final Records refunds;
    private final StandInPayPalEvents events;
    private final InstantSource clock;

    PayPalPayments(StandInState state, StandInPayPalEvents events, InstantSource clock) {
        this.events = events;
        this.clock = clock;
        authorizations = new Records(state, "paypal-authorizations");
        captures = new Records(state, "paypal-captures");
        refunds = new Records(state, "paypal-refunds");
    }

    /// The payments of an order, as its purchase unit shows them; empty for none.
    ObjectNode of(String order) {
        ObjectNode all = StandInProcessor.node();
        add(
                all,
                "authorizations",
                authorizations.newest(one -> one.at(ORDER).asText().equals(order)));
        add(all, "captures", captures.newest(one -> one.at(ORDER).asText().equals(order)));
        add(all, "refunds", refunds.newest(one -> one.path(OF_ORDER).asText().equals(order)));
        return all;
    }

    private static void add(ObjectNode all, String name, List<ObjectNode> list) {
        if (!list.isEmpty()) {
            list.reversed().forEach(one -> all.withArray(name).add(shown(one)));
        }
    }

    private static ObjectNode shown(ObjectNode one) {
        ObjectNode shown = one.deepCopy();
        shown.remove(List.of(OF_ORDER, OF_CAPTURE));
        return shown;
    }

    /// The time as it stands in answers.
    String now() {
        return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /// Makes the payment of an order that the donor approved.
    void completed(ObjectNode order, String decision, boolean isHold) {
        JsonNode unit = order.path("purchase_units").path(0);
        ObjectNode made = made(
                order.path(ID).asText(),
                unit.path("custom_id").asText(),
                unit.path(AMOUNT),
                order.path("base").asText(),
                isHold);
        if (decision.equals(CheckoutPage.HOLD)) {
            made.put(STATUS, PENDING).putObject("status_details").put("reason", "PENDING_REVIEW");
        } else if (decision.equals(CheckoutPage.DECLINE)) {
            made.put(STATUS, "DECLINED");
        }
        (isHold ? authorizations : captures).put(made.path(ID).asText(), made);
        events.soon(new Draft(
                isHold
                        ? "PAYMENT.AUTHORIZATION.CREATED"
                        : "PAYMENT.CAPTURE." + made.path(STATUS).asText(),
                made));
    }

    /// A payment as it is if all goes well, which is not put.
    ObjectNode made(String order, String reference, JsonNode amount, String base, boolean isHold) {
        String id = RandomText.capitals(17);
        ObjectNode made = StandInProcessor.node()
                .put(ID, id)
                .put(STATUS, isHold ? "CREATED" : COMPLETED)
                .put("create_time", now())
                .put("update_time", now());
        made.set(AMOUNT, amount.deepCopy());
        if (!reference.isEmpty()) {
            made.put("custom_id", reference);
        }
        made.putObject("seller_protection").put(STATUS, "NOT_ELIGIBLE");
        made.withObject("/supplementary_data/related_ids").put("order_id", order);
        if (isHold) {
            made.put(
                    "expiration_time",
                    clock.instant().plus(LIFE).truncatedTo(ChronoUnit.SECONDS).toString());
        } else {
            made.put("final_capture", true);
        }
        made.putArray("links")
                .addObject()
                .put("href", base + "/v2/payments/" + (isHold ? "authorizations/" : "captures/") + id)
                .put("rel", "self")
                .put("method", "GET");
        return made;
    }

    StandInAnswer authorization(String id) {
        return StandInAnswer.json(200, authorizations.get(id).orElseThrow(PayPalRefusals::none));
    }

    StandInAnswer capture(String id) {
        return StandInAnswer.json(200, captures.get(id).orElseThrow(PayPalRefusals::none));
    }

    StandInAnswer refund(String id) {
        return StandInAnswer.json(200, shown(refunds.get(id).orElseThrow(PayPalRefusals::none)));
    }

    /// Takes the money of a hold.
    StandInAnswer capture(String id, ObjectNode body, String base) {
        ObjectNode authorization = held(id);
        StandInPayPalMoney held = StandInPayPalMoney.in(authorization.path(AMOUNT));
        StandInPayPalMoney taken = body.has(AMOUNT) ? StandInPayPalMoney.of(body.path(AMOUNT), "/amount") : held;
        if (!taken.currency().equals(held.currency())) {
            throw PayPalRefusals.unprocessable("CURRENCY_MISMATCH", "The currency is not the authorization's.");
        }
        if (taken.value().compareTo(held.value().multiply(MAX_RATIO)) > 0) {
            throw PayPalRefusals.unprocessable(
                    "MAX_CAPTURE_AMOUNT_EXCEEDED", "Capture amount exceeds allowable limit.");
        }
        ObjectNode capture = made(
                authorization.at(ORDER).asText(),
                authorization.path("custom_id").asText(),
                taken.json(),
                base,
                false);
        capture.withObject("/supplementary_data/related_ids").put("authorization_id", id);
        captures.put(capture.path(ID).asText(), capture);
        authorizations.put(id, authorization.put(STATUS, "CAPTURED").put("update_time", now()));
        events.soon(new Draft("PAYMENT.CAPTURE.COMPLETED", capture));
        return StandInAnswer.json(201, capture);
    }

    private ObjectNode held(String id) {
        ObjectNode authorization = authorizations.get(id).orElseThrow(PayPalRefusals::none);
        if (clock.instant()
                .isAfter(Instant.parse(authorization.path("expiration_time").asText()))) {
            throw PayPalRefusals.unprocessable("AUTHORIZATION_EXPIRED", "Authorization has expired.");
        }
        return switch (authorization.path(STATUS).asText()) {
            case "CREATED" -> authorization;
            case "CAPTURED" ->
                throw PayPalRefusals.unprocessable(
                        "AUTHORIZATION_ALREADY_CAPTURED", "Authorization has already been captured.");
            case "VOIDED" ->
                throw PayPalRefusals.unprocessable(
                        "AUTHORIZATION_VOIDED", "A voided authorization cannot be captured or reauthorized.");
            default ->
                throw PayPalRefusals.unprocessable(
                        "AUTHORIZATION_DENIED", "A denied or pending authorization cannot be captured.");
        };
    }

    /// Lets a hold go.
    StandInAnswer voided(String id) {
        ObjectNode authorization = authorizations.get(id).orElseThrow(PayPalRefusals::none);
        switch (authorization.path(STATUS).asText()) {
            case "CAPTURED" ->
                throw PayPalRefusals.unprocessable(
                        "PREVIOUSLY_CAPTURED",
                        "Authorization has been previously captured and hence cannot be voided.");
            case "VOIDED" ->
                throw PayPalRefusals.unprocessable(
                        "PREVIOUSLY_VOIDED",
                        "Authorization has been previously voided and hence cannot be voided again.");
            default -> ended(authorization);
        }
        return StandInAnswer.empty(204);
    }

    /// Ends a hold, and says so.
    void ended(ObjectNode authorization) {
        authorization.put(STATUS, "VOIDED").put("update_time", now());
        authorizations.put(authorization.path(ID).asText(), authorization);
        events.soon(new Draft("PAYMENT.AUTHORIZATION.VOIDED", authorization));
    }

    /// Gives back money of a capture.
    StandInAnswer refund(String id, ObjectNode body, String base) {
        ObjectNode capture = captures.get(id).orElseThrow(PayPalRefusals::none);
        if (!List.of(COMPLETED, "PARTIALLY_REFUNDED", "REFUNDED")
                .contains(capture.path(STATUS).asText())) {
            throw PayPalRefusals.unprocessable(
                    "REFUND_NOT_ALLOWED", "The capture is not completed, and cannot be refunded.");
        }
        StandInPayPalMoney left = left(capture);
        if (left.value().signum() <= 0) {
            throw PayPalRefusals.unprocessable(
                    "CAPTURE_FULLY_REFUNDED", "The capture has already been fully refunded.");
        }
        StandInPayPalMoney given = body.has(AMOUNT) ? StandInPayPalMoney.of(body.path(AMOUNT), "/amount") : left;
        if (!given.currency().equals(left.currency())) {
            throw PayPalRefusals.unprocessable("CURRENCY_MISMATCH", "The currency is not the capture's.");
        }
        if (given.value().compareTo(left.value()) > 0) {
            throw PayPalRefusals.unprocessable(
                    "REFUND_AMOUNT_EXCEEDED",
                    "The refund amount must be less than or equal to the capture amount that has not yet been refunded.");
        }
        return StandInAnswer.json(201, shown(given(capture, given, base)));
    }

    StandInPayPalMoney left(ObjectNode capture) {
        StandInPayPalMoney whole = StandInPayPalMoney.in(capture.path(AMOUNT));
        String id = capture.path(ID).asText();
        return whole.with(
                refunds.newest(refund -> refund.path(OF_CAPTURE).asText().equals(id)).stream()
                        .map(refund ->
                                StandInPayPalMoney.in(refund.path(AMOUNT)).value())
                        .reduce(whole.value(), BigDecimal::subtract));
    }

    /// Makes a refund, and says so.
    ObjectNode given(ObjectNode capture, StandInPayPalMoney amount, String base) {
        ObjectNode refund = PayPalRefund.made(capture, amount, base, now());
        refunds.put(
                refund.path(ID).asText(),
                refund.deepCopy()
                        .put(OF_CAPTURE, capture.path(ID).asText())
                        .put(OF_ORDER, capture.at(ORDER).asText()));
        boolean isAll = left(capture).value().signum() == 0;
        captures.put(
                capture.path(ID).asText(),
                capture.put(STATUS, isAll ? "REFUNDED" : "PARTIALLY_REFUNDED").put("update_time", now()));
        events.soon(new Draft("PAYMENT.CAPTURE.REFUNDED", refund));
        return refund;
    }

    /// Decides what was left pending, and says so.
    void settled(ObjectNode payments, boolean succeeds) {
        for (JsonNode one : payments.path("captures")) {
            settle(
                    (ObjectNode) one,
                    succeeds ? COMPLETED : "DECLINED",
                    captures,
                    succeeds ? "PAYMENT.CAPTURE.COMPLETED" : "PAYMENT.CAPTURE.DECLINED");
        }
        for (JsonNode one : payments.path("authorizations")) {
            settle(
                    (ObjectNode) one,
                    succeeds ? "CREATED" : "DENIED",
                    authorizations,
                    succeeds ? "PAYMENT.AUTHORIZATION.CREATED" : "PAYMENT.AUTHORIZATION.VOIDED");
        }
    }

    private void settle(ObjectNode payment, String status, Records records, String type) {
        if (payment.path(STATUS).asText().equals(PENDING)) {
            payment.put(STATUS, status).remove("status_details");
            records.put(payment.path(ID).asText(), payment);
            events.soon(new Draft(type, payment));
        }
    }

    /// A capture, with all that is kept of it.
    Optional<ObjectNode> kept(String capture) {
        return captures.get(capture);
    }
}
