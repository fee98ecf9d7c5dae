package streamerapi.timers;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.LaterMessages;
import streamerapi.shared.queues.MessageGroups;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Table;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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
        List<DelayQueue.Due> due = table.query(TimerSchedule.dueBefore(horizon)).stream()
                .map(row -> TimerSchedule.of(row.key().sort(), row))
                .flatMap(schedule -> messages(schedule, Instant.MIN, horizon))
                .toList();
        workQueue.sendAll(due);
        return due.size();
    }

    /// Posts what is due of an account for a message, and sends the same messages for the account. If nothing is due,
    /// the message came again, or before its time by this process's clock: what is due in a moment gets another one.
    public void post(String tenantId, TimerPosts posts) {
        Instant looked = clock.instant();
        boolean hasPosted = posts.post(tenantId);
        TimerSchedule schedule = TimerSchedule.of(tenantId, table.get(ChatKeys.timerSchedule(tenantId)));
        Instant until = clock.instant().plus(hasPosted ? LaterMessages.HORIZON : APART);
        workQueue.sendAll(
                messages(schedule, hasPosted ? Instant.MIN : looked, until).toList());
    }

    /// A message for each time between two at which timers of an account are due.
    private static Stream<DelayQueue.Due> messages(TimerSchedule schedule, Instant from, Instant to) {
        return schedule.dueTimes()
                .filter(due -> due.isAfter(from) && due.isBefore(to))
                .distinct()
                .sorted()
                .map(due -> new DelayQueue.Due(
                        message(schedule.tenantId()), due, MessageGroups.of(schedule.tenantId(), TASK)));
    }

    /// Has an account's timers looked at now.
    public void wake(String tenantId) {
        workQueue.send(message(tenantId), clock.instant(), MessageGroups.of(tenantId, TASK));
    }

    private static String message(String tenantId) {
        return Json.writeText(Map.of(TASK, Map.of(TENANT, tenantId)));
    }

    /// The account whose timers a message asks to look at.
    ///
    /// @param timers what stands in the message under [#TASK]
    public static String tenantOf(Map<String, @Nullable Object> timers) {
        return Json.text(timers, TENANT);
    }
}
