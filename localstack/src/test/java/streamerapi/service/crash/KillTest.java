package streamerapi.service.crash;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import streamerapi.localstack.Options;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;
import streamerapi.service.TestReceiver;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// The whole local stack is killed under load, again and again, and starts again by itself.
@NullMarked
@ResourceLock(Service.DATA_DIRECTORY)
class KillTest {

    /// How often it is killed. Run it with `-Dkills=20` after a change to the local stack or to the order of writes.
    private static final int ROUNDS = Integer.getInteger("kills", 2);
    private static final int CALLERS = 4;

    /// After this a delivery that a killed process had begun may be made again.
    private static final Duration LONGEST_ATTEMPT = Duration.ofMinutes(1);

    private static final Executor CALLING = Thread::startVirtualThread;

    @TempDir
    private Path directory;

    private final Random random = new Random();
    private final Set<String> waiting = ConcurrentHashMap.newKeySet();
    private final Set<String> played = ConcurrentHashMap.newKeySet();

    @Test
    void whatWasAnsweredOutlivesEveryKill() throws IOException, InterruptedException {
        KilledProcess.writeTemplate(directory);
        try (TestReceiver receiver = TestReceiver.open().answering(KillTest::sometimesFailing)) {
            KilledProcess process = KilledProcess.start(directory);
            new ApiClient(process.authUrl(), process.apiKey())
                    .post("/webhook-endpoints", Map.of("url", receiver.url()))
                    .expect(201);
            for (int round = 1; ; round++) {
                load(process, random.nextInt(1, 40));
                if (round == ROUNDS) {
                    break;
                }
                process = KilledProcess.start(directory);
            }
            try (Service service = Service.start(Options.of(directory.resolve("template.yaml"))
                    .withSeedDemo(false)
                    .withDataDir(KilledProcess.data(directory))
                    .withOverrides(Map.of("WEBHOOK_RETRY_DELAYS", "0,0,0,0,0,0,0")))) {
                service.clock().advance(LONGEST_ATTEMPT);
                Account account = new Account(
                        service,
                        process.tenantId(),
                        process.apiKey(),
                        process.owner("email"),
                        process.owner("password"),
                        Map.of());
                nothingIsLost(account, receiver);
            }
        }
    }

    /// The first attempts of every third event fail, so that there are always deliveries that wait to be tried again.
    private static int sometimesFailing(TestReceiver.Received delivery) {
        int attempt = Integer.parseInt(delivery.header("service-attempt"));
        return attempt < 3 && delivery.header("webhook-id").hashCode() % 3 == 0 ? 500 : 200;
    }

    /// Tips come in from many sides, and one plays its own, until the process is killed in the middle of it,
    /// after so many answers.
    private void load(KilledProcess process, int answers) throws InterruptedException {
        int goal = waiting.size() + answers;
        List<CompletableFuture<Void>> callers = IntStream.range(0, CALLERS)
                .mapToObj(caller -> CompletableFuture.runAsync(() -> call(process, caller == 0), CALLING))
                .toList();
        Stage.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> waiting.size() >= goal || callers.stream().allMatch(CompletableFuture::isDone));
        process.kill();
        callers.forEach(CompletableFuture::join);
    }

    private void call(KilledProcess process, boolean plays) {
        ApiClient api = new ApiClient(process.authUrl(), process.apiKey());
        try {
            if (plays) {
                freeTheSlot(api);
            }
            while (true) {
                Answer tip = api.post("/tips", Map.of("name", "Ada")).expect(201);
                String orderId = (String) Objects.requireNonNull(tip.at("tip.order_id"));
                waiting.add(orderId);
                if (plays) {
                    play(api, orderId);
                }
            }
        } catch (AssertionError dead) {
            assertThat(dead).hasCauseInstanceOf(IOException.class);
        }
    }

    /// A tip may have been playing when the process was killed.
    private void freeTheSlot(ApiClient api) {
        Object skipped = api.post("/tts/skip").expect(200).at("skipped_order_id");
        if (skipped != null) {
            played.add(skipped.toString());
        }
    }

    private void play(ApiClient api, String orderId) {
        api.post("/tts/" + orderId + "/start").expect(200);
        api.post("/tts/" + orderId + "/finish").expect(200);
        played.add(orderId);
    }

    private void nothingIsLost(Account account, TestReceiver receiver) {
        List<String> events = account.events();
        QueueState told = QueueState.told(events);
        assertThat(QueueState.stored(account)).isEqualTo(told);
        Set<String> there = new HashSet<>(told.waiting());
        there.addAll(told.played());
        assertThat(there).containsAll(waiting);
        assertThat(told.played()).containsAll(played);
        Stage.await()
                .atMost(Duration.ofSeconds(90))
                .untilAsserted(() -> assertThat(heard(receiver)).containsAll(events));
    }

    private static Set<String> heard(TestReceiver receiver) {
        return receiver.received().stream()
                .filter(delivery -> sometimesFailing(delivery) == 200)
                .map(TestReceiver.Received::text)
                .collect(Collectors.toSet());
    }
}
