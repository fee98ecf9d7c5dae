package streamerapi.counters;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.labels.Labelled;
import streamerapi.shared.limits.Quota;
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
import streamerapi.warnings.KeptCode;
import streamerapi.warnings.KeptWarnings;
import streamerapi.warnings.KeptWarnings.KeptWarning;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/// An account's counters (spec "Counters").
///
/// A change is written in one transaction with its event, on the condition that the counter still has the value that
/// was read; otherwise it is decided again. So every one of many concurrent increments counts, and each caller gets its
/// own sum.
public final class Counters {

    private final TableReader table;
    private final InstantSource clock;

    /// The source of a change, as `counter.updated` names it.
    public enum Source implements Labelled {
        CHAT,
        DASHBOARD,
        API
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

    /// Every counter of an account, as in a socket's first frame.
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

    /// Sets a counter, and creates it if it does not exist. Setting the value that it already has changes nothing.
    ///
    /// @param app supplies the app that sets it, or null; called after all reads, and only if the counter is created
    /// @throws Problem `bad_request` for a name that a counter cannot have; when committed, `limit_reached`
    Outcome<Saved<Counter>> put(
            String tenantId, String name, long value, Source source, Supplier<@Nullable String> app) {
        Counter.checkName(name);
        Row row = table.get(Keys.counter(tenantId, name));
        if (row != null) {
            return change(tenantId, Counter.of(row), value, source).map(counter -> new Saved<>(counter, false));
        }
        String maker = app.get();
        return make(tenantId, Map.of(name, value), source, maker, Quota.COUNTERS.takeBy(tenantId, maker))
                .map(counters -> new Saved<>(counters.getFirst(), true));
    }

    /// Creates counters that do not exist yet.
    ///
    /// @param values by the counters' names
    /// @throws Problem when committed, `limit_reached`
    public Outcome<List<Counter>> make(String tenantId, Map<String, Long> values, Source source) {
        return make(tenantId, values, source, null, Quota.COUNTERS.take(tenantId, values.size()));
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
                    .emitting(CounterUpdated.EVENT, CounterUpdated.of(counter, source));
        }
        return outcome;
    }

    /// Adds to a counter; a negative amount subtracts.
    ///
    /// @throws Problem `not_found`, or `bad_request` if the sum would be larger than a counter can be
    public Outcome<Counter> add(String tenantId, String name, long amount, Source source) {
        Counter counter = find(tenantId, name);
        long sum = counter.value() + amount;
        if (Math.abs(sum) > Counter.MAX_VALUE) {
            throw Problem.badField("amount", "The counter would pass " + Counter.MAX_VALUE);
        }
        return change(tenantId, counter, sum, source);
    }

    /// The value of a counter; 0 if there is none.
    public long value(String tenantId, String name) {
        Row row = table.get(Keys.counter(tenantId, name));
        return row == null ? 0 : Counter.of(row).value();
    }

    /// Adds to counters for chat, and creates those that do not exist. A step that would exceed the largest value
    /// changes nothing, nor does one that would exceed the number of counters, of which the dashboard's home warns.
    ///
    /// @param amounts by the counters' names
    /// @return the values after the steps
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
            Outcome<Counter> stepped = step(tenantId, Counter.of(row), step.getValue());
            values.put(step.getKey(), stepped.value().value());
            outcome = outcome.and(stepped);
        }
        if (missing.isEmpty()) {
            return outcome;
        }
        boolean hasRoom = Quota.COUNTERS.hasRoom(table, tenantId, missing.size());
        missing.forEach((name, amount) -> values.put(name, hasRoom ? amount : 0L));
        return hasRoom
                ? outcome.and(make(tenantId, missing, Source.CHAT))
                : outcome.writing(noRoom(tenantId, missing.keySet().iterator().next()));
    }

    /// The warning on the dashboard's home about a counter that chat cannot make: its value stays 0.
    private Write noRoom(String tenantId, String name) {
        KeptWarning warning = new KeptWarning(
                KeptCode.COUNTER_LIMIT_REACHED,
                "A command or a timer counts with " + name + ", but there is no room for another counter. Remove one.");
        return KeptWarnings.kept(tenantId, warning, "", clock.instant());
    }

    /// Adds to a counter for chat. A sum that is too large changes nothing.
    ///
    /// @return the counter after it
    public Outcome<Counter> step(String tenantId, Counter counter, long amount) {
        long sum = counter.value() + amount;
        return change(tenantId, counter, Math.abs(sum) <= Counter.MAX_VALUE ? sum : counter.value(), Source.CHAT);
    }

    /// Sets a counter for chat.
    ///
    /// @return the counter after it
    public Outcome<Counter> set(String tenantId, Counter counter, long value) {
        return change(tenantId, counter, value, Source.CHAT);
    }

    /// Removes a counter. There is no event: `counter.updated` has a value, and a removed counter has none.
    ///
    /// @throws Problem `not_found`
    Outcome<Counter> delete(String tenantId, String name) {
        Counter counter = find(tenantId, name);
        return Outcome.of(counter)
                .writing(
                        Write.delete(Keys.counter(tenantId, name))
                                .when(Condition.equal(Counter.VALUE, counter.value())),
                        Quota.COUNTERS.giveBackBy(tenantId, counter.app()));
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
                .emitting(CounterUpdated.EVENT, CounterUpdated.of(changed, source));
    }
}
