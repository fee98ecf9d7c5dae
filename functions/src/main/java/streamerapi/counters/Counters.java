package streamerapi.counters;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Event;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.limits.Allotment;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// An account's counters (spec "Counters").
///
/// Every change is announced with the value that it came to, in the same transaction. So a bump is written on the
/// condition that the value is still the one that it was added to, and decided again where it is not: an `ADD` would
/// know its sum only after the event was written.
public final class Counters {

    private static final Pattern NAME = Pattern.compile("[a-z0-9_-]{1,64}");

    private final Table table;
    private final InstantSource clock;
    private final Source source;

    /// Where changes come from, as `counter.updated` tells it.
    public enum Source {
        API("api"),
        DASHBOARD("dashboard");

        private final String label;

        Source(String label) {
            this.label = label;
        }
    }

    /// A counter that was set.
    ///
    /// @param isNew whether it was not there before
    record Put(Counter counter, boolean isNew) {}

    public Counters(Table table, InstantSource clock, Source source) {
        this.table = table;
        this.clock = clock;
        this.source = source;
    }

    /// Every counter, by name, as it is answered.
    public static List<Map<String, @Nullable Object>> all(Table table, String tenantId) {
        return table.query(Query.of(Keys.account(tenantId), Keys.COUNTER)).stream()
                .map(row -> new Counter(row).json())
                .toList();
    }

    List<Map<String, @Nullable Object>> all(String tenantId) {
        return all(table, tenantId);
    }

    /// @throws Problem `not_found`
    Counter find(String tenantId, String name) {
        Row row = table.get(Keys.counter(tenantId, name));
        if (row == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return new Counter(row);
    }

    /// Sets a counter, and makes it where there is none. One that has the value already stays as it is.
    ///
    /// @throws Problem `bad_request` for a name that a counter cannot have; when committed, `limit_reached`
    Outcome<Put> put(String tenantId, String name, long value) {
        if (!NAME.matcher(name).matches()) {
            throw Problem.badField("name", "name must have 1 to 64 characters of a to z, 0 to 9, _ and -");
        }
        Row row = table.get(Keys.counter(tenantId, name));
        if (row != null) {
            return change(new Counter(row), value).map(counter -> new Put(counter, false));
        }
        Counter counter = Counter.of(tenantId, name, value, clock.instant());
        return Outcome.of(new Put(counter, true))
                .writing(Write.put(counter.row()).when(Condition.noRow()), Allotment.COUNTERS.take(tenantId))
                .emitting(updated(counter));
    }

    /// Adds to a counter; a negative amount takes away.
    ///
    /// @throws Problem `not_found`, or `bad_request` where the sum would be larger than a counter can be
    Outcome<Counter> increment(String tenantId, String name, long amount) {
        Counter counter = find(tenantId, name);
        long sum = counter.value() + amount;
        if (Math.abs(sum) > Counter.LARGEST) {
            throw Problem.badField("amount", "The counter would pass " + Counter.LARGEST);
        }
        return change(counter, sum);
    }

    /// Removes a counter. No event tells of it: `counter.updated` has a value, and there is none any more.
    ///
    /// @throws Problem `not_found`
    Outcome<Counter> delete(String tenantId, String name) {
        Counter counter = find(tenantId, name);
        return Outcome.of(counter)
                .writing(
                        Write.delete(counter.row().key()).when(Condition.rowExists()),
                        Allotment.COUNTERS.giveBack(tenantId));
    }

    private Outcome<Counter> change(Counter counter, long value) {
        if (value == counter.value()) {
            return Outcome.of(counter);
        }
        Counter changed = counter.with(value, clock.instant());
        Write write = Write.update(counter.row().key())
                .set(Counter.VALUE, value)
                .set(Counter.UPDATED_AT, changed.updatedAt())
                .when(Condition.equal(Counter.VALUE, counter.value()));
        return Outcome.of(changed).writing(write).emitting(updated(changed));
    }

    private Event updated(Counter counter) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("name", counter.name());
        data.put("value", counter.value());
        data.put("source", source.label);
        return new Event(EventType.COUNTER_UPDATED, data);
    }
}
