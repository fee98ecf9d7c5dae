package streamerapi.chat;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.limits.RateLimitStatus;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// How often programs may send to a streamer's chat: [#MAX_MESSAGES] in any [#WINDOW], of all credentials together
/// (spec "Limits"). A row holds the times of the last messages, and is replaced on the condition that it is unchanged;
/// who loses sees the row that won, so that of any number at once exactly as many pass as may.
public final class ChatSendLimit {

    /// How many messages may be sent in a window.
    public static final int MAX_MESSAGES = 20;

    /// How long the window is, which ends with now.
    public static final Duration WINDOW = Duration.ofSeconds(30);

    private static final Attribute<List<Instant>> TIMES = Attribute.times("times");
    private static final Attribute.Whole REVISION = Attribute.whole("revision");

    private final Table table;
    private final InstantSource clock;

    public ChatSendLimit(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// Counts a message.
    ///
    /// @return how many may still be sent, and when the oldest leaves the window
    /// @throws Problem `chat_rate_limited` with `Retry-After`
    public RateLimitStatus take(String tenantId) {
        Row row = table.get(ChatKeys.chatSends(tenantId));
        while (true) {
            Instant now = clock.instant();
            List<Instant> times = withOneMore(row, now);
            Table.Updated updated = table.update(count(tenantId, row, times));
            if (updated.done()) {
                return new RateLimitStatus(MAX_MESSAGES, MAX_MESSAGES - times.size(), untilFree(times, now), WINDOW);
            }
            row = updated.row();
        }
    }

    private static List<Instant> withOneMore(@Nullable Row row, Instant now) {
        List<Instant> times = new ArrayList<>();
        if (row != null) {
            Instant begin = now.minus(WINDOW);
            row.get(TIMES).stream().filter(time -> time.isAfter(begin)).forEach(times::add);
        }
        if (times.size() >= MAX_MESSAGES) {
            throw Problem.of(ErrorCode.CHAT_RATE_LIMITED).reaching(MAX_MESSAGES, WINDOW, untilFree(times, now));
        }
        times.add(now);
        return times;
    }

    private static Duration untilFree(List<Instant> times, Instant now) {
        return Duration.between(now, times.getFirst().plus(WINDOW));
    }

    private static Write count(String tenantId, @Nullable Row row, List<Instant> times) {
        long revision = row == null ? 0 : row.get(REVISION);
        return Write.update(ChatKeys.chatSends(tenantId))
                .set(TIMES, times)
                .set(REVISION, revision + 1)
                .set(
                        Table.EXPIRES_AT,
                        times.getLast().plus(WINDOW).plusSeconds(60).getEpochSecond())
                .when(row == null ? Condition.absent(REVISION) : Condition.equal(REVISION, revision));
    }
}
