package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.IngestMessage;
import streamerapi.effects.EffectHandler;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Body;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.tips.TipRefunded.Reason;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// Money that a processor gave back, or is asked to give back (contract "Ingest"): never more than was paid. A refund
/// takes the tip's part off the account's books again, at the tip's own date. A tip that is still held is rejected; any
/// other stays where it is.
public final class Refunds implements EffectHandler {

    /// The type of a message that tells how much was refunded in all: `total`. No connector sends it.
    public static final String IN_ALL = "payment.refunded_in_all";

    /// How often a tip's refunds changed.
    public static final Attribute.Whole REVISION = RefundState.REVISION;

    private static final String SUBJECT = "refund:";
    private static final String TOTAL = "total";
    private static final Map<String, Object> NOTHING_MORE = Map.of();

    /// As much as a payment can be.
    private static final BigDecimal ALL = BigDecimal.valueOf(100_000_000);

    private final Table table;
    private final HeldTips review;
    private final Ids ids;
    private final InstantSource clock;
    private final RefundFailures failures;
    private final WonDisputes won;

    /// @param rereading as of [Decisions]
    Refunds(Table table, HeldTips review, Function<String, List<Write>> rereading, Ids ids, InstantSource clock) {
        this.clock = clock;
        this.table = table;
        this.review = review;
        this.ids = ids;
        RegainedMoney regained = new RegainedMoney(rereading, ids);
        this.failures = new RefundFailures(table, regained, clock);
        this.won = new WonDisputes(table, regained, clock);
    }

    /// The refunds that fail afterwards.
    RefundFailures failures() {
        return failures;
    }

    /// The disputes that are won.
    WonDisputes won() {
        return won;
    }

    /// `payment.refunded`: `amount`, or all that is left.
    Outcome<Map<String, Object>> refunded(IngestMessage message) {
        BigDecimal amount = Payment.amountOrNull(message.body());
        return giveBack(
                message,
                early -> amount == null ? early.inAll(ALL) : early.plus(amount),
                (left, failed) -> amount == null ? left.left() : amount,
                Reason.REFUNDED,
                null);
    }

    /// The data of [#IN_ALL].
    ///
    /// @param total all that went back so far
    public static Map<String, @Nullable Object> inAll(String paymentId, BigDecimal total, String currency) {
        return Map.of(Payment.ID, paymentId, TOTAL, total, Payment.CURRENCY, currency);
    }

    /// [#IN_ALL]: what exceeds what was counted.
    Outcome<Map<String, Object>> refundedInAll(IngestMessage message) {
        BigDecimal told = message.body().moneyOrNull(TOTAL, ALL.intValueExact());
        BigDecimal total = told == null ? BigDecimal.ZERO : told;
        FailedRefunds.Sum sum = new FailedRefunds.Sum(total, message.occurredAt());
        return giveBack(
                message,
                early -> early.inAll(sum),
                (left, failed) -> total.subtract(failed.since(sum.at()))
                        .subtract(left.refunded())
                        .max(BigDecimal.ZERO),
                Reason.REFUNDED,
                sum);
    }

    /// `payment.disputed`: all that is left, unless the dispute was won by then.
    Outcome<Map<String, Object>> disputed(IngestMessage message) {
        return giveBack(message, EarlyEnd::disputed, (left, failed) -> left.left(), Reason.DISPUTED, null);
    }

