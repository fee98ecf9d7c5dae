package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Schema;
import streamerapi.tips.BookedPayment.Stage;
import streamerapi.tts.Tip;

import java.math.BigDecimal;

/// A payment that a donor was charged for although its tip was kept out, and that was not given back in full.
///
/// @param orderId of the tip, if a moderator rejected it; null if the filter blocked it: no tip was made then
/// @param name of the donor; null as `orderId` is
/// @param paymentId the processor's; null of a rejected tip of Ko-fi, whose payments have none here
public record KeptOutCharge(
        BookedPayment money,
        @Nullable String orderId,
        @Nullable String name,
        @Nullable String paymentId) {

    public static final Schema<KeptOutCharge> SCHEMA =
            Schema.shown("KeptOutCharge", "A payment that was charged although its tip was kept out.", s -> {
                s.time("at", charge -> charge.money.at()).doc("When its tip came.");
                s.text("source", charge -> charge.money.source()).example("card_processor");
                s.choice("mode", charge -> charge.money.mode(), PaymentMode.ALL)
                        .orNull()
                        .doc("`test` if no real money was moved; null if the payment's message did not say.")
                        .example("live");
                s.text("currency", charge -> charge.money.currency())
                        .component("Currency")
                        .example("EUR");
                s.money("amount", charge -> charge.money.amount())
                        .doc("The sum that the donor was charged.")
                        .example(new BigDecimal("5"));
                s.money("refunded_amount", charge -> charge.money.returned())
                        .doc("The part that went back, by refunds and disputes.")
                        .example(0);
                s.text("order_id", KeptOutCharge::orderId)
                        .component("OrderId")
                        .orNull()
                        .doc("The tip that a moderator rejected: `POST /tips/{orderId}/refund` takes it, but for one of"
                                + " Ko-fi. Null if the filter blocked the tip.")
                        .example(Tip.ORDER_ID_EXAMPLE);
                s.text("name", KeptOutCharge::name)
                        .orNull()
                        .doc("The donor. Null if the filter blocked the tip.")
                        .example("Mira");
                s.text("payment_id", KeptOutCharge::paymentId)
                        .orNull()
                        .doc("The processor's id of the payment, by which its own pages find it. Null for a tip of"
                                + " Ko-fi that a moderator rejected.")
                        .example("pi_3PqT2eLkdIwHu7ix0NKqXc4z");
            });

    /// The charge of a tip that a moderator rejected; null of any other tip, and if nothing of it is left.
    public static @Nullable KeptOutCharge of(Tip tip) {
        HeldTip held = HeldTip.of(tip);
        BookedPayment money = BookedPayment.of(tip);
        return held == null
                        || money == null
                        || !held.isDecided()
                        || held.decision() != HeldTip.Decision.REJECTED
                        || !isLeft(money)
                ? null
                : new KeptOutCharge(money, tip.orderId(), tip.name(), tip.find(HeldTip.PAYMENT_ID));
    }

    /// The charge of a tip that the filter blocked; null if nothing of it is left.
    public static @Nullable KeptOutCharge of(BlockedPayments.BlockedPayment blocked) {
        return isLeft(blocked.money()) ? new KeptOutCharge(blocked.money(), null, null, blocked.paymentId()) : null;
    }

    private static boolean isLeft(BookedPayment money) {
        return money.stage() == Stage.CAPTURED && money.returned().compareTo(money.amount()) < 0;
    }
}
