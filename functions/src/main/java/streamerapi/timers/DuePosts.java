package streamerapi.timers;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Has accounts' timers looked at when they are due: a message of the follow-up queue for each account and time.
///
/// It is asked once a minute and looks a little further than that. So every due time is named by a message before it
/// comes, or, if that one was lost, within a minute after it.
public final class DuePosts {

    /// How far ahead it looks: a minute, and some for a schedule that is late.
    static final Duration HORIZON = Duration.ofSeconds(70);

    /// The only field of the messages that it sends to the follow-up queue.
    public static final String TASK = "timers";

    private static final String TENANT = "tenant_id";

    private final Table table;
    private final DelayQueue followUps;
    private final InstantSource clock;

    public DuePosts(Table table, DelayQueue followUps, InstantSource clock) {
        this.table = table;
        this.followUps = followUps;
        this.clock = clock;
    }

    /// Sends a message for everything that is due until [#HORIZON] from now.
    ///
    /// @return how many
    public int announce() {
        Instant horizon = clock.instant().plus(HORIZON);
        int sent = 0;
        for (Row row : table.query(TimerSchedule.dueBefore(horizon))) {
            TimerSchedule schedule = TimerSchedule.of(row.key().sort(), row);
            SortedSet<Instant> times =
                    schedule.dueTimes().filter(horizon::isAfter).collect(Collectors.toCollection(TreeSet::new));
            times.forEach(due -> send(schedule.tenantId(), due));
            sent += times.size();
        }
        return sent;
    }

    /// Has an account's timers looked at now.
    public void wake(String tenantId) {
        send(tenantId, clock.instant());
    }

    private void send(String tenantId, Instant due) {
        followUps.send(Json.writeText(Map.of(TASK, Map.of(TENANT, tenantId))), due);
    }

    /// The account whose timers a message asks to look at.
    ///
    /// @param timers what stands in the message under [#TASK]
    public static String tenantOf(Map<String, @Nullable Object> timers) {
        return (String) Objects.requireNonNull(timers.get(TENANT), TENANT);
    }
}
