package streamerapi.timers;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.LaterMessages;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Table;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Has accounts' timers looked at when they are due: a message of the work queue for each account and time.
///
/// It is asked every two minutes and looks a little further than that, and asked about an account again when one of its
/// timers has posted. So every due time is named by a message before it comes, or, if that one was lost, within two
/// minutes after it; a timer of one minute can make its first post a minute late.
public final class DuePosts {

    /// How far the clocks of two processes are apart at most.
    static final Duration APART = Duration.ofSeconds(1);

    /// The only field of the messages that it sends to the work queue.
    public static final String TASK = "timers";

    private static final String TENANT = "tenant_id";

    private final Table table;
    private final DelayQueue workQueue;
    private final InstantSource clock;

    public DuePosts(Table table, DelayQueue workQueue, InstantSource clock) {
        this.table = table;
        this.workQueue = workQueue;
        this.clock = clock;
    }

    /// Sends a message for everything that is due until [LaterMessages#HORIZON] from now.
    ///
    /// @return how many
    public int announce() {
        Instant horizon = clock.instant().plus(LaterMessages.HORIZON);
        return table.query(TimerSchedule.dueBefore(horizon)).stream()
                .mapToInt(row -> announce(TimerSchedule.of(row.key().sort(), row), Instant.MIN, horizon))
                .sum();
    }

    /// Posts what is due of an account for a message, and sends the same messages for the account. If nothing is due,
    /// the message came again, or before its time by this process's clock: what is due in a moment gets another one.
    public void post(String tenantId, TimerPosts posts) {
        Instant looked = clock.instant();
        boolean hasPosted = posts.post(tenantId);
        TimerSchedule schedule = TimerSchedule.of(tenantId, table.get(ChatKeys.timerSchedule(tenantId)));
        Instant until = clock.instant().plus(hasPosted ? LaterMessages.HORIZON : APART);
        announce(schedule, hasPosted ? Instant.MIN : looked, until);
    }

    private int announce(TimerSchedule schedule, Instant from, Instant to) {
        SortedSet<Instant> times = schedule.dueTimes()
                .filter(due -> due.isAfter(from) && due.isBefore(to))
                .collect(Collectors.toCollection(TreeSet::new));
        times.forEach(due -> send(schedule.tenantId(), due));
        return times.size();
    }

    /// Has an account's timers looked at now.
    public void wake(String tenantId) {
        send(tenantId, clock.instant());
    }

    private void send(String tenantId, Instant due) {
        workQueue.send(Json.writeText(Map.of(TASK, Map.of(TENANT, tenantId))), due);
    }

    /// The account whose timers a message asks to look at.
    ///
    /// @param timers what stands in the message under [#TASK]
    public static String tenantOf(Map<String, @Nullable Object> timers) {
        return Json.text(timers, TENANT);
    }
}