    /// Gives back what a message tells of. If the payment has not come yet, it is kept until then.
    ///
    /// @param before what is known then, with this message
    /// @param amount the sum by which this message raises the refunds
    /// @param sum of all refunds; null if the message tells something else
    private Outcome<Map<String, Object>> giveBack(
            IngestMessage message,
            UnaryOperator<EarlyEnd> before,
            BiFunction<RefundState, FailedRefunds, BigDecimal> amount,
            Reason reason,
            FailedRefunds.@Nullable Sum sum) {
        Body data = message.body();
        KnownPayment payment = KnownPayment.find(table, message, Payment.id(data));
        if (!payment.isTaken()) {
            return Outcome.of(NOTHING_MORE).writing(payment.told(before.apply(payment.early()), clock.instant()));
        }
        String orderId = payment.orderId();
        if (orderId == null) {
            return isWon(payment.row(), message, reason)
                    ? Outcome.of(NOTHING_MORE)
                    : ofBlocked(message, payment, amount, reason, sum);
        }
        Tip tip = new Tip(Objects.requireNonNull(Tip.INDEX.find(table, message.tenantId(), orderId)));
        Payment.checkCurrency(data, tip);
        if (isWon(tip.row(), message, reason)) {
            return Outcome.of(NOTHING_MORE);
        }
        FailedRefunds failed = FailedRefunds.of(tip.row());
        BigDecimal more = amount.apply(RefundState.of(tip), failed);
        return giveBack(message.tenantId(), tip, more, reason, failed.summed(sum))
                .map(given -> NOTHING_MORE);
    }

    private static boolean isWon(@Nullable Row row, IngestMessage message, Reason reason) {
        return reason == Reason.DISPUTED && WonDisputes.isWonSince(row, message.occurredAt());
    }

    /// Notes a refund of a payment whose tip was blocked. Of a dispute the streamer is warned.
    private Outcome<Map<String, Object>> ofBlocked(
            IngestMessage message,
            KnownPayment payment,
            BiFunction<RefundState, FailedRefunds, BigDecimal> amount,
            Reason reason,
            FailedRefunds.@Nullable Sum sum) {
        BookedPayment money = payment.ofBlocked();
        if (money == null) {
            return Outcome.of(NOTHING_MORE);
        }
        RefundState before = RefundState.of(money);
        RefundState after = before.given(amount.apply(before, payment.failed()), reason == Reason.DISPUTED);
        FailedRefunds failed = payment.failed().summed(sum);
        if (after.equals(before) && failed.equals(payment.failed())) {
            return Outcome.of(NOTHING_MORE);
        }
        Outcome<Map<String, Object>> noted = Outcome.of(NOTHING_MORE)
                .writing(BlockedPayments.givenBack(Objects.requireNonNull(payment.row()), after, failed));
        BigDecimal given = after.returned().subtract(before.returned());
        return reason == Reason.DISPUTED
                ? noted.writing(PaymentWarnings.disputed(
                        message.tenantId(), Payment.id(message.body()), given, money.currency(), clock.instant()))
                : noted;
    }

    /// Takes a sum of a tip off the books.
    ///
    /// @param amount at most all that is left counts
    Outcome<?> giveBack(String tenantId, Tip tip, BigDecimal amount, Reason reason) {
        return giveBack(tenantId, tip, amount, reason, FailedRefunds.of(tip.row()));
    }

    /// @param failed the refunds that failed, with the sum that is told
    private Outcome<?> giveBack(String tenantId, Tip tip, BigDecimal amount, Reason reason, FailedRefunds failed) {
        RefundState before = RefundState.of(tip);
        RefundState more = before.given(amount, reason == Reason.DISPUTED);
        if (more.equals(before) && failed.equals(FailedRefunds.of(tip.row()))) {
            return Outcome.empty();
        }
        RefundState after = more.equals(before) ? before.again() : more;
        Write update = failed.on(after.on(Write.update(tip.key()), before));
        BigDecimal given = amount.min(before.left());
        if (given.signum() == 0) {
            return Outcome.empty().writing(update);
        }
        Instant now = clock.instant();
        HeldTip held = HeldTip.of(tip);
        if (held != null && !held.isDecided()) {
            Tip refunded = after.on(new Tip(failed.on(tip.row())));
            return told(review.refunded(tenantId, held, refunded, reason), tenantId, tip, given, reason, now);
        }
        Outcome<?> noted = told(
                Outcome.empty()
                        .writing(update.alsoWhen(Condition.all(LedgerEntries.unchanged(tip), tip.notErasedSince()))),
                tenantId,
                tip,
                given,
                reason,
                now);
        return LedgerEntries.isCounted(tip)
                ? noted.writing(LedgerEntries.givenBack(tenantId, tip, ids.next(), after))
                : noted;
    }

