package streamerapi.counters;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Event;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.events.Outcome.OneUpdate;
import streamerapi.shared.limits.Allotment;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Saved;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/// An account's counters (spec "Counters").
///
/// A change is one update of the counter's row, which holds the event that tells of it
/// ([streamerapi.shared.events.RowEvent]): `ADD` finds the sum, and the stream's image of the row has it beside the
/// event. So many who count at once all succeed. A change that is part of a larger one (an idempotency key's, or a
/// chat command's, whose answer names the sum) is written on the condition that the value is still the one that was
/// read, and decided again if it is not.
public final class Counters {

    private final TableReader table;
    private final InstantSource clock;

    /// Where changes come from, as `counter.updated` tells it.
    public enum Source {
        API("api"),
        DASHBOARD("dashboard"),
        CHAT("chat");

        private final String label;

        Source(String label) {
            this.label = label;
        }
    }

    public Counters(TableReader table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// Every counter of an account, by name.
    public List<Counter> all(String tenantId) {
        return table.query(Query.of(Keys.account(tenantId), Keys.COUNTER)).stream()
                .map(Counter::of)
                .toList();
    }

    /// Every counter of an account as a socket's first frame has it.
    public List<Map<String, @Nullable Object>> snapshot(String tenantId) {
        return all(tenantId).stream().map(Counter.SCHEMA::json).toList();
    }

    /// @throws Problem `not_found`
    Counter find(String tenantId, String name) {
        Row row = table.get(Keys.counter(tenantId, name));
        if (row == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return Counter.of(row);
    }

    /// Sets a counter, and makes it if there is none. One that has the value already stays as it is.
    ///
    /// @param app the app that sets it, or null; asked for once all is read, and only if the counter is made
    /// @throws Problem `bad_request` for a name that a counter cannot have; when committed, `limit_reached`
    Outcome<Saved<Counter>> put(
            String tenantId, String name, long value, Source source, Supplier<@Nullable String> app) {
        Counter.checkName(name);
        Row row = table.get(Keys.counter(tenantId, name));
        if (row != null) {
            return changed(tenantId, Counter.of(row), value, source).map(counter -> new Saved<>(counter, false));
        }
        String maker = app.get();
        return make(tenantId, Map.of(name, value), source, maker, Allotment.COUNTERS.takeBy(tenantId, maker))
                .map(counters -> new Saved<>(counters.getFirst(), true));
    }

    /// Makes counters that there are not yet.
    ///
    /// @param values by the counters' names
    /// @throws Problem when committed, `limit_reached`
    public Outcome<List<Counter>> make(String tenantId, Map<String, Long> values, Source source) {
        return make(tenantId, values, source, null, Allotment.COUNTERS.take(tenantId, values.size()));
    }

    private Outcome<List<Counter>> make(
            String tenantId, Map<String, Long> values, Source source, @Nullable String app, Write taken) {
        Instant now = clock.instant();
        List<Counter> counters = values.entrySet().stream()
                .map(one -> new Counter(one.getKey(), one.getValue(), now, now, app))
                .toList();
        Outcome<List<Counter>> outcome = Outcome.of(counters).writing(taken);
        for (Counter counter : counters) {
            Key key = Keys.counter(tenantId, counter.name());
            outcome = outcome.writing(
                            Write.put(Counter.SCHEMA.row(key, counter)).when(Condition.noRow()))
                    .emitting(updated(tenantId, counter.name(), source));
        }
        return outcome;
    }

    /// Adds to a counter; a negative amount takes away.
    ///
    /// @throws Problem `not_found`, or `bad_request` if the sum would be larger than a counter can be
    Outcome<Counter> increment(String tenantId, String name, long amount, Source source) {
        Counter counter = find(tenantId, name);
        Outcome<Counter> change = change(tenantId, counter, sum(counter, amount), source);
        return amount == 0 ? change : change.orBy(new OneUpdate<>(added(tenantId, name, amount), Counter::of));
    }

    /// Adds to a counter as part of a larger change that does not tell the sum: the value is that from before.
    ///
    /// @throws Problem as of [#increment]
    public Outcome<Counter> add(String tenantId, String name, long amount, Source source) {
        Counter counter = find(tenantId, name);
        sum(counter, amount);
        return added(tenantId, counter, amount, source);
    }

    private Outcome<Counter> added(String tenantId, Counter counter, long amount, Source source) {
        return Outcome.of(counter)
                .writing(added(tenantId, counter.name(), amount))
                .emitting(updated(tenantId, counter.name(), source));
    }

    private static long sum(Counter counter, long amount) {
        long sum = counter.value() + amount;
        if (Math.abs(sum) > Counter.MAX_VALUE) {
            throw Problem.badField("amount", "The counter would pass " + Counter.MAX_VALUE);
        }
        return sum;
    }

    private Write added(String tenantId, String name, long amount) {
        return Write.update(Keys.counter(tenantId, name))
                .add(Counter.VALUE, amount)
                .set(Counter.UPDATED_AT, clock.instant())
                .when(
                        amount > 0
                                ? Condition.atMost(Counter.VALUE, Counter.MAX_VALUE - amount)
                                : Condition.atLeast(Counter.VALUE, -Counter.MAX_VALUE - amount));
    }

    /// The value of a counter; 0 if there is none.
    public long value(String tenantId, String name) {
        Row row = table.get(Keys.counter(tenantId, name));
        return row == null ? 0 : Counter.of(row).value();
    }

    /// Adds to a counter for chat as [#step] does, but does not know the sum: many at once do not wait for each other.
    public Outcome<Boolean> bump(String tenantId, String name, long amount) {
        Row row = table.get(Keys.counter(tenantId, name));
        if (row == null || amount == 0 || Math.abs(Counter.of(row).value() + amount) > Counter.MAX_VALUE) {
            return step(tenantId, name, amount);
        }
        return added(tenantId, Counter.of(row), amount, Source.CHAT).map(counter -> true);
    }

    /// Adds to counters for chat, and makes those that there are not. What cannot be, because there would be too many
    /// counters or too large a sum, changes nothing.
    ///
    /// @param amounts by the counters' names
    /// @return the values after it
    public Outcome<Map<String, Long>> step(String tenantId, Map<String, Long> amounts) {
        Map<Key, Row> rows = table.getAll(amounts.keySet().stream()
                .map(name -> Keys.counter(tenantId, name))
                .toArray(Key[]::new));
        Map<String, Long> values = new LinkedHashMap<>();
        Map<String, Long> missing = new LinkedHashMap<>();
        Outcome<Map<String, Long>> outcome = Outcome.of(values);
        for (Map.Entry<String, Long> step : amounts.entrySet()) {
            Row row = rows.get(Keys.counter(tenantId, step.getKey()));
            if (row == null) {
                missing.put(step.getKey(), step.getValue());
                continue;
            }
            Counter counter = Counter.of(row);
            long sum = counter.value() + step.getValue();
            boolean fits = Math.abs(sum) <= Counter.MAX_VALUE;
            values.put(step.getKey(), fits ? sum : counter.value());
            outcome = fits ? outcome.and(change(tenantId, counter, sum, Source.CHAT)) : outcome;
        }
        if (missing.isEmpty()) {
            return outcome;
        }
        boolean hasRoom = Allotment.COUNTERS.hasRoom(table, tenantId, missing.size());
        missing.forEach((name, amount) -> values.put(name, hasRoom ? amount : 0L));
        return hasRoom ? outcome.and(make(tenantId, missing, Source.CHAT)) : outcome;
    }

    private Outcome<Boolean> step(String tenantId, String name, long amount) {
        return step(tenantId, Map.of(name, amount)).map(values -> true);
    }

    /// Sets a counter for chat.
    public Outcome<Counter> set(String tenantId, String name, long value) {
        return put(tenantId, name, value, Source.CHAT, () -> null).map(Saved::value);
    }

    /// Removes a counter. No event tells of it: `counter.updated` has a value, and there is none any more.
    ///
    /// @throws Problem `not_found`
    Outcome<Counter> delete(String tenantId, String name) {
        Counter counter = find(tenantId, name);
        return Outcome.of(counter)
                .writing(
                        Write.delete(Keys.counter(tenantId, name)).when(Condition.rowExists()),
                        Allotment.COUNTERS.giveBackBy(tenantId, counter.app()));
    }

    private Outcome<Counter> change(String tenantId, Counter counter, long value, Source source) {
        if (value == counter.value()) {
            return Outcome.of(counter);
        }
        Counter changed = counter.with(value, clock.instant());
        Write write = Objects.requireNonNull(
                Counter.SCHEMA.difference(Keys.counter(tenantId, counter.name()), counter, changed));
        return Outcome.of(changed)
                .writing(write.when(Condition.equal(Counter.VALUE, counter.value())))
                .emitting(updated(tenantId, counter.name(), source));
    }

    /// A change to a value, whatever the value is by then; one that it has already is decided again, and is no change.
    private Outcome<Counter> changed(String tenantId, Counter counter, long value, Source source) {
        Outcome<Counter> change = change(tenantId, counter, value, source);
        Write set = Write.update(Keys.counter(tenantId, counter.name()))
                .set(Counter.VALUE, value)
                .set(Counter.UPDATED_AT, clock.instant())
                .when(Condition.any(Condition.below(Counter.VALUE, value), Condition.above(Counter.VALUE, value)));
        return value == counter.value() ? change : change.orBy(new OneUpdate<>(set, Counter::of));
    }

    private static Event updated(String tenantId, String name, Source source) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("name", name);
        data.put(Counter.VALUE, null);
        data.put("source", source.label);
        return new Event(EventType.COUNTER_UPDATED, data).keptIn(Keys.counter(tenantId, name), Counter.VALUE);
    }
}
