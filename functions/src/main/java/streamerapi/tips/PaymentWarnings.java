package streamerapi.tips;

import streamerapi.shared.effects.Effect;
import streamerapi.shared.events.Event;
import streamerapi.shared.events.Warnings;
import streamerapi.tts.Tip;

import java.util.Map;

/// The warnings about money that ends elsewhere than was decided.
final class PaymentWarnings {

    private PaymentWarnings() {}

    /// The payment of a tip that had expired was captured, and the tip was let in.
    static Event lateCapture(Tip tip) {
        return about(
                "late_capture",
                "A payment was captured after its tip had expired. The tip was let in.",
                tip.orderId(),
                tip.row().text(HeldTip.PAYMENT_ID));
    }

    /// The payment of a tip that was kept out was captured, and the processor is asked to give it back.
    static Event capturedAfterRejection(String orderId, String paymentId) {
        return about(
                "captured_after_rejection",
                "A payment was captured although its tip was kept out. The processor is asked to refund it.",
                orderId,
                paymentId);
    }

    /// A processor did not do as it was asked: it refused, or it did not answer in eight attempts.
    static Event failed(Effect effect, String orderId, String reason) {
        return Warnings.event(
                "payment_call_failed",
                "The processor was asked for " + effect.action().label() + ", and it is not known to have done it ("
                        + reason + "). Look at the payment in the processor's own pages.",
                Map.of(
                        "action",
                        effect.action().label(),
                        "order_id",
                        orderId,
                        HeldTip.PAYMENT_ID,
                        String.valueOf(effect.data().get(HeldTip.PAYMENT_ID))));
    }

    private static Event about(String code, String message, String orderId, String paymentId) {
        return Warnings.event(code, message, Map.of("order_id", orderId, HeldTip.PAYMENT_ID, paymentId));
    }
}
