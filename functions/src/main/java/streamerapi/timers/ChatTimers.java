package streamerapi.timers;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.limits.Quota;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Body;
import streamerapi.shared.schema.Changes;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// An account's chat timers (spec "Chat timers").
///
/// A change of a timer and of its account's schedule is one transaction, on the condition that the schedule is still
/// the one that was read.
public final class ChatTimers {

    private static final Attribute<Instant> UPDATED_AT = Attribute.time("updated_at");

    private final TableReader table;
    private final Ids ids;
    private final InstantSource clock;
    private final Supplier<RandomGenerator> random;

    /// @param random rolls the intervals of random cadences
    public ChatTimers(TableReader table, Ids ids, InstantSource clock, Supplier<RandomGenerator> random) {
        this.table = table;
        this.ids = ids;
        this.clock = clock;
        this.random = random;
    }

    /// Every timer of an account, oldest first.
    public List<ChatTimer> all(String tenantId) {
        return table.query(Query.of(Keys.account(tenantId), ChatKeys.TIMER)).stream()
                .map(ChatTimer::of)
                .toList();
    }

    /// @throws Problem `not_found`
    public ChatTimer find(String tenantId, String timerId) {
        return known(table.get(ChatKeys.timer(tenantId, timerId)));
    }

    /// Makes a timer, whose first post comes one interval from now.
    ///
    /// @param app the app that makes it, or null; asked for once all is read
    /// @throws Problem `bad_request`; when committed, `limit_reached`
    public Outcome<ChatTimer> create(String tenantId, Body body, Supplier<@Nullable String> app) {
        ChatTimer timer = ChatTimer.read(body, ids.next("tmr"), now());
        Seen seen = see(tenantId);
        String maker = app.get();
        return create(tenantId, List.of(timer.by(maker)), seen, Quota.TIMERS.takeBy(tenantId, maker))
                .map(List::getFirst);
    }

    /// Makes timers that have been checked.
    ///
    /// @throws Problem when committed, `limit_reached`
    public Outcome<List<ChatTimer>> create(String tenantId, List<ChatTimer> timers) {
        return create(tenantId, timers, see(tenantId), Quota.TIMERS.take(tenantId, timers.size()));
    }

    private Outcome<List<ChatTimer>> create(String tenantId, List<ChatTimer> timers, Seen seen, Write taken) {
        TimerSchedule after = seen.schedule;
        Outcome<List<ChatTimer>> outcome = Outcome.of(timers);
        for (ChatTimer timer : timers) {
            after = after.with(timer.id(), timer.enabled() ? fresh(timer, seen.lines) : null);
            outcome = outcome.writing(Write.put(ChatTimer.SCHEMA.row(ChatKeys.timer(tenantId, timer.id()), timer))
                    .when(Condition.noRow()));
        }
        return outcome.writing(taken).writing(seen.replacedBy(after));
    }

    /// Changes a timer. Another interval, or its enabling, starts its schedule from now.
    ///
    /// @throws Problem `not_found`, `bad_request`
    public Outcome<ChatTimer> change(String tenantId, String timerId, Changes<ChatTimer> changes) {
        Key key = ChatKeys.timer(tenantId, timerId);
        Seen seen = see(tenantId, key);
        ChatTimer before = known(seen.rows.get(key));
        if (changes.appliedTo(before, Map.of()).equals(before)) {
            return Outcome.of(before);
        }
        Instant later = before.updatedAt().plusMillis(1);
        Instant now = now();
        ChatTimer after = changes.appliedTo(before, Map.of(UPDATED_AT.name(), now.isBefore(later) ? later : now));
        Write write = Objects.requireNonNull(ChatTimer.SCHEMA.difference(key, before, after))
                .when(Condition.equal(UPDATED_AT, before.updatedAt()));
        TimerSchedule.Entry entry = seen.schedule.rescheduled(before, after, now, timer -> fresh(timer, seen.lines));
        return Outcome.of(after).writing(write).writing(seen.replacedBy(seen.schedule.with(timerId, entry)));
    }

    /// Removes a timer.
    ///
    /// @throws Problem `not_found`
    public Outcome<ChatTimer> delete(String tenantId, String timerId) {
        Key key = ChatKeys.timer(tenantId, timerId);
        Seen seen = see(tenantId, key);
        ChatTimer timer = known(seen.rows.get(key));
        return Outcome.of(timer)
                .writing(
                        Write.delete(key).when(Condition.equal(UPDATED_AT, timer.updatedAt())),
                        Quota.TIMERS.giveBackBy(tenantId, timer.app()))
                .writing(seen.replacedBy(seen.schedule.with(timerId, null)));
    }

    /// Lets the timers know whether the streamer is live. Timers for streams alone that were due before a stream began,
    /// or waited for its chat, start anew with it.
    public Outcome<?> live(String tenantId, boolean live) {
        Seen seen = see(tenantId);
        if (seen.schedule.revision() > 0 && seen.schedule.live() == live) {
            return Outcome.empty();
        }
        TimerSchedule after = seen.schedule.live(live);
        return Outcome.empty()
                .writing(seen.replacedBy(
                        live ? after.started(all(tenantId), now(), timer -> fresh(timer, seen.lines)) : after));
    }

    /// A timer's part that begins now.
    private TimerSchedule.Entry fresh(ChatTimer timer, long lines) {
        Instant due = now().plus(timer.roll(random.get()));
        return new TimerSchedule.Entry(due, timer.liveOnly(), timer.minChatLines(), lines, false);
    }

    /// An account's schedule and its count of lines, with other rows, as they were read together.
    private record Seen(TimerSchedule schedule, long lines, Map<Key, Row> rows) {

        /// The writes that put another schedule in the place of the one that was read.
        Write[] replacedBy(TimerSchedule after) {
            return after.equals(schedule) ? new Write[0] : after.writes(schedule);
        }
    }

    private Seen see(String tenantId, Key... more) {
        Key schedule = ChatKeys.timerSchedule(tenantId);
        Key lines = ChatKeys.chatLines(tenantId);
        Key[] keys = new Key[more.length + 2];
        keys[0] = schedule;
        keys[1] = lines;
        System.arraycopy(more, 0, keys, 2, more.length);
        Map<Key, Row> rows = table.getAll(keys);
        return new Seen(TimerSchedule.of(tenantId, rows.get(schedule)), LineCount.lines(rows.get(lines)), rows);
    }

    private static ChatTimer known(@Nullable Row row) {
        if (row == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return ChatTimer.of(row);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
