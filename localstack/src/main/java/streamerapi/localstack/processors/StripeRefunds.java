package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.processors.StandInStripeEvents.Draft;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInState;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// Stripe's refunds and disputes.
final class StripeRefunds {

    private static final String REFUNDED = "amount_refunded";
    private static final String CHARGE = "charge";
    private static final String AMOUNT = "amount";
    private static final String INTENT = "payment_intent";
    private static final Duration TO_ANSWER = Duration.ofDays(9);

    private final StripePayments payments;
    private final StripeObjects refunds;
    private final StripeObjects disputes;
    private final StandInStripeEvents events;
    private final InstantSource clock;

    StripeRefunds(StandInState state, StripePayments payments, StandInStripeEvents events, InstantSource clock) {
        this.payments = payments;
        this.events = events;
        this.clock = clock;
        refunds = new StripeObjects(state, "refund");
        disputes = new StripeObjects(state, "dispute");
    }

    StripeObjects all() {
        return refunds;
    }

    StripeObjects disputes() {
        return disputes;
    }

    StandInAnswer create(StandInCall call, boolean live) {
        StripeForm.check(
                call,
                "charge payment_intent amount currency customer instructions_email metadata origin reason"
                        + " refund_application_fee reverse_transfer");
        if (call.field(INTENT).isEmpty() == call.field(CHARGE).isEmpty()) {
            throw StripeRefusals.parameter(
                    "parameter_missing",
                    INTENT,
                    "One of the following params should be provided: payment_intent or charge.");
        }
        String reason = StripeForm.one(call, "reason", "duplicate fraudulent requested_by_customer", "");
        ObjectNode charge = charge(call, live);
        String wanted = call.field(AMOUNT);
        long left = left(charge);
        if (left <= 0) {
            throw StripeRefusals.state(
                    "charge_already_refunded", "Charge " + charge.path("id").asText() + " has already been refunded.");
        }
        long amount = wanted.isEmpty() ? left : StripeForm.integer(wanted, AMOUNT);
        if (amount < 1) {
            throw StripeRefusals.parameter(
                    "parameter_invalid_integer", AMOUNT, "This value must be greater than or equal to 1.");
        }
        if (amount > left) {
            String currency = charge.path("currency").asText();
            throw StripeRefusals.parameter(
                    "",
                    AMOUNT,
                    "Refund amount (%s) is greater than unrefunded amount on charge (%s)"
                            .formatted(
                                    StandInStripeMoney.shown(amount, currency),
                                    StandInStripeMoney.shown(left, currency)));
        }
        ObjectNode refund = made(charge, amount);
        if (!reason.isEmpty()) {
            refund.put("reason", reason);
        }
        StripeForm.metadata(call, "metadata", refund);
        refunds.put(refund);
        return StandInAnswer.json(200, refund);
    }

    private ObjectNode charge(StandInCall call, boolean live) {
        if (!call.field(CHARGE).isEmpty()) {
            return captured(payments.charges().get(call.field(CHARGE), live, CHARGE));
        }
        ObjectNode intent = payments.intents().get(call.field(INTENT), live, INTENT);
        String charge = StripeObjects.text(intent, "latest_charge");
        if (charge.isEmpty()) {
            throw StripeRefusals.state(
                    "", "This PaymentIntent (" + call.field(INTENT) + ") does not have a successful charge to refund.");
        }
        return captured(payments.charges().get(charge, live, CHARGE));
    }

    private static ObjectNode captured(ObjectNode charge) {
        if (!charge.path("captured").asBoolean()) {
            throw StripeRefusals.state(
                    "charge_not_refundable",
                    "Charge " + charge.path("id").asText() + " was not captured; cancel its PaymentIntent instead.");
        }
        return charge;
    }

    /// The part of a charge that can be refunded. The part of a hold that was not captured is among its refunds.
    private static long left(ObjectNode charge) {
        return charge.path(AMOUNT).asLong() - charge.path(REFUNDED).asLong();
    }

