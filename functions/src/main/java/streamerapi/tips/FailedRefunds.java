package streamerapi.tips;

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
/// failure more than once, and before it tells of the refund.
record FailedRefunds(Map<String, Failure> failures) {

    private static final Attribute<Map<String, Object>> AMOUNTS = Attribute.map("refunds_failed");
    private static final Attribute<Map<String, Object>> TIMES = Attribute.map("refunds_failed_at");

    static final FailedRefunds NONE = new FailedRefunds(Map.of());

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
        return new FailedRefunds(failures);
    }

    /// Whether the processor has told that a refund failed.
    boolean has(String refundId) {
        return failures.containsKey(refundId);
    }

    FailedRefunds with(String refundId, Failure failure) {
        Map<String, Failure> more = new HashMap<>(failures);
        more.put(refundId, failure);
        return new FailedRefunds(more);
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
        return Condition.unchanged(row, AMOUNTS);
    }

    /// A row with them.
    Row on(Row row) {
        return failures.isEmpty() ? row : row.with(AMOUNTS, amounts()).with(TIMES, times());
    }

    /// The update of a row with them.
    Write on(Write update) {
        return failures.isEmpty() ? update : update.set(AMOUNTS, amounts()).set(TIMES, times());
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
