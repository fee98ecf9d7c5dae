package streamerapi.paypal;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.PaymentFact;
import streamerapi.paypal.PayPalOrder.Movement;
import streamerapi.paypal.PayPalOrder.State;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/// The facts about a checkout's money in its order, as PayPal answers it.
final class PayPalFacts {

    private static final Set<State> PENDING = Set.of(State.PENDING);
    private static final Set<State> REVERSED = Set.of(State.REVERSED);
    private static final Set<State> FAILED = Set.of(State.DECLINED, State.FAILED, State.DENIED);

    private PayPalFacts() {}

    /// The fact that an event of this type is about, if the order confirms it; else null.
    static @Nullable PaymentFact of(String type, Checkout checkout, PayPalOrder order) {
        return switch (type) {
            case PayPalEventType.HELD, PayPalEventType.COMPLETED -> charged(checkout, order);
            case PayPalEventType.VOIDED -> voided(checkout, order);
            case PayPalEventType.DECLINED -> declined(checkout, order);
            case PayPalEventType.REFUNDED -> refunded(checkout, order);
            case PayPalEventType.REVERSED -> order.isCaptured() ? new PaymentFact.Disputed(checkout, order.id()) : null;
            case PayPalEventType.PENDING -> isCapture(order, PENDING) ? new PaymentFact.Delayed(checkout) : null;
            default -> null;
        };
    }

    /// All that the order tells, in the order in which it can happen.
    static List<PaymentFact> all(Checkout checkout, PayPalOrder order) {
        return Stream.of(
                        charged(checkout, order),
                        voided(checkout, order),
                        declined(checkout, order),
                        refunded(checkout, order),
                        isCapture(order, REVERSED) ? new PaymentFact.Disputed(checkout, order.id()) : null)
                .filter(Objects::nonNull)
                .toList();
    }

    /// The money that the donor paid, or that is held.
    static @Nullable PaymentFact charged(Checkout checkout, PayPalOrder order) {
        Movement capture = order.capture();
        Movement authorization = order.authorization();
        if (capture != null && order.isCaptured()) {
            return new PaymentFact.Captured(checkout, order.id(), capture.amount(), capture.currency());
        }
        return authorization != null && order.isHeld()
                ? new PaymentFact.Held(checkout, order.id(), authorization.amount(), authorization.currency())
                : null;
    }

    private static @Nullable PaymentFact voided(Checkout checkout, PayPalOrder order) {
        return order.isHoldEnded() && !order.isCaptured() ? new PaymentFact.HoldExpired(checkout, order.id()) : null;
    }

    private static @Nullable PaymentFact declined(Checkout checkout, PayPalOrder order) {
        if (!isCapture(order, FAILED)) {
            return null;
        }
        return order.isHold()
                ? new PaymentFact.CaptureFailed(checkout, order.id())
                : new PaymentFact.Ended(checkout, Checkout.Progress.FAILED);
    }

    /// The sum of the order's refunds. An answer without them, of a capture that was given back, means all of it.
    private static @Nullable PaymentFact refunded(Checkout checkout, PayPalOrder order) {
        Movement capture = order.capture();
        if (capture == null || !order.isCaptured()) {
            return null;
        }
        BigDecimal told = order.refunded();
        BigDecimal sum = told.signum() == 0 && capture.state() == State.REFUNDED ? capture.amount() : told;
        return sum.signum() == 0 ? null : new PaymentFact.Refunded(checkout, order.id(), sum, capture.currency());
    }

    private static boolean isCapture(PayPalOrder order, Set<State> states) {
        return order.capture() != null && states.contains(order.capture().state());
    }
}
