package streamerapi.shared.queues;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.service.TestClock;
import streamerapi.shared.aws.AwsTransport;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Table;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;
import streamerapi.webhooks.SentMessages;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/// Messages that are due later are all sent in their time, however many one account has.
@NullMarked
class LaterMessagesTest {

    private static final String BUSY = "ten_0busybusybusy";
    private static final String OTHER = "ten_0otherotherot";
    private static final int MANY = 3_000;

    private final TestClock clock = new TestClock();
    private final SentMessages sent = new SentMessages();
    private final AwsTransport memory = new TableService(MemoryTable.ofInserts(row -> {})).transport();
    private final AtomicInteger calls = new AtomicInteger();
    private final Table table = TableService.over((operation, body) -> {
        calls.incrementAndGet();
        return memory.once(operation, body);
    });
    private final LaterMessages later = new LaterMessages(table, clock);

    @Test
    void thousandsOfOneAccountTakeAFewHundredCalls() throws IOException {
        Instant due = clock.instant().plus(Duration.ofMinutes(16));
        later.keep(OTHER, "other", due, "{\"other\":{}}");
        for (int i = 0; i < MANY; i++) {
            later.keep(BUSY, "busy" + i, due.plusMillis(i), "{\"busy\":{}}");
        }
        later.keep(OTHER, "tomorrow", due.plus(Duration.ofDays(1)), "{\"tomorrow\":{}}");
        clock.advance(Duration.ofMinutes(15));
        calls.set(0);

        assertThat(later.announce(sent.services(clock).work())).isEqualTo(MANY + 1);

        assertThat(sent.requests().size() + calls.get())
                .as("one after the other, two for each message would take longer than the function has")
                .isLessThan(MANY / 4);
        assertThat(sent.requests().stream()
                        .flatMap(request -> Pattern.compile("\"MessageGroupId\":\"([^\"]+)")
                                .matcher(request)
                                .results())
                        .map(found -> found.group(1)))
                .as("SQS tells the busy account from others")
                .hasSize(MANY + 1)
                .containsOnly(BUSY, OTHER);
        assertThat(sent.take().stream().filter(LaterMessagesTest::isOther)).hasSize(1);
        assertThat(table.query(Query.of(EffectKeys.LATER, "2")))
                .singleElement()
                .satisfies(kept -> assertThat(kept.key().sort()).contains("tomorrow"));
    }

    private static boolean isOther(JsonNode message) {
        return message.has("other");
    }
}
