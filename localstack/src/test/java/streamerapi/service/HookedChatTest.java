package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import streamerapi.connections.Provider;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.shared.json.Json;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A busy chat that Twitch sends line by line. `-Dhooks.lines=10000` sends as many, from 100 chatters, in about a
/// minute if the machine can.
@NullMarked
class HookedChatTest {

    private static final int LINES = Integer.getInteger("hooks.lines", 200);
    private static final int CHATTERS = Math.max(10, LINES / 100);
    private static final Duration PACE = Duration.ofMinutes(1);

    @AutoClose
    private final PlatformApis platforms = new PlatformApis();

    @AutoClose
    private final Service service = Service.start(platforms.variables());

    private final Account account = service.newAccount();
    private final TestPlatform twitch = TestPlatform.connected(account, Provider.TWITCH);

    @Test
    void noLineIsLostAndNoneIsTakenTwice() throws Exception {
        int each = LINES / CHATTERS;
        for (int i = 0; i < CHATTERS; i++) {
            counter("c" + i);
        }
        long began = System.nanoTime();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> chatters = IntStream.range(0, CHATTERS)
                    .<Future<?>>mapToObj(chatter -> threads.submit(() -> say(chatter, each)))
                    .toList();
            for (Future<?> chatter : chatters) {
                chatter.get();
            }
        }
        long sent = System.nanoTime();
        await().atMost(Duration.ofMinutes(20)).until(() -> values("c0").size() == each);
        HooksTest.settled(service);
        int late = 0;
        for (int i = 0; i < CHATTERS; i++) {
            List<Long> values = values("c" + i);
            assertThat(values)
                    .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, each)
                            .mapToObj(Long::valueOf)
                            .toList());
            late += inversions(values);
        }
        System.out.printf(
                "%d lines of %d chatters sent in %d ms, taken %d ms later; %d after a later one of their chatter%n",
                LINES, CHATTERS, (sent - began) / 1_000_000, (System.nanoTime() - sent) / 1_000_000, late);
    }

    @Test
    void linesOfAChatterThatComeTogetherAreTakenInTheirOrder() throws FunctionError {
        counter("c0");
        Instant first = service.clock().instant();
        List<Map<String, Object>> records = new ArrayList<>();
        for (int i = 1; i <= 10; i++) {
            records.add(queued(i, first.plusMillis(i)));
        }
        Collections.shuffle(records, new Random(7));
        byte[] answer = service.stack().invoke("WorkerFunction", Json.write(Map.of("Records", records)));
        assertThat(new String(answer, StandardCharsets.UTF_8)).isEqualTo("{\"batchItemFailures\":[]}");
        assertThat(values("c0")).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
    }

    private Map<String, Object> queued(int value, Instant at) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("user_id", "77");
        data.put("user_name", "Ada");
        data.put("user_login", "ada");
        data.put("message_id", "l" + value);
        data.put("text", "!c0 " + value);
        data.put("is_mod", true);
        Map<String, Object> event = Map.of(
                "tenant_id",
                account.tenantId(),
                "provider",
                "twitch",
                "id",
                "m" + value,
                "type",
                "chat.message",
                "occurred_at",
                at.toString(),
                "data",
                data);
        return Map.of(
                "messageId",
                "q" + value,
                "body",
                Json.writeText(Map.of("platform", event)),
                "attributes",
                Map.of("MessageGroupId", account.tenantId() + ".twitch.chat.5"));
    }

    /// Each line follows the answer to the one before; a large run keeps the pace of a minute.
    private Object say(int chatter, int lines) {
        long began = System.nanoTime();
        for (int i = 1; i <= lines; i++) {
            if (LINES >= 10_000) {
                long due = began + PACE.toNanos() * (i - 1) / lines;
                LockSupport.parkNanos(due - System.nanoTime());
            }
            Map<String, Object> line = new LinkedHashMap<>(
                    TestPlatform.line("u" + chatter, "chatter" + chatter, chatter + "-" + i, "!c" + chatter + " " + i));
            line.put("badges", List.of(Map.of("set_id", "moderator", "id", "1", "info", "")));
            twitch.sendAs("m-" + chatter + "-" + i, "channel.chat.message", line)
                    .expect(204);
        }
        return lines;
    }

    private static int inversions(List<Long> values) {
        int late = 0;
        long most = 0;
        for (long value : values) {
            late += value < most ? 1 : 0;
            most = Math.max(most, value);
        }
        return late;
    }

    /// The values that chat set a counter to, in the order of the events.
    private List<Long> values(String counter) {
        return account.events().stream()
                .map(event -> Json.asObject(
                        Objects.requireNonNull(Json.asObject(Json.read(event)).get("data"))))
                .filter(data -> counter.equals(data.get("name")) && "chat".equals(data.get("source")))
                .map(data -> ((Number) Objects.requireNonNull(data.get("value"))).longValue())
                .toList();
    }

    private void counter(String name) {
        account.api()
                .send("PUT", "/counters/" + name, Json.write(Map.of("value", 0)))
                .expect(201);
    }
}
