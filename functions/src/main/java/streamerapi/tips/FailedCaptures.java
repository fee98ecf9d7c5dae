package streamerapi.tips;

import streamerapi.connectors.IngestMessage;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.TableReader;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;

/// Captures of a hold that a processor reviewed for days and then declined. Their tips were let in and counted, as of a
/// capture that is done: a tip stays where it is, and its money is taken off the books.
public final class FailedCaptures {

    /// The type of a message that tells of it. No connector sends it.
    public static final String TYPE = "payment.capture_failed";

    private static final Map<String, Object> NOTHING_MORE = Map.of();

    private final TableReader table;
    private final Refunds refunds;
    private final InstantSource clock;

    FailedCaptures(TableReader table, Refunds refunds, InstantSource clock) {
        this.table = table;
        this.refunds = refunds;
        this.clock = clock;
    }

    /// Takes a message. A tip that still waits for its capture is decided by the answer to that.
    Outcome<Map<String, Object>> failed(IngestMessage message) {
        String orderId =
                KnownPayment.find(table, message, Payment.id(message.body())).orderId();
        if (orderId == null) {
            return Outcome.of(NOTHING_MORE);
        }
        Tip tip = new Tip(Objects.requireNonNull(Tip.INDEX.find(table, message.tenantId(), orderId)));
        HeldTip held = HeldTip.of(tip);
        BigDecimal left = RefundState.of(tip).left();
        if (held == null || !held.isDecided() || held.payment() != PaymentState.CAPTURED || left.signum() == 0) {
            return Outcome.of(NOTHING_MORE);
        }
        return refunds.giveBack(message.tenantId(), tip, left, TipRefunded.Reason.REFUNDED)
                .writing(PaymentWarnings.captureFailed(message.tenantId(), tip, left, clock.instant()))
                .map(given -> NOTHING_MORE);
    }
}
