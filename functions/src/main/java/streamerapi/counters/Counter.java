package streamerapi.counters;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// A counter, as its row has it (spec "Counter").
record Counter(Row row) {

    /// The largest value, and with a minus the smallest: 2^53 - 1, which every JSON reader holds exactly (RFC 8259, 6).
    static final long LARGEST = 9_007_199_254_740_991L;

    static final String VALUE = "value";
    static final String UPDATED_AT = "updated_at";

    /// A new counter.
    static Counter of(String tenantId, String name, long value, Instant now) {
        return new Counter(Row.of(Keys.counter(tenantId, name))
                .with(VALUE, value)
                .with("created_at", now)
                .with(UPDATED_AT, now));
    }

    /// This counter with another value.
    Counter with(long value, Instant now) {
        return new Counter(row.with(VALUE, value).with(UPDATED_AT, now));
    }

    String name() {
        return row.key().sort().substring(Keys.COUNTER.length());
    }

    long value() {
        return row.number(VALUE);
    }

    Instant updatedAt() {
        return row.instant(UPDATED_AT);
    }

    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", name());
        json.put("value", value());
        json.put("created_at", row.instant("created_at"));
        json.put("updated_at", updatedAt());
        return json;
    }
}
