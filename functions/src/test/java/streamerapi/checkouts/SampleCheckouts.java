package streamerapi.checkouts;

import org.jspecify.annotations.NullMarked;
import streamerapi.shared.connectors.Processor;
import streamerapi.tips.HeldTip;

import java.math.BigDecimal;
import java.time.Instant;

/// Checkouts of 10 US dollars that a processor has made.
@NullMarked
public final class SampleCheckouts {

    /// The order id of each.
    public static final String ORDER_ID = "chk_" + "0".repeat(40);

    private SampleCheckouts() {}

    /// A checkout whose donor is charged at once.
    public static Checkout charging(Processor processor) {
        return of(processor, false);
    }

    /// A checkout whose money is held until a moderator has decided.
    public static Checkout holding(Processor processor) {
        return of(processor, true);
    }

    private static Checkout of(Processor processor, boolean isHold) {
        return new Checkout(
                "ten_0000000000000",
                ORDER_ID,
                "mira",
                processor,
                "Mira",
                BigDecimal.TEN,
                "USD",
                null,
                null,
                null,
                isHold ? HeldTip.Reason.MANUAL : null,
                false,
                Checkout.Progress.OPEN,
                "form",
                Instant.parse("2026-11-21T13:00:00Z"),
                null,
                "session_1",
                null,
                null);
    }
}
