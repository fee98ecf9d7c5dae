package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.processors.StandInStripeEvents.Draft;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInSamples;

import java.util.ArrayList;
import java.util.List;

/// Has things happen at Stripe that no call of the service causes.
final class StripeControl {

    private static final List<String> INTENT_TYPES = List.of(
            "payment_intent.created",
            "payment_intent.processing",
            "payment_intent.succeeded",
            "payment_intent.payment_failed",
            "payment_intent.canceled",
            "payment_intent.amount_capturable_updated");
    private static final List<String> SESSION_TYPES = List.of(
            "checkout.session.completed",
            "checkout.session.expired",
            "checkout.session.async_payment_succeeded",
            "checkout.session.async_payment_failed");
    private static final List<String> CHARGE_TYPES = List.of(
            "charge.succeeded",
            "charge.failed",
            "charge.captured",
            "charge.updated",
            "charge.expired",
            "charge.refunded");
    private static final String WITHDRAWN = "charge.dispute.funds_withdrawn";
    private static final String REINSTATED = "charge.dispute.funds_reinstated";
    private static final String CLOSED = "charge.dispute.closed";
    private static final List<String> DISPUTE_TYPES =
            List.of("charge.dispute.created", "charge.dispute.updated", WITHDRAWN, REINSTATED, CLOSED);

    private static final List<String> REFUND_TYPES = List.of("refund.created", "refund.updated", "refund.failed");

    private static final String STATUS = "status";
    private static final String PAYMENT = "payment";
    private static final String AMOUNT = "amount";
    private static final int SAMPLE = 500;

    private final StripePayments payments;
    private final StripeSessions sessions;
    private final StripeRefunds refunds;
    private final StandInStripeEvents events;

    StripeControl(StripePayments payments, StripeSessions sessions, StripeRefunds refunds, StandInStripeEvents events) {
        this.payments = payments;
        this.sessions = sessions;
        this.refunds = refunds;
        this.events = events;
    }

    StandInAnswer answer(String name, ObjectNode order) {
        return switch (name) {
            case "POST emit" -> emit(order);
            case "POST refund" ->
                StandInAnswer.json(
                        202,
                        refunds.give(
                                payments.named(order.path(PAYMENT).asText(), "succeeded"),
                                order.path(AMOUNT).asLong()));
            case "POST fail" ->
                StandInAnswer.json(
                        202, refunds.fail(payments.named(order.path(PAYMENT).asText(), "succeeded")));
            case "POST dispute" -> dispute(order);
            case "POST end-dispute" -> endDispute(order);
            case "POST settle" -> settle(order);
            case "POST expire" ->
                expire(order.path(PAYMENT).asText(), order.path("session").asText());
            default -> throw StandInProcessor.noSuchControl();
        };
    }

    /// A dispute takes the money at once, and an inquiry none.
    private StandInAnswer dispute(ObjectNode order) {
        ObjectNode dispute = refunds.dispute(payments.named(order.path(PAYMENT).asText(), "succeeded"));
        String status = order.path(STATUS).asText(dispute.path(STATUS).asText());
        refunds.disputes().put(dispute.put(STATUS, status));
        List<Draft> drafts = new ArrayList<>(List.of(Draft.of("charge.dispute.created", dispute)));
        if (!status.startsWith("warning_")) {
            drafts.add(Draft.of(WITHDRAWN, dispute));
        }
        events.soon(drafts);
        return StandInAnswer.json(202, dispute);
    }

    /// The newest dispute of a payment goes on: an inquiry becomes a dispute (`needs_response`), or it is `won` or
    /// `lost`.
    private StandInAnswer endDispute(ObjectNode order) {
        String payment = order.path(PAYMENT).asText();
        String status = order.path(STATUS).asText("won");
        ObjectNode dispute = refunds.disputes().newest().stream()
                .filter(one -> one.path("payment_intent").asText().equals(payment))
                .findFirst()
                .orElseThrow(() -> StandInProcessor.misunderstood("There is no dispute of this payment"));
        refunds.disputes().put(dispute.put(STATUS, status));
        events.soon(
                switch (status) {
                    case "won" -> List.of(Draft.of(REINSTATED, dispute), Draft.of(CLOSED, dispute));
                    case "lost" -> List.of(Draft.of(CLOSED, dispute));
                    default -> List.of(Draft.of("charge.dispute.updated", dispute), Draft.of(WITHDRAWN, dispute));
                });
        return StandInAnswer.json(202, dispute);
    }

