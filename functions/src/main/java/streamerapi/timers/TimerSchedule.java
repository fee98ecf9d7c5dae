package streamerapi.timers;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Timestamps;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.tasks.Host;

import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// The times at which an account's enabled timers are due: one row for the account, which stands in an index by the
/// earliest time of those that can post. If none can, it stands in no index, and is not read.
///
/// @param live whether the streamer is live
/// @param entries the timers that are enabled, by id
/// @param revision 0 if there is no row; any other number tells one state from another
record TimerSchedule(String tenantId, boolean live, Map<String, Entry> entries, long revision) {
    private static final Attribute.Flag LIVE = Attribute.flag("live");

    private static final String DUE_PLACE = "D#";
    private static final Attribute.Whole REVISION = Attribute.whole("revision");
    private static final Attribute<Map<String, Object>> TIMERS = Attribute.map("timers");

    /// One timer's part.
    ///
    /// @param due when it posts next
    /// @param linesAtPost how many lines chat had had when it posted last, or was made
    /// @param waiting whether it was due and chat had not had enough lines: chat wakes it, not the clock
    record Entry(Instant due, boolean liveOnly, long minChatLines, long linesAtPost, boolean waiting) {

        /// How many lines chat must have had for it to post.
        long goal() {
            return linesAtPost + minChatLines;
        }

        /// Whether chat has had enough lines.
        boolean isMetBy(long lines) {
            return minChatLines == 0 || lines >= goal();
        }

        /// This entry, waiting for lines of chat.
        Entry waitingForChat() {
            return new Entry(due, liveOnly, minChatLines, linesAtPost, true);
        }

        private static Entry of(Map<?, ?> stored) {
            return new Entry(
                    Instant.ofEpochMilli(number(stored, "due")),
                    Boolean.TRUE.equals(stored.get("live_only")),
                    number(stored, "min_lines"),
                    number(stored, "lines_at_post"),
                    Boolean.TRUE.equals(stored.get("waiting")));
        }

        private static long number(Map<?, ?> stored, String name) {
            return stored.get(name) instanceof Number number ? number.longValue() : 0;
        }

        private Map<String, Object> stored() {
            return Map.of(
                    "due",
                    due.toEpochMilli(),
                    "live_only",
                    liveOnly,
                    "min_lines",
                    minChatLines,
                    "lines_at_post",
                    linesAtPost,
                    "waiting",
                    waiting);
        }
    }

    /// The schedule that a row holds.
    static TimerSchedule of(String tenantId, @Nullable Row row) {
        if (row == null) {
            return new TimerSchedule(tenantId, false, Map.of(), 0);
        }
        Map<String, Entry> entries = new LinkedHashMap<>();
        row.get(TIMERS).forEach((id, entry) -> entries.put(id, Entry.of((Map<?, ?>) entry)));
        return new TimerSchedule(tenantId, row.get(LIVE), entries, row.get(REVISION));
    }

    /// The schedules that have something due before a time.
    static Query dueBefore(Instant time) {
        return Query.places(ChatKeys.TIMER_SCHEDULES, DUE_PLACE)
                .newestFirst()
                .after(DUE_PLACE + Timestamps.format(time));
    }

    /// This schedule while the streamer is live, or is not.
    TimerSchedule live(boolean now) {
        return new TimerSchedule(tenantId, now, entries, revision);
    }

    /// This schedule with a timer's part replaced; null takes it out.
    TimerSchedule with(String timerId, @Nullable Entry entry) {
        Map<String, Entry> all = new LinkedHashMap<>(entries);
        if (entry == null) {
            all.remove(timerId);
        } else {
            all.put(timerId, entry);
        }
        return new TimerSchedule(tenantId, live, all, revision);
    }

    /// This schedule as a stream begins: the parts for streams alone that were due before, or waited for chat, begin
    /// now.
    ///
    /// @param timers of the account
    /// @param fresh a timer's part that begins now
    TimerSchedule started(List<ChatTimer> timers, Instant now, Function<ChatTimer, Entry> fresh) {
        TimerSchedule started = this;
        for (ChatTimer timer : timers) {
            Entry entry = entries.get(timer.id());
            if (entry != null
                    && entry.liveOnly()
                    && (entry.waiting() || entry.due().isBefore(now))) {
                started = started.with(timer.id(), fresh.apply(timer));
            }
        }
        return started;
    }

    /// The part of a timer that is changed; null if it is disabled. It begins now if it was disabled before or has
    /// another cadence, and if its time passed while it could not post. One that needs fewer lines than before does not
    /// wait for the next line: chat may have had enough.
    ///
    /// @param fresh a timer's part that begins now
    @Nullable
    Entry rescheduled(ChatTimer before, ChatTimer after, Instant now, Function<ChatTimer, Entry> fresh) {
        Entry entry = entries.get(after.id());
        if (!after.enabled()) {
            return null;
        }
        if (entry == null) {
            return fresh.apply(after);
        }
        boolean couldNotPost = !isActive(entry) && entry.due().isBefore(now);
        boolean begins = couldNotPost || !after.hasCadenceOf(before);
        return new Entry(
                begins ? fresh.apply(after).due() : entry.due(),
                after.liveOnly(),
                after.minChatLines(),
                entry.linesAtPost(),
                entry.waiting() && after.minChatLines() >= entry.minChatLines() && !begins);
    }

    /// Whether a timer of this part can post now, were it due.
    boolean isActive(Entry entry) {
        return live || !entry.liveOnly();
    }

    /// The parts that can post and are due at a time, by the clock.
    Stream<Instant> dueTimes() {
        return entries.values().stream()
                .filter(entry -> isActive(entry) && !entry.waiting())
                .map(Entry::due);
    }

    /// The number of lines at which chat wakes a timer next; empty if none waits for chat.
    Optional<Long> goal() {
        return entries.values().stream()
                .filter(entry -> isActive(entry) && entry.waiting())
                .map(Entry::goal)
                .min(Comparator.naturalOrder());
    }

    /// The numbers of lines at which chat has had enough for a timer, whether that waits yet or not: the least first,
    /// each once. Chat's lines must be counted if there are any.
    List<Long> goals() {
        return entries.values().stream()
                .filter(entry -> isActive(entry) && entry.minChatLines() > 0)
                .map(Entry::goal)
                .distinct()
                .sorted()
                .toList();
    }

    /// The writes that store this schedule in place of another, and change the count of lines if it is concerned.
    Write[] writes(TimerSchedule before) {
        boolean sameForChat = before.goals().equals(goals()) && before.goal().equals(goal());
        return sameForChat ? new Write[] {write()} : new Write[] {write(), LineCount.follow(this)};
    }

    /// The write has a revision that no other one has. So a claim of posts whose answer was lost is known as made when
    /// it is made again.
    private Write write() {
        Map<String, Object> stored = new LinkedHashMap<>();
        entries.forEach((id, entry) -> stored.put(id, entry.stored()));
        Row row = Row.of(ChatKeys.timerSchedule(tenantId))
                .with(LIVE, live)
                .with(TIMERS, stored)
                .with(
                        Table.PLACE,
                        dueTimes()
                                .min(Comparator.naturalOrder())
                                .map(due -> DUE_PLACE + Timestamps.format(due))
                                .orElse(null));
        return Write.put(row)
                .marked(REVISION, Host.random().nextLong(1, Long.MAX_VALUE))
                .when(revision == 0 ? Condition.noRow() : Condition.equal(REVISION, revision));
    }
}
