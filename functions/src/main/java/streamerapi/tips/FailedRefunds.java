package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// The refunds of a payment that failed after they were booked, by the processor's ids. The processor can tell of a
/// failure more than once, before it tells of the refund, and after it has told a later sum of all refunds.
///
/// @param newest the newest sum of all refunds that the processor told; null if it told none
record FailedRefunds(
        Map<String, Failure> failures, @Nullable Sum newest) {

    private static final Attribute<Map<String, Object>> AMOUNTS = Attribute.map("refunds_failed");
    private static final Attribute<Map<String, Object>> TIMES = Attribute.map("refunds_failed_at");

    private static final Attribute<BigDecimal> SUM = Attribute.decimal("refunds_summed");
    private static final Attribute<Instant> SUM_AT = Attribute.time("refunds_summed_at");

    static final FailedRefunds NONE = new FailedRefunds(Map.of(), null);

    /// A refund that failed.
    ///
    /// @param amount of the refund
    /// @param at by the processor's clock
    record Failure(BigDecimal amount, Instant at) {}

    /// A sum of all refunds, without those that had failed.
    ///
    /// @param at by the processor's clock
    record Sum(BigDecimal total, Instant at) {

        /// Whether it is newer than another one. Some clocks tell no part of a second: of two sums the larger is newer.
        private boolean isAfter(Sum other) {
            return at.equals(other.at) ? total.compareTo(other.total) > 0 : at.isAfter(other.at);
        }
    }

    /// The failed refunds in a tip's or a payment's row.
    static FailedRefunds of(Row row) {
        Map<String, Object> times = row.get(TIMES);
        Map<String, Failure> failures = new HashMap<>();
        row.get(AMOUNTS).forEach((id, amount) -> {
            BigDecimal at = (BigDecimal) Objects.requireNonNull(times.get(id));
            failures.put(id, new Failure((BigDecimal) amount, Instant.ofEpochMilli(at.longValueExact())));
        });
        BigDecimal sum = row.find(SUM);
        return new FailedRefunds(failures, sum == null ? null : new Sum(sum, row.get(SUM_AT)));
    }

    /// Whether the processor has told that a refund failed.
    boolean has(String refundId) {
        return failures.containsKey(refundId);
    }

    FailedRefunds with(String refundId, Failure failure) {
        Map<String, Failure> more = new HashMap<>(failures);
        more.put(refundId, failure);
        return new FailedRefunds(more, newest);
    }

    /// These, with a sum of all refunds that was told; null if none was.
    FailedRefunds summed(@Nullable Sum told) {
        return told == null || (newest != null && !told.isAfter(newest)) ? this : new FailedRefunds(failures, told);
    }

    /// The part of a refund that is booked still when its failure is told. A sum that is later than the failure does
    /// not have the refund: if one was told, no more of it is booked than what exceeds the sum.
    ///
    /// @param refunded all that is booked as refunded
    BigDecimal booked(Failure failure, BigDecimal refunded) {
        if (newest == null || !failure.at().isBefore(newest.at)) {
            return failure.amount();
        }
        BigDecimal known = newest.total.subtract(since(newest.at));
        return refunded.subtract(known).max(BigDecimal.ZERO).min(failure.amount());
    }

    /// The part of a sum of refunds that failed after the processor told the sum. A sum that it tells later does not
    /// have them.
    ///
    /// @param told when it told the sum, by its clock
    BigDecimal since(Instant told) {
        return failures.values().stream()
                .filter(failure -> !failure.at().isBefore(told))
                .map(Failure::amount)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /// The condition that a row has the failed refunds that were read.
    static Condition unchanged(Row row) {
        return Condition.all(
                Condition.unchanged(row, AMOUNTS), Condition.unchanged(row, SUM), Condition.unchanged(row, SUM_AT));
    }

    /// A row with them.
    Row on(Row row) {
        Row summed = newest == null ? row : row.with(SUM, newest.total).with(SUM_AT, newest.at);
        return failures.isEmpty() ? summed : summed.with(AMOUNTS, amounts()).with(TIMES, times());
    }

    /// The update of a row with them.
    Write on(Write update) {
        Write summed = newest == null ? update : update.set(SUM, newest.total).set(SUM_AT, newest.at);
        return failures.isEmpty() ? summed : summed.set(AMOUNTS, amounts()).set(TIMES, times());
    }

    private Map<String, Object> amounts() {
        Map<String, Object> amounts = new LinkedHashMap<>();
        failures.forEach((id, failure) -> amounts.put(id, failure.amount()));
        return amounts;
    }

    private Map<String, Object> times() {
        Map<String, Object> times = new LinkedHashMap<>();
        failures.forEach(
                (id, failure) -> times.put(id, BigDecimal.valueOf(failure.at().toEpochMilli())));
        return times;
    }
}
