package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.events.EventSchema;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.labels.Labelled;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.schema.Shape;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.storage.Write;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// A tip that waits for a decision, or waited for it (spec "Held tips"). It is the tip's own row, which has the review
/// ever after: a tip is decided once.
public record HeldTip(Tip tip) {

    static final Attribute<Instant> HELD_AT = Attribute.time("held_at");

    static final Attribute<String> PAYMENT_ID = Attribute.text("payment_id");
    static final Attribute<PaymentState> PAYMENT_STATE =
            Attribute.label("payment_state", List.of(PaymentState.values()));
    static final Attribute.Flag PAYMENT_RELEASED = Attribute.flag("payment_released");
    static final Attribute<Decision> DECISION = Attribute.label("decision", List.of(Decision.values()));
    static final Attribute<String> REVIEW_REASON = Attribute.text("review_reason");

    /// The attribute that says that a payment which came after its hold had expired was let in.
    static final Attribute.Flag LATE_CAPTURE = Attribute.flag("late_capture");

    private static final Attribute<Instant> REVIEWED_AT = Attribute.time("reviewed_at");
    private static final Attribute<Reason> REASON = Attribute.label("held_for", Reason.ALL);
    private static final Attribute.Flag HAS_MEDIA = Attribute.flag("has_media");

    /// A held tip as it is listed.
    static final Schema<HeldTip> LISTED = Schema.shown("HeldTip", "A tip that waits for a decision.", s -> {
        addHeld(s);
        s.time(HELD_AT.name(), HeldTip::heldAt);
        s.time("payment_hold_ends_at", HeldTip::holdEnds)
                .orNull()
                .doc("The time until which a payment on hold is sure to be captured: 7 days, with"
                        + " `wallet_processor` 3. An undecided tip expires after 7 days, with"
                        + " `wallet_processor` after 29; until then a capture is tried, and can be refused."
                        + " Null if no payment is on hold.");
    });

    /// A tip waits for a decision (`tip.held`).
    public static final EventSchema<HeldTip> EVENT = EventSchema.of(EventType.TIP_HELD, HeldTip::addHeld);

    /// The decision about a held tip.
    static final Schema<Decision> DECIDED = Schema.shown(
            "ReviewResult",
            "A decision.",
            s -> s.choice(DECISION.name(), decision -> decision, List.of(Decision.values()))
                    .doc(
                            "`expired` if the processor refused to capture an approved tip's payment; `capturing` while it is"
                                    + " not known whether it did."));

    private static void addHeld(Shape<HeldTip> s) {
        s.text("order_id", held -> held.tip.orderId())
                .component("OrderId")
                .example(Tip.ORDER_ID_EXAMPLE)
                .sample("tip_1763694066144_9q2f5h8y3a6z1d4n");
        s.text("name", held -> held.tip.name()).example("Mira").sample("PixelHeron");
        s.money("amount", held -> held.tip.amount())
                .component("Amount")
                .example(new BigDecimal("5.5"))
                .sample(new BigDecimal("20.00"));
        s.text("currency", held -> held.tip.currency()).component("Currency").example("USD");
        s.text("message", held -> held.tip.message()).orNull().sample("Play this one, trust me");
        s.flag(HAS_MEDIA.name(), HeldTip::hasMedia).example(false).sample(true);
        s.oneOf("reason", held -> held.tip.row().get(REASON).shown(), List.of("manual", "filter", "ai_unavailable"))
                .doc("`manual`: everything is reviewed; `filter`: it has a word that the filter would replace, and is"
                        + " shown unfiltered; `ai_unavailable`: the moderation service did not answer.")
                .sample("manual");
        s.text(PAYMENT_STATE.name(), held -> held.payment().label())
                .component("PaymentState")
                .example("none")
                .sample("held");
        s.text("source", held -> held.tip.source())
                .component("TipSource")
                .example("api")
                .sample(Processor.CARD.label());
    }

    /// Why a tip is held.
    public enum Reason implements Labelled {
        /// The account reviews everything.
        MANUAL,
        /// It has a word of the filter.
        FILTER,
        /// The moderation service wants it seen: `filter` in answers and events.
        MODERATION,
        /// The moderation service did not answer.
        AI_UNAVAILABLE;

        public static final List<Reason> ALL = List.of(values());

        private String shown() {
            return (this == MODERATION ? FILTER : this).label();
        }
    }

    /// The outcome for a held tip.
    enum Decision implements Labelled {
        APPROVED,
        REJECTED,
        /// Its payment was not captured.
        EXPIRED,
        /// It was approved, and whether its payment was captured is not known yet. No tip's row has it.
        CAPTURING
    }

    /// Until when its payment is sure to be captured; null if it has none on hold.
    private @Nullable Instant holdEnds() {
        return switch (payment()) {
            case HELD, CAPTURING -> heldAt().plus(HeldPayments.honoured(tip.source()));
            case NONE, CAPTURED -> null;
        };
    }

