package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.IngestMessage;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.storage.Write;
import streamerapi.tts.Tip;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/// Disputes that were decided for the streamer: the money that was taken back is the streamer's again, and the
/// tip counts with it again. A tip that was rejected because of its dispute stays rejected.
public final class WonDisputes {

    /// The type of a message that tells of it. No connector sends it.
    public static final String TYPE = "payment.dispute_won";

    /// When it was decided, by the processor's clock, in a tip's or a payment's row: processors promise no order, so a
    /// dispute of before that can be told after it.
    private static final Attribute<Instant> WON_AT = Attribute.time("dispute_won_at");

    private static final Map<String, Object> NOTHING_MORE = Map.of();

    private final TableReader table;
    private final Function<String, List<Write>> rereading;
    private final Ids ids;

    /// @param rereading as of [Decisions]
    WonDisputes(TableReader table, Function<String, List<Write>> rereading, Ids ids) {
        this.table = table;
        this.rereading = rereading;
        this.ids = ids;
    }

    /// Whether a dispute that was told at a time was decided for the streamer since.
    ///
    /// @param row of the tip, or of the payment if that became no tip
    static boolean isWonSince(@Nullable Row row, Instant told) {
        Instant won = row == null ? null : row.find(WON_AT);
        return won != null && !told.isAfter(won);
    }

    /// Takes a message. Of a payment that has not come nothing is kept: a dispute takes weeks.
    Outcome<Map<String, Object>> won(IngestMessage message) {
        KnownPayment payment = KnownPayment.find(table, message, Payment.id(message.body()));
        Instant at = message.occurredAt();
        if (!payment.isTaken()) {
            return Outcome.of(NOTHING_MORE);
        }
        String orderId = payment.orderId();
        if (orderId == null) {
            return ofBlocked(payment, at);
        }
        Tip tip = new Tip(Objects.requireNonNull(Tip.LANE.find(table, message.tenantId(), orderId)));
        return isWonSince(tip.row(), at)
                ? Outcome.of(NOTHING_MORE)
                : ofTip(message.tenantId(), tip, at).map(noted -> NOTHING_MORE);
    }

    private Outcome<?> ofTip(String tenantId, Tip tip, Instant at) {
        RefundState before = RefundState.of(tip);
        RefundState after = before.disputeWon();
        Outcome<?> noted = Outcome.empty()
                .writing(after.on(Write.update(tip.key()), before)
                        .set(WON_AT, at)
                        .alsoWhen(Condition.all(LedgerEntries.unchanged(tip), tip.notErasedSince())));
        if (before.disputed().signum() == 0) {
            return noted;
        }
        Outcome<?> told = noted.emitting(PaymentWarnings.disputeWon(tip, before.disputed()));
        return LedgerEntries.isCounted(tip)
                ? told.writing(LedgerEntries.givenBack(tenantId, tip, ids.next(), after))
                        .writing(rereading.apply(tenantId))
                : told;
    }

    private static Outcome<Map<String, Object>> ofBlocked(KnownPayment payment, Instant at) {
        BookedPayment money = payment.ofBlocked();
        Row row = payment.row();
        return money == null || row == null || isWonSince(row, at)
                ? Outcome.of(NOTHING_MORE)
                : Outcome.of(NOTHING_MORE)
                        .writing(BlockedPayments.givenBack(
                                        row, RefundState.of(money).disputeWon(), payment.failed())
                                .set(WON_AT, at));
    }
}
