package streamerapi.chat;

import org.jspecify.annotations.Nullable;
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
    /// @throws Problem `chat_rate_limited` with `Retry-After`
    public void take(String tenantId) {
        Row row = table.get(ChatKeys.chatSends(tenantId));
        while (true) {
            Write write = count(tenantId, row);
            Table.Updated updated = table.update(write);
            if (updated.done()) {
                return;
            }
            row = updated.row();
        }
    }

    private Write count(String tenantId, @Nullable Row row) {
        Instant now = clock.instant();
        List<Instant> times = new ArrayList<>();
        if (row != null) {
            Instant begin = now.minus(WINDOW);
            row.get(TIMES).stream().filter(time -> time.isAfter(begin)).forEach(times::add);
        }
        if (times.size() >= MAX_MESSAGES) {
            Duration wait = Duration.between(now, times.getFirst().plus(WINDOW));
            throw Problem.of(ErrorCode.CHAT_RATE_LIMITED).reaching(MAX_MESSAGES, WINDOW, wait);
        }
        times.add(now);
        long revision = row == null ? 0 : row.get(REVISION);
        return Write.update(ChatKeys.chatSends(tenantId))
                .set(TIMES, times)
                .set(REVISION, revision + 1)
                .set(Table.EXPIRES_AT, now.plus(WINDOW).plusSeconds(60).getEpochSecond())
                .when(row == null ? Condition.absent(REVISION) : Condition.equal(REVISION, revision));
    }
}
