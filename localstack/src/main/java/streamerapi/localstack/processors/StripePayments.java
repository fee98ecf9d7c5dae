package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.processors.StandInStripeEvents.Draft;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInState;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Stripe's payment intents and charges: paid, held, captured, cancelled.
final class StripePayments {

    private static final String INTENT = "payment_intent";
    private static final String STATUS = "status";
    private static final String ID = "id";
    private static final String AMOUNT = "amount";
    private static final String HELD = "requires_capture";
    private static final String CAPTURABLE = "amount_capturable";
    private static final String CHARGE = "charge";
    private static final String AUTOMATIC = "automatic";
    private static final String REASONS = "duplicate fraudulent requested_by_customer abandoned";
    private static final Set<String> CANCELLABLE =
            Set.of("requires_payment_method", HELD, "requires_confirmation", "requires_action", "processing");
    private static final Duration HOLD = Duration.ofDays(7);

    private final StripeObjects intents;
    private final StripeObjects charges;
    private final StandInStripeEvents events;
    private final InstantSource clock;

    StripePayments(StandInState state, StandInStripeEvents events, InstantSource clock) {
        this.events = events;
        this.clock = clock;
        intents = new StripeObjects(state, INTENT);
        charges = new StripeObjects(state, CHARGE);
    }

    StripeObjects intents() {
        return intents;
    }

    StripeObjects charges() {
        return charges;
    }

    /// The intent of a session that is being paid.
    ObjectNode intent(ObjectNode session, ObjectNode wish) {
        ObjectNode intent = made(
                session.path("amount_total").asText(), session.path("currency").asText());
        intent.put("livemode", session.path("livemode").asBoolean())
                .put("capture_method", wish.path("capture_method").asText());
        String description = wish.path("description").asText();
        if (!description.isEmpty()) {
            intent.put("description", description);
        }
        intent.set("metadata", wish.path("metadata").deepCopy());
        intents.put(intent);
        return intent;
    }

    private ObjectNode made(String amount, String currency) {
        String id = "pi_3" + RandomText.letters(23);
        return StripeObjects.made(
                INTENT,
                clock,
                Map.of(
                        ID,
                        id,
                        AMOUNT,
                        amount,
                        "currency",
                        currency,
                        "client_secret",
                        id + "_secret_" + RandomText.letters(25)));
    }

    /// An intent that is not put.
    ObjectNode sample(long amount) {
        return made(Long.toString(amount), "usd");
    }

    /// Takes the money, or holds it if that is how it is captured.
    List<Draft> paid(ObjectNode intent) {
        ObjectNode charge = charge(intent);
        boolean isHold = intent.path("capture_method").asText().equals("manual");
        long amount = intent.path(AMOUNT).asLong();
        intent.put("latest_charge", charge.path(ID).asText())
                .put("payment_method", charge.path("payment_method").asText())
                .putNull("processing");
        if (isHold) {
            ((ObjectNode) charge.path("payment_method_details").path("card"))
                    .put("capture_before", clock.instant().plus(HOLD).getEpochSecond());
            intent.put(STATUS, HELD).put(CAPTURABLE, amount);
        } else {
            charge.put("captured", true).put("amount_captured", amount);
            intent.put(STATUS, "succeeded").put("amount_received", amount);
        }
        put(intent, charge);
        return List.of(
                Draft.of("charge.succeeded", charge),
                Draft.of(isHold ? "payment_intent.amount_capturable_updated" : "payment_intent.succeeded", intent));
    }

    /// Says that the payment failed.
    List<Draft> declined(ObjectNode intent) {
        ObjectNode charge = charge(intent)
                .put("paid", false)
                .put(STATUS, "failed")
                .put("failure_code", "card_declined")
                .put("failure_message", "Your card was declined.");
        intent.put(STATUS, "requires_payment_method")
                .put("latest_charge", charge.path(ID).asText())
                .putNull("processing");
        intent.putObject("last_payment_error")
                .put("code", "card_declined")
                .put("decline_code", "generic_decline")
                .put("message", "Your card was declined.")
                .put("type", "card_error");
        put(intent, charge);
        return List.of(Draft.of("charge.failed", charge), Draft.of("payment_intent.payment_failed", intent));
    }

    /// Leaves the payment in the air, as methods do that take days.
    List<Draft> pending(ObjectNode intent) {
        ObjectNode charge = charge(intent).put("paid", false).put(STATUS, "pending");
        intent.put(STATUS, "processing").put("latest_charge", charge.path(ID).asText());
        put(intent, charge);
        return List.of(Draft.of("payment_intent.processing", intent), Draft.of("charge.pending", charge));
    }