    /// Parks a new tip.
    ///
    /// @param hasMedia whether a video waits with it
    /// @param payment how far its payment has come
    static Outcome<HeldTip> hold(Tip tip, Reason reason, boolean hasMedia, PaymentState payment, Instant now) {
        HeldTip held = waiting(tip, reason, hasMedia, payment, now);
        return Outcome.of(held)
                .writing(Write.put(held.tip.row()).when(Condition.noRow()))
                .emitting(EVENT, held);
    }

    /// A new tip that waits, before it is written.
    ///
    /// @param hasMedia as of [#hold]
    /// @param payment as of [#hold]
    static HeldTip waiting(Tip tip, Reason reason, boolean hasMedia, PaymentState payment, Instant now) {
        return new HeldTip(tip.inReview()
                .with(HELD_AT, now)
                .with(REASON, reason)
                .with(PAYMENT_STATE, payment)
                .with(HAS_MEDIA, hasMedia));
    }

    /// The tip of an order, if it ever was held; else null.
    static @Nullable HeldTip find(TableReader table, String tenantId, String orderId) {
        Row row = Tip.INDEX.find(table, tenantId, orderId);
        return row == null ? null : of(new Tip(row));
    }

    /// The tip as a held one, if it ever was; else null.
    static @Nullable HeldTip of(Tip tip) {
        return tip.find(HELD_AT) == null ? null : new HeldTip(tip);
    }

    /// Since when it waits, or when it began to.
    Instant heldAt() {
        return tip.row().get(HELD_AT);
    }

    /// The processor's id of its payment.
    ///
    /// @throws NullPointerException if it has none
    String paymentId() {
        return tip.row().get(PAYMENT_ID);
    }

    /// Whether the moderation service held it, and no word of the filter.
    boolean isByModeration() {
        return tip.row().get(REASON) == Reason.MODERATION;
    }

    /// Whether a video came with it.
    boolean hasMedia() {
        return tip.is(HAS_MEDIA);
    }

    boolean isDecided() {
        return tip.find(DECISION) != null;
    }

    /// The decision about the tip.
    Decision decision() {
        return tip.row().get(DECISION);
    }

    /// How far its payment has come.
    PaymentState payment() {
        return tip.row().get(PAYMENT_STATE);
    }

    /// Whether it was let in, or waits again, because its payment was captured after it had expired.
    boolean isLate() {
        return tip.is(LATE_CAPTURE);
    }

    /// This tip, whose payment was captured after it had expired. Its video is gone by then.
    HeldTip late() {
        return new HeldTip(tip.with(LATE_CAPTURE, true)
                .with(PAYMENT_STATE, PaymentState.CAPTURED)
                .with(PAYMENT_RELEASED, null)
                .with(HAS_MEDIA, false));
    }

    /// This tip at another key.
    HeldTip at(Key key) {
        return new HeldTip(new Tip(tip.row().at(key)));
    }

    /// This tip, waiting for a decision again.
    ///
    /// @param asSeen that it is decided as it was read
    Outcome<HeldTip> reopened(Condition asSeen) {
        HeldTip again = new HeldTip(
                PendingDecision.none(tip.inReview()).with(DECISION, null).with(REASON, Reason.MANUAL));
        return Outcome.of(again)
                .writing(Write.put(again.tip.row()).when(asSeen))
                .emitting(EVENT, again);
    }

    /// The decision that waits for the processor, or that waited for it; null if there is none.
    @Nullable
    PendingDecision pending() {
        return PendingDecision.of(tip.row());
    }

    /// The condition that the tip is undecided, and as it was seen here, its refunds too: a decision writes all of the
    /// row.
    Condition stillUndecided() {
        return Condition.all(
                tip.stillThere(),
                Condition.absent(DECISION),
                Condition.equal(PAYMENT_STATE, payment()),
                PendingDecision.unchanged(tip.row()),
                RefundState.unchanged(tip.row()));
    }

    /// The write that has the tip wait for its processor before it is decided.
    Write waiting(PendingDecision decision, PaymentState state) {
        return decision.on(Write.update(tip.key())).set(PAYMENT_STATE, state).when(stillUndecided());
    }

    /// The effect about its payment's hold.
    Effect effect(EffectAction action) {
        return new Effect(
                HeldPayments.subject(tip.orderId()),
                action,
                processor().connector(),
                Map.of(PAYMENT_ID.name(), paymentId()));
    }

    /// The processor of its payment.
    Processor processor() {
        return Processor.of(tip.source()).orElseThrow();
    }

    /// This tip with its payment in another state.
    HeldTip with(PaymentState state) {
        return new HeldTip(tip.with(PAYMENT_STATE, state));
    }

    /// This tip without its payment, which the processor let go of.
    HeldTip withoutPayment() {
        return new HeldTip(tip.with(PAYMENT_STATE, PaymentState.NONE).with(PAYMENT_RELEASED, true));
    }

    /// The tip as it is once it was decided, in its place still.
    HeldTip decided(Decision decision, @Nullable String reason, Instant now) {
        return new HeldTip(
                tip.with(DECISION, decision).with(REVIEW_REASON, reason).with(REVIEWED_AT, now));
    }

    /// The update of a tip's row that also removes what a moderator wrote about the donor.
    public static Write withoutReasons(Write update) {
        return update.remove(REVIEW_REASON).remove(PendingDecision.REASON);
    }
}
