package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventSchema;
import streamerapi.shared.events.EventType;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.util.List;

/// A held tip was decided (`tip.reviewed`).
///
/// @param decision `approved`, `rejected` or `expired`
/// @param allowTts whether it enters the TTS queue
/// @param allowMedia whether its video enters the media queue
/// @param reason what the moderator wrote
/// @param paymentReleased whether the hold of its payment was cancelled
public record TipReviewed(
        String orderId,
        String decision,
        boolean allowTts,
        boolean allowMedia,
        @Nullable String reason,
        String paymentState,
        boolean paymentReleased,
        String name,
        @Nullable BigDecimal amount,
        String currency) {

    public static final EventSchema<TipReviewed> EVENT = EventSchema.of(EventType.TIP_REVIEWED, s -> {
        s.text("order_id", TipReviewed::orderId).component("OrderId").sample("tip_1763694066144_9q2f5h8y3a6z1d4n");
        s.oneOf("decision", TipReviewed::decision, List.of("approved", "rejected", "expired"))
                .sample("approved");
        s.flag("allow_tts", TipReviewed::allowTts).sample(true);
        s.flag("allow_media", TipReviewed::allowMedia).sample(true);
        s.anyText("reason", TipReviewed::reason).orNull().doc("The moderator's reason.");
        s.text("payment_state", TipReviewed::paymentState)
                .component("PaymentState")
                .sample("captured");
        s.flag("payment_released", TipReviewed::paymentReleased)
                .doc("A card hold was cancelled; the donor was never charged.")
                .sample(false);
        s.anyText("name", TipReviewed::name).sample("PixelHeron");
        s.money("amount", TipReviewed::amount).component("Amount").sample(new BigDecimal("20.00"));
        s.text("currency", TipReviewed::currency).component("Currency").sample("USD");
    });

    /// The decision about a tip, once it is made.
    static TipReviewed of(HeldTip held, boolean allowTts, boolean allowMedia) {
        Tip tip = held.tip();
        return new TipReviewed(
                tip.orderId(),
                held.decision().label(),
                allowTts,
                allowMedia,
                tip.find(HeldTip.REVIEW_REASON),
                held.payment().label(),
                tip.is(HeldTip.PAYMENT_RELEASED),
                tip.name(),
                tip.amount(),
                tip.currency());
    }
}
