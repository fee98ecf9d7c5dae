package streamerapi.timers;

import org.jspecify.annotations.Nullable;
import streamerapi.bot.BotState;
import streamerapi.overlays.ChatMark;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Counts the lines of alpha's chats, for timers that wait for some.
///
/// A process counts by itself and writes to the table in batches: after [#MAX_BATCH] lines or [#MAX_DELAY], or once the
/// lines that it knows of are enough for a timer, because chat may fall silent then, and no further line would bring
/// the batch along. An account without such a timer is not counted: its row is read once in [#MAX_DELAY], and only
/// while its chat goes on. A process that ends takes at most a batch with it.
public final class LineCount {

    /// The most lines that a process keeps to itself.
    public static final int MAX_BATCH = 100;

    /// How long a process keeps lines to itself, or believes what it has read, while lines come.
    public static final Duration MAX_DELAY = Duration.ofSeconds(10);

    private static final Attribute.Whole LINES = Attribute.whole("lines");
    private static final Attribute.Whole GOAL = Attribute.whole("goal");
    private static final Attribute<List<Long>> GOALS = Attribute.numbers("goals");
    private static final Attribute.Flag COUNTED = Attribute.flag("counted");
    private static final int MAX_CHATS = 1_000;

    private final Table table;
    private final InstantSource clock;
    private final Consumer<String> wake;
    private final Map<String, Chat> chats = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Chat> eldest) {
            return size() > MAX_CHATS;
        }
    };

    /// @param wake has an account's timers looked at: chat has had the lines that one waits for
    public LineCount(Table table, InstantSource clock, Consumer<String> wake) {
        this.table = table;
        this.clock = clock;
        this.wake = wake;
    }

    /// How many lines a row of [ChatKeys#chatLines] has counted.
    static long lines(@Nullable Row row) {
        return row == null ? 0 : row.get(LINES);
    }

    /// The write that tells the count about a schedule: whether to count lines, which numbers of them are enough for a
    /// timer, and at how many one is due.
    static Write follow(TimerSchedule schedule) {
        List<Long> goals = schedule.goals();
        return Write.update(ChatKeys.chatLines(schedule.tenantId()))
                .set(COUNTED, !goals.isEmpty())
                .set(GOALS, goals.isEmpty() ? null : goals)
                .set(GOAL, schedule.goal().orElse(null));
    }

    /// Counts one line, unless the bot said it: a timer that waits for chat does not wait for posts of timers.
    ///
    /// @param login of the chatter, if the line can be the bot's; null if it cannot
    public void count(String tenantId, @Nullable String login) {
        Chat chat;
        synchronized (chats) {
            chat = chats.computeIfAbsent(tenantId, Chat::new);
        }
        if (chat.count(login)) {
            wake.accept(tenantId);
        }
    }

    /// Whether an overlay shows the account's chat, as far as was known [#MAX_DELAY] ago. If lines were counted
    /// meanwhile, their row was read with it.
    public boolean isShown(String tenantId) {
        Chat chat;
        synchronized (chats) {
            chat = chats.computeIfAbsent(tenantId, Chat::new);
        }
        return chat.isShown();
    }

    /// One account's chat, as this process knows it.
    private final class Chat {

        private final String tenantId;
        private int pending;
        private Instant told = Instant.MIN;
        private boolean counted;
        private long lines;
        private @Nullable Long goal;
        private List<Long> goals = List.of();
        private Instant seen = Instant.MIN;
        private Instant shownUntil = Instant.MIN;
        private @Nullable String bot;
        private Instant botSeen = Instant.MIN;

        private Chat(String tenantId) {
            this.tenantId = tenantId;
        }

        /// @return whether chat has had the lines that a timer waits for
        private synchronized boolean count(@Nullable String login) {
            Instant now = clock.instant();
            boolean stale = told.isBefore(now.minus(MAX_DELAY));
            if (!counted) {
                return stale && learn(login, now);
            }
            if (isOfBot(login, now)) {
                return false;
            }
            pending++;
            if (!stale && pending < MAX_BATCH && pending < untilGoal()) {
                return false;
            }
            return tell(now);
        }

        /// How many lines are missing until there are enough for a timer. A timer that is due is told with every line
        /// until it has posted.
        private long untilGoal() {
            long until = goal == null ? MAX_BATCH : Math.max(1, goal - lines);
            for (long each : goals) {
                until = each > lines ? Math.min(until, each - lines) : until;
            }
            return until;
        }

        /// Reads whether lines are counted. Lines before this one do not count.
        private boolean learn(@Nullable String login, Instant now) {
            Row row = see(now, table.get(ChatKeys.chatLines(tenantId)));
            told = now;
            counted = row != null && row.get(COUNTED);
            pending = counted && !isOfBot(login, now) ? 1 : 0;
            return counted && tell(now);
        }

        private boolean isOfBot(@Nullable String login, Instant now) {
            if (login != null && botSeen.isBefore(now.minus(MAX_DELAY))) {
                bot = BotState.of(tenantId, table.get(ChatKeys.bot(tenantId)))
                        .alpha()
                        .login();
                botSeen = now;
            }
            return login != null && login.equalsIgnoreCase(bot);
        }

        private boolean tell(Instant now) {
            Write write = Write.update(ChatKeys.chatLines(tenantId)).add(LINES, pending);
            Row row = see(now, table.update(write).row());
            pending = 0;
            told = now;
            lines = lines(row);
            counted = row != null && row.get(COUNTED);
            goal = row != null && row.has(GOAL) ? row.get(GOAL) : null;
            goals = row == null ? List.of() : row.get(GOALS);
            return counted && goal != null && lines >= goal;
        }

        private synchronized boolean isShown() {
            Instant now = clock.instant();
            if (seen.isBefore(now.minus(MAX_DELAY))) {
                see(now, table.get(ChatKeys.chatLines(tenantId)));
            }
            return shownUntil.isAfter(now);
        }

        private @Nullable Row see(Instant now, @Nullable Row row) {
            seen = now;
            shownUntil = ChatMark.in(row);
            return row;
        }
    }
}
