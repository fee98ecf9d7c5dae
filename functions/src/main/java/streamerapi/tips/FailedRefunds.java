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
/// @param sumAt when the processor told the newest sum of all refunds, by its clock; null if it told none
record FailedRefunds(
        Map<String, Failure> failures, @Nullable Instant sumAt) {

    private static final Attribute<Map<String, Object>> AMOUNTS = Attribute.map("refunds_failed");
    private static final Attribute<Map<String, Object>> TIMES = Attribute.map("refunds_failed_at");

    private static final Attribute<Instant> SUM_AT = Attribute.time("refunds_summed_at");

    static final FailedRefunds NONE = new FailedRefunds(Map.of(), null);

    /// A refund that failed.
    ///
    /// @param amount of the refund
    /// @param at by the processor's clock
    record Failure(BigDecimal amount, Instant at) {}

    /// The failed refunds in a tip's or a payment's row.
    static FailedRefunds of(Row row) {
        Map<String, Object> times = row.get(TIMES);
        Map<String, Failure> failures = new HashMap<>();
        row.get(AMOUNTS).forEach((id, amount) -> {
            BigDecimal at = (BigDecimal) Objects.requireNonNull(times.get(id));
            failures.put(id, new Failure((BigDecimal) amount, Instant.ofEpochMilli(at.longValueExact())));
        });
        return new FailedRefunds(failures, row.find(SUM_AT));
    }

    /// Whether the processor has told that a refund failed.
    boolean has(String refundId) {
        return failures.containsKey(refundId);
    }

    FailedRefunds with(String refundId, Failure failure) {
        Map<String, Failure> more = new HashMap<>(failures);
        more.put(refundId, failure);
        return new FailedRefunds(more, sumAt);
    }

    /// These, with a sum of all refunds that was told.
    ///
    /// @param at when it was told, by the processor's clock; null if no sum was told
    FailedRefunds summed(@Nullable Instant at) {
        return at == null || (sumAt != null && !at.isAfter(sumAt)) ? this : new FailedRefunds(failures, at);
    }

    /// The part of a refund that is booked still when its failure is told: none if a sum was told that is later than
    /// the failure, and so does not have the refund.
    BigDecimal booked(Failure failure) {
        return sumAt != null && failure.at().isBefore(sumAt) ? BigDecimal.ZERO : failure.amount();
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
        return Condition.all(Condition.unchanged(row, AMOUNTS), Condition.unchanged(row, SUM_AT));
    }

    /// A row with them.
    Row on(Row row) {
        Row summed = row.with(SUM_AT, sumAt);
        return failures.isEmpty() ? summed : summed.with(AMOUNTS, amounts()).with(TIMES, times());
    }

    /// The update of a row with them.
    Write on(Write update) {
        Write summed = sumAt == null ? update : update.set(SUM_AT, sumAt);
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