    /// Ends a payment's hold; a checkout, if none is named.
    private StandInAnswer expire(String payment, String session) {
        if (payment.isEmpty()) {
            sessions.end(session);
        } else {
            payments.end(payment);
        }
        return StandInAnswer.json(202, StandInProcessor.node().put("success", true));
    }

    /// Decides a payment that was left pending.
    private StandInAnswer settle(ObjectNode order) {
        ObjectNode intent = payments.named(order.path(PAYMENT).asText(), "processing");
        String id = intent.path("id").asText();
        boolean succeeds = order.path("succeeded").asBoolean(true);
        List<Draft> drafts = new ArrayList<>(succeeds ? payments.paid(intent) : payments.declined(intent));
        boolean isPaid = intent.path(STATUS).asText().equals("succeeded");
        (isPaid ? sessions.paidBy(id) : sessions.of(id))
                .forEach(session -> drafts.add(Draft.of(
                        succeeds ? "checkout.session.async_payment_succeeded" : "checkout.session.async_payment_failed",
                        session)));
        events.soon(drafts);
        return StandInAnswer.json(202, intent);
    }

    private StandInAnswer emit(ObjectNode order) {
        String type = order.path("type").asText();
        JsonNode said = order.path("event");
        boolean isWhole = said.path("data").isObject();
        JsonNode subset = isWhole ? said.path("data").path("object") : said;
        ObjectNode object = object(type, subset);
        StandInSamples.merge(object, subset);
        ObjectNode over = isWhole ? (ObjectNode) said.deepCopy() : StandInProcessor.node();
        if (order.path("id").isTextual()) {
            over.put("id", order.path("id").asText());
        }
        return StandInProcessor.delivered(
                events.now(Draft.of(type, object), over, order.path("timestamp").asText()));
    }

    /// The object that an event of a type is about: the named one, the newest, or a sample.
    private ObjectNode object(String type, JsonNode subset) {
        String id = subset.path("id").asText();
        if (INTENT_TYPES.contains(type)) {
            return withStatus(chosen(payments.intents().newest(), id, intent()), type);
        }
        if (SESSION_TYPES.contains(type)) {
            ObjectNode session = chosen(sessions.all().newest(), id, session());
            return switch (type) {
                case "checkout.session.expired" -> session.put(STATUS, "expired");
                case "checkout.session.async_payment_failed" ->
                    session.put(STATUS, "complete").put("payment_status", "unpaid");
                default -> session.put(STATUS, "complete").put("payment_status", "paid");
            };
        }
        if (CHARGE_TYPES.contains(type)) {
            return chosen(payments.charges().newest(), id, charge());
        }
        if (DISPUTE_TYPES.contains(type)) {
            ObjectNode intent = chosen(
                    payments.intents().newest(), subset.path("payment_intent").asText(), intent());
            return refunds.sample(intent.path("latest_charge").asText(), intent);
        }
        if (REFUND_TYPES.contains(type)) {
            ObjectNode refund = chosen(refunds.all().newest(), id, refunds.sample(charge(), SAMPLE));
            return type.equals("refund.failed") ? refund.put(STATUS, "failed") : refund;
        }
        throw StandInProcessor.misunderstood("type is none that the stand-in sends");
    }

    private static ObjectNode withStatus(ObjectNode intent, String type) {
        long amount = intent.path(AMOUNT).asLong();
        return switch (type) {
            case "payment_intent.processing" -> intent.put(STATUS, "processing");
            case "payment_intent.succeeded" ->
                intent.put(STATUS, "succeeded").put("amount_received", amount).put("amount_capturable", 0);
            case "payment_intent.canceled" -> intent.put(STATUS, "canceled").put("amount_capturable", 0);
            case "payment_intent.amount_capturable_updated" ->
                intent.put(STATUS, "requires_capture")
                        .put("amount_capturable", amount)
                        .put("amount_received", 0);
            default -> intent.put(STATUS, "requires_payment_method");
        };
    }

    private static ObjectNode chosen(List<ObjectNode> newest, String id, ObjectNode sample) {
        return newest.stream()
                .filter(one -> id.isEmpty() || one.path("id").asText().equals(id))
                .findFirst()
                .orElse(sample);
    }

    private ObjectNode intent() {
        return payments.sample(SAMPLE);
    }

    private ObjectNode charge() {
        return payments.charge(intent());
    }

    private ObjectNode session() {
        return sessions.sample(SAMPLE);
    }
}