    /// Asks a tip's processor to give money back. The tip's part of the totals changes when the processor confirms the
    /// refund.
    ///
    /// @param amount null for all that is left
    /// @throws Problem `not_found`; `not_refundable` if no processor has its money, or nothing is left; `bad_request`
    /// for more than is left, and for decimals that the currency does not have
    Outcome<?> request(String tenantId, String orderId, @Nullable BigDecimal amount) {
        Row row = Tip.INDEX.find(table, tenantId, orderId);
        if (row == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        if (amount != null && amount.signum() == 0) {
            throw Problem.badField("amount", "amount must be more than 0");
        }
        Tip tip = new Tip(row);
        checkDecimals(amount, tip.currency());
        RefundState.Asked asked = ask(tip, amount);
        return Outcome.empty()
                .writing(asked.state().on(Write.update(row.key()), RefundState.of(tip)))
                .asking(asked.effect());
    }

    /// @throws Problem `bad_request` for a part of the currency's smallest unit, which no processor gives back
    private static void checkDecimals(@Nullable BigDecimal amount, String currency) {
        int most = Currency.getInstance(currency).getDefaultFractionDigits();
        if (amount != null && amount.stripTrailingZeros().scale() > most) {
            throw Problem.badField("amount", "amount must be whole: " + currency + " has no decimals");
        }
    }

    /// A refund of a tip whose money a processor captured.
    ///
    /// @throws Problem as of [#request]
    static RefundState.Asked ask(Tip tip, @Nullable BigDecimal amount) {
        HeldTip held = HeldTip.of(tip);
        boolean isCaptured = held == null || held.payment() == PaymentState.CAPTURED;
        if (tip.find(HeldTip.PAYMENT_ID) == null || !isCaptured) {
            throw Problem.of(ErrorCode.NOT_REFUNDABLE);
        }
        return RefundState.of(tip).ask(tip, amount);
    }

    /// The subject of a refund's effect.
    ///
    /// @param number of the tip's refunds
    static String subject(String orderId, long number) {
        return SUBJECT + orderId + ":" + number;
    }

    /// A refund that the processor refuses can be asked for again. Its message reports an accepted refund.
    @Override
    public Outcome<?> settle(String tenantId, Effect effect, EffectResult result) {
        String[] parts = effect.subject().split(":", -1);
        String orderId = parts[1];
        return switch (result) {
            case EffectResult.Done done -> Outcome.empty();
            case EffectResult.Unknown unknown -> Outcome.empty();
            case EffectResult.GivenUp givenUp ->
                Outcome.empty().emitting(PaymentWarnings.failed(effect, orderId, givenUp.reason()));
            case EffectResult.Refused refused ->
                refused(tenantId, orderId, Long.parseLong(parts[2]))
                        .emitting(PaymentWarnings.failed(effect, orderId, refused.reason()));
        };
    }

    private Outcome<?> refused(String tenantId, String orderId, long number) {
        Row row = Tip.INDEX.find(table, tenantId, orderId);
        RefundState state = row == null ? null : RefundState.of(new Tip(row));
        return row == null || state == null || !state.asked().containsKey(number)
                ? Outcome.empty()
                : Outcome.empty().writing(state.refused(number).on(Write.update(row.key()), state));
    }

    /// The outcome, with the event that tells of a sum that went back. Of a dispute the streamer is warned.
    static <T> Outcome<T> told(
            Outcome<T> outcome, String tenantId, Tip tip, BigDecimal given, Reason reason, Instant now) {
        Outcome<T> told =
                outcome.emitting(TipRefunded.EVENT, new TipRefunded(tip.orderId(), given, tip.currency(), reason));
        return reason == Reason.DISPUTED ? told.writing(PaymentWarnings.disputed(tenantId, tip, given, now)) : told;
    }
}
