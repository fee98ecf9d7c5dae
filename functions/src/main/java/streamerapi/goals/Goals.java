package streamerapi.goals;

import org.jspecify.annotations.Nullable;
import streamerapi.ledger.Ledger;
import streamerapi.settings.Settings;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.GoalKeys;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.tasks.Async;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/// An account's goals of followers and subscriptions, and its stream's timer.
public final class Goals {

    private static final List<Counted> KINDS = List.of(Counted.FOLLOWS, Counted.SUBS);

    private final Table table;
    private final Ledger ledger;
    private final InstantSource clock;

    public Goals(Table table, InstantSource clock) {
        this.table = table;
        this.ledger = new Ledger(table, clock);
        this.clock = clock;
    }

    /// Both goals, whether or not they have a target.
    List<CountGoal.GoalProgress> all(String tenantId) {
        Async<Tally> tally = Async.start(() -> Tally.read(table, tenantId));
        Map<Key, Row> rows = table.getAll(key(tenantId, Counted.FOLLOWS), key(tenantId, Counted.SUBS));
        return KINDS.stream()
                .map(kind -> CountGoal.of(kind, rows.get(key(tenantId, kind))).with(tally.join()))
                .toList();
    }

    /// Changes a goal. Alerts are counted from the first one on.
    Outcome<List<CountGoal.GoalProgress>> change(String tenantId, Counted counted, CountGoal.Change change) {
        Async<Tally> tally = Async.start(() -> Tally.read(table, tenantId));
        Map<Key, Row> rows =
                table.getAll(key(tenantId, Counted.FOLLOWS), key(tenantId, Counted.SUBS), Keys.profile(tenantId));
        Row before = rows.get(key(tenantId, counted));
        CountGoal goal = CountGoal.of(counted, before).changed(change, tally.join());
        List<CountGoal.GoalProgress> goals = KINDS.stream()
                .map(one ->
                        (one == counted ? goal : CountGoal.of(one, rows.get(key(tenantId, one)))).with(tally.join()))
                .toList();
        return counting(tenantId, rows, Outcome.of(goals).writing(goal.kept(tenantId, before)));
    }

    /// The timer's current state; an empty one if there is no timer.
    StreamTimer.TimerStatus timer(String tenantId) {
        return seen(tenantId).shown();
    }

    /// Makes the timer anew: it begins now.
    Outcome<StreamTimer.TimerStatus> begin(String tenantId, StreamTimer.Beginning body) {
        Seen seen = seen(tenantId);
        StreamTimer timer = StreamTimer.beginning(body, seen.tally, seen.now);
        Outcome<StreamTimer.TimerStatus> begun =
                Outcome.of(new StreamTimer.TimerStatus(timer, 0, seen.now)).writing(timer.kept(tenantId, seen.row()));
        return counting(tenantId, seen.rows, begun);
    }

    Outcome<StreamTimer.TimerStatus> pause(String tenantId) {
        return changed(tenantId, seen -> timer -> timer.paused(seen.now));
    }

    Outcome<StreamTimer.TimerStatus> resume(String tenantId) {
        return changed(tenantId, seen -> timer -> timer.resumed(seen.now));
    }

    Outcome<StreamTimer.TimerStatus> lengthen(String tenantId, long seconds) {
        return changed(tenantId, seen -> timer -> timer.longer(seconds, seen.added(), seen.now));
    }

    /// Changes the rules of what is counted from now on. The time left stays.
    Outcome<StreamTimer.TimerStatus> rule(String tenantId, TimerRules rules) {
        return changed(tenantId, seen -> timer -> timer.ruledBy(rules, seen.added(), seen.tally, seen.now));
    }

    /// The writes by which the timer keeps its time while the account's currency changes: what tips added so far stays,
    /// and from now on tips in the new currency add to it.
    public List<Write> currencyChanging(String tenantId) {
        Seen seen = seen(tenantId);
        StreamTimer timer = seen.timer();
        return timer == null || !timer.rules().countTips()
                ? List.of()
                : List.of(timer.ruledBy(timer.rules(), seen.added(), seen.tally, seen.now)
                        .kept(tenantId, seen.row()));
    }

    /// Removes the timer.
    ///
    /// @throws Problem `not_found`
    Outcome<StreamTimer.TimerStatus> remove(String tenantId) {
        Seen seen = seen(tenantId);
        Row row = seen.row();
        if (row == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return Outcome.of(new StreamTimer.TimerStatus(null, 0, seen.now))
                .writing(Write.delete(row.key()).when(Condition.asRead(row)));
    }

    private Outcome<StreamTimer.TimerStatus> changed(
            String tenantId, Function<Seen, Function<StreamTimer, StreamTimer>> change) {
        Seen seen = seen(tenantId);
        StreamTimer timer = seen.timer();
        if (timer == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        StreamTimer after = change.apply(seen).apply(timer);
        Outcome<StreamTimer.TimerStatus> shown = Outcome.of(new StreamTimer.TimerStatus(after, seen.added(), seen.now));
        return after.equals(timer) ? shown : shown.writing(after.kept(tenantId, seen.row()));
    }

    /// The timer's row, the account's, and the counts.
    private record Seen(String tenantId, Map<Key, Row> rows, Tally tally, BigDecimal paid, Instant now) {

        private @Nullable Row row() {
            return rows.get(GoalKeys.streamTimer(tenantId));
        }

        private @Nullable StreamTimer timer() {
            return StreamTimer.of(row());
        }

        private long added() {
            StreamTimer timer = timer();
            return timer == null ? 0 : timer.added(tally, paid);
        }

        private StreamTimer.TimerStatus shown() {
            return new StreamTimer.TimerStatus(timer(), added(), now);
        }
    }

    private Seen seen(String tenantId) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Async<Tally> tally = Async.start(() -> Tally.read(table, tenantId));
        Map<Key, Row> rows = table.getAll(GoalKeys.streamTimer(tenantId), Keys.profile(tenantId));
        StreamTimer timer = StreamTimer.of(rows.get(GoalKeys.streamTimer(tenantId)));
        BigDecimal paid = timer == null || !timer.rules().countTips()
                ? BigDecimal.ZERO
                : ledger.sum(
                        tenantId, List.of(Settings.of(account(tenantId, rows)).currency()), timer.beganAt(), null);
        return new Seen(tenantId, rows, tally.join(), paid, now);
    }

    private static Row account(String tenantId, Map<Key, Row> rows) {
        return Objects.requireNonNull(rows.get(Keys.profile(tenantId)));
    }

    private static <T> Outcome<T> counting(String tenantId, Map<Key, Row> rows, Outcome<T> outcome) {
        return Tally.isKept(account(tenantId, rows)) ? outcome : outcome.writing(Tally.keeping(tenantId));
    }

    private static Key key(String tenantId, Counted kind) {
        return GoalKeys.countGoal(tenantId, kind.label());
    }
}