    private ObjectNode made(ObjectNode charge, long amount) {
        long before = charge.path(REFUNDED).asLong();
        long after = before + amount;
        ObjectNode previous = StandInProcessor.node().put(REFUNDED, before);
        charge.put(REFUNDED, after);
        if (after >= charge.path(AMOUNT).asLong()) {
            charge.put("refunded", true);
            previous.put("refunded", false);
        }
        payments.charges().put(charge);
        ObjectNode refund = sample(charge, amount);
        refunds.put(refund);
        ObjectNode ofMode =
                refund.deepCopy().put("livemode", charge.path("livemode").asBoolean());
        events.soon(List.of(new Draft("charge.refunded", charge, previous), Draft.of("refund.created", ofMode)));
        return refund;
    }

    /// A refund that is not put.
    ObjectNode sample(ObjectNode charge, long amount) {
        return StripeObjects.made(
                "refund",
                clock,
                Map.of(
                        "id",
                        "re_3" + RandomText.letters(23),
                        AMOUNT,
                        Long.toString(amount),
                        "currency",
                        charge.path("currency").asText(),
                        CHARGE,
                        charge.path("id").asText(),
                        "intent",
                        charge.path(INTENT).asText()));
    }

    /// Refunds by the control, as a person in Stripe's dashboard would.
    ///
    /// @param amount in the currency's smallest unit; 0 for what is left
    ObjectNode give(ObjectNode intent, long amount) {
        ObjectNode charge =
                captured(payments.charges().get(intent.path("latest_charge").asText()));
        long left = left(charge);
        if (left <= 0 || amount > left || amount < 0) {
            throw StandInProcessor.misunderstood("There is not so much left to refund");
        }
        return made(charge, amount == 0 ? left : amount);
    }

    /// The failure of a payment's newest refund, which the donor's bank did not take. The charge's sum falls again.
    ObjectNode fail(ObjectNode intent) {
        String id = intent.path("id").asText();
        ObjectNode refund = refunds.newest().stream()
                .filter(one -> one.path(INTENT).asText().equals(id)
                        && one.path("status").asText().equals("succeeded"))
                .findFirst()
                .orElseThrow(() -> StandInProcessor.misunderstood("There is no refund that can fail"));
        ObjectNode charge = payments.charges().get(refund.path(CHARGE).asText());
        long amount = refund.path(AMOUNT).asLong();
        payments.charges()
                .put(charge.put(REFUNDED, charge.path(REFUNDED).asLong() - amount)
                        .put("refunded", false));
        refunds.put(refund.put("status", "failed").put("failure_reason", "expired_or_canceled_card"));
        ObjectNode ofMode =
                refund.deepCopy().put("livemode", charge.path("livemode").asBoolean());
        events.soon(List.of(Draft.of("refund.updated", ofMode), Draft.of("refund.failed", ofMode)));
        return refund;
    }

    /// A dispute of a payment, which the donor's bank began.
    ObjectNode dispute(ObjectNode intent) {
        ObjectNode charge = payments.charges().get(intent.path("latest_charge").asText());
        payments.charges().put(charge.put("disputed", true));
        ObjectNode dispute = sample(charge.path("id").asText(), intent);
        disputes.put(dispute);
        return dispute;
    }

    /// A dispute that is not put.
    ObjectNode sample(String charge, ObjectNode intent) {
        ObjectNode dispute = StripeObjects.made(
                "dispute",
                clock,
                Map.of(
                        "id",
                        "dp_1" + RandomText.letters(23),
                        AMOUNT,
                        intent.path(AMOUNT).asText(),
                        "currency",
                        intent.path("currency").asText(),
                        CHARGE,
                        charge,
                        "intent",
                        intent.path("id").asText(),
                        "due",
                        Long.toString(clock.instant().plus(TO_ANSWER).getEpochSecond())));
        return dispute.put("livemode", intent.path("livemode").asBoolean());
    }
}
