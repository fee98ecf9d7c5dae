package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.IngestMessage;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.TableReader;
import streamerapi.tts.Tip;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;

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
    private final RegainedMoney regained;
    private final InstantSource clock;

    WonDisputes(TableReader table, RegainedMoney regained, InstantSource clock) {
        this.table = table;
        this.regained = regained;
        this.clock = clock;
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
            return ofBlocked(message, payment, at);
        }
        Tip tip = new Tip(Objects.requireNonNull(Tip.INDEX.find(table, message.tenantId(), orderId)));
        if (isWonSince(tip.row(), at)) {
            return Outcome.of(NOTHING_MORE);
        }
        return regained.booked(
                        message.tenantId(),
                        tip,
                        RefundState.of(tip).disputeWon(),
                        change -> change.set(WON_AT, at),
                        back -> PaymentWarnings.disputeWon(tip, back))
                .map(booked -> NOTHING_MORE);
    }

    private Outcome<Map<String, Object>> ofBlocked(IngestMessage message, KnownPayment payment, Instant at) {
        BookedPayment money = payment.ofBlocked();
        Row row = payment.row();
        if (money == null || row == null || isWonSince(row, at)) {
            return Outcome.of(NOTHING_MORE);
        }
        Outcome<Map<String, Object>> noted = Outcome.of(NOTHING_MORE)
                .writing(BlockedPayments.givenBack(row, RefundState.of(money).disputeWon(), payment.failed())
                        .set(WON_AT, at));
        return money.disputed().signum() == 0
                ? noted
                : noted.writing(PaymentWarnings.disputeWon(
                        message.tenantId(),
                        Payment.id(message.body()),
                        money.disputed(),
                        money.currency(),
                        clock.instant()));
    }
}