    /// A charge for an intent, which is not put yet.
    ObjectNode charge(ObjectNode intent) {
        ObjectNode charge = StripeObjects.made(
                CHARGE,
                clock,
                Map.of(
                        ID,
                        "ch_3" + RandomText.letters(23),
                        AMOUNT,
                        intent.path(AMOUNT).asText(),
                        "currency",
                        intent.path("currency").asText(),
                        "intent",
                        intent.path(ID).asText(),
                        "method",
                        "pm_1" + RandomText.letters(23)));
        charge.put("livemode", intent.path("livemode").asBoolean());
        charge.set("metadata", intent.path("metadata").deepCopy());
        return charge;
    }

    private void put(ObjectNode intent, ObjectNode charge) {
        charges.put(charge);
        intents.put(intent);
    }

    StandInAnswer capture(StandInCall call, String id, boolean live) {
        StripeForm.check(
                call,
                "amount_to_capture application_fee_amount final_capture metadata statement_descriptor"
                        + " statement_descriptor_suffix transfer_data amount_details hooks payment_details");
        ObjectNode intent = intents.get(id, live, "intent");
        if (!intent.path(STATUS).asText().equals(HELD)) {
            throw StripeRefusals.state(intent, "captured", HELD);
        }
        String wanted = call.field("amount_to_capture");
        long held = intent.path(CAPTURABLE).asLong();
        long amount = wanted.isEmpty() ? held : StripeForm.integer(wanted, "amount_to_capture");
        if (amount < 1 || amount > held) {
            throw StripeRefusals.parameter(
                    amount < 1 ? "parameter_invalid_integer" : "amount_too_large",
                    "amount_to_capture",
                    "The amount to capture must be from 1 to the amount that was authorized.");
        }
        ObjectNode charge = charges.get(intent.path("latest_charge").asText());
        charge.put("captured", true).put("amount_captured", amount).put("amount_refunded", held - amount);
        intent.put(STATUS, "succeeded").put(CAPTURABLE, 0).put("amount_received", amount);
        StripeForm.metadata(call, "metadata", intent);
        put(intent, charge);
        events.soon(List.of(Draft.of("charge.captured", charge), Draft.of("payment_intent.succeeded", intent)));
        return StandInAnswer.json(200, intent);
    }

    StandInAnswer cancel(StandInCall call, String id, boolean live) {
        StripeForm.check(call, "cancellation_reason");
        ObjectNode intent = intents.get(id, live, "intent");
        if (!CANCELLABLE.contains(intent.path(STATUS).asText())) {
            throw StripeRefusals.state(intent, "canceled", String.join(", ", CANCELLABLE));
        }
        String reason = StripeForm.one(call, "cancellation_reason", REASONS, "");
        return StandInAnswer.json(200, cancelled(intent, reason));
    }

    /// Ends an intent, and gives back what was held.
    ObjectNode cancelled(ObjectNode intent, String reason) {
        List<Draft> drafts = new ArrayList<>();
        if (intent.path(STATUS).asText().equals(HELD)) {
            ObjectNode charge = charges.get(intent.path("latest_charge").asText());
            charge.put("refunded", true)
                    .put("amount_refunded", charge.path(AMOUNT).asLong());
            charges.put(charge);
            ObjectNode previous =
                    StandInProcessor.node().put("amount_refunded", 0).put("refunded", false);
            drafts.add(new Draft("charge.refunded", charge, previous));
        }
        intent.put(STATUS, "canceled")
                .put("canceled_at", clock.instant().getEpochSecond())
                .put(CAPTURABLE, 0);
        if (!reason.isEmpty()) {
            intent.put("cancellation_reason", reason);
        }
        intents.put(intent);
        drafts.add(Draft.of("payment_intent.canceled", intent));
        events.soon(drafts);
        return intent;
    }

    /// Whether an intent's money is held.
    boolean isHeld(String id) {
        return intents.newest().stream()
                .anyMatch(intent -> intent.path(ID).asText().equals(id)
                        && intent.path(STATUS).asText().equals(HELD));
    }

    /// Ends the holds whose time is over.
    void sweep() {
        long now = clock.instant().getEpochSecond();
        intents.newest().stream()
                .filter(intent -> intent.path(STATUS).asText().equals(HELD) && captureBefore(intent) <= now)
                .forEach(intent -> cancelled(intent, AUTOMATIC));
    }

    private long captureBefore(ObjectNode intent) {
        return charges.get(intent.path("latest_charge").asText())
                .at("/payment_method_details/card/capture_before")
                .asLong();
    }

    /// Ends an intent's hold, as its age does.
    void end(String id) {
        cancelled(named(id, HELD), AUTOMATIC);
    }

    /// The intent that a control names, or the newest.
    ///
    /// @param status which one it must have; empty for any
    ObjectNode named(String id, String status) {
        return intents.newest().stream()
                .filter(intent -> (id.isEmpty() || intent.path(ID).asText().equals(id))
                        && (status.isEmpty() || intent.path(STATUS).asText().equals(status)))
                .findFirst()
                .orElseThrow(() -> StandInProcessor.misunderstood("There is no such payment"));
    }
}
