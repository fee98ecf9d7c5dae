package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.shared.events.EventLog;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Sockets that come and go while tips and counters change get all of the log in its order, although shards are split
/// meanwhile and number what they hold each by itself.
///
/// `-Dorder.tips=600 -Dorder.runs=20` makes it longer.
@NullMarked
class OrderProbeTest {

    private static final int TIPS = Integer.getInteger("order.tips", 100);
    private static final int RUNS = Integer.getInteger("order.runs", 1);
    private static final int SENDERS = 4;
    private static final int SOCKETS = 6;

    private static final int IN_ONE_BATCH = 24;

    @Test
    void socketsThatComeAndGoAreSentAllInItsOrder() {
        for (int run = 0; run < RUNS; run++) {
            assertAllIsSentInItsOrder(Service.shared());
        }
    }

    private static void assertAllIsSentInItsOrder(Service service) {
        Account account = service.newAccount();
        account.api()
                .send("PUT", "/counters/deaths", Json.write(Map.of("value", 0)))
                .expect(201);
        await().until(() -> log(account).size() == 1);
        String first = log(account).getFirst();
        AtomicBoolean over = new AtomicBoolean();
        List<CompletableFuture<List<String>>> sockets = new ArrayList<>();
        for (int i = 0; i < SOCKETS; i++) {
            Random random = new Random(i);
            sockets.add(CompletableFuture.supplyAsync(
                    () -> seen(service, account, first, random, over),
                    task -> Thread.ofVirtual().start(task)));
        }
        AtOnce.run(SENDERS, sender -> {
            for (int i = 0; i < TIPS / SENDERS; i++) {
                account.api()
                        .post("/tips", Map.of("name", "Ada", "amount", 1, "paid", true))
                        .expect(201);
                account.api().post("/counters/deaths/increment", Map.of()).expect(200);
            }
            return sender;
        });
        await().until(() -> log(account).size() == account.events().size());
        List<String> log = log(account);
        over.set(true);
        account.tip("For those that wait for one more");

        for (CompletableFuture<List<String>> socket : sockets) {
            Verdict verdict = Verdict.of(log, socket.join());
            System.out.printf("Order probe: %d events, %s%n", log.size(), verdict);
            assertThat(verdict).isEqualTo(new Verdict(0, 0));
        }
    }

    @Test
    void withTwoLanesForAShardTheProbeFindsEventsOutOfTheirOrder() throws Exception {
        try (Service service = Service.start(Service.options()
                .withTemplate(Service.templateWith("ParallelizationFactor: 1", "ParallelizationFactor: 2"))
                .withOverrides(Map.of("RATE_LIMIT_FACTOR", "10000")))) {
            Account account = service.newAccount();
            assertThat(afterABatch(service, account).inversions()).isPositive();
        }
    }

    @Test
    void withOneLaneTheProbeFindsNone() throws Exception {
        Service service = Service.shared();
        assertThat(afterABatch(service, service.newAccount())).isEqualTo(new Verdict(0, 0));
    }

    /// How a live socket fares when many tips reach the fan-out at once.
    private static Verdict afterABatch(Service service, Account account) throws InterruptedException {
        try (TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
            socket.next("ready");
            service.stack().streams().pause();
            for (int i = 0; i < IN_ONE_BATCH; i++) {
                account.tip("Ada " + i);
            }
            service.stack().streams().resume();
            List<String> seen = new ArrayList<>();
            while (seen.size() < IN_ONE_BATCH) {
                seen.add((String) Objects.requireNonNull(socket.next().get("id")));
            }
            return Verdict.of(log(account), seen);
        }
    }

    /// The frames of a client that goes after some of them, and comes back with the last event that it has seen.
    private static List<String> seen(
            Service service, Account account, String since, Random random, AtomicBoolean over) {
        List<String> seen = new ArrayList<>(List.of(since));
        boolean complete = false;
        while (!complete) {
            boolean wasOver = over.get();
            try (TestSocket socket = TestSocket.open(service)) {
                socket.send(Map.of("data", Map.of("apiKey", account.apiKey()), "since", seen.getLast()));
                int frames = random.nextInt(20);
                boolean replayed = false;
                boolean broken = false;
                while (!broken && (!replayed || (frames > 0 && !over.get()))) {
                    Map<String, @Nullable Object> frame = Json.asObject(Json.read(socket.nextUndocumented()));
                    if (frame.get("id") instanceof String id) {
                        seen.add(id);
                        frames--;
                    } else {
                        replayed |= "replay_complete".equals(frame.get("type"));
                        // API Gateway's own word has no type.
                        broken = "reconnect".equals(frame.get("type")) || !frame.containsKey("type");
                    }
                }
                complete = wasOver && !broken;
            }
        }
        return seen;
    }

    private static List<String> log(Account account) {
        return new EventLog(account.table())
                .after(account.tenantId(), EventLog.BEGINNING, 100_000).stream()
                        .map(LoggedEvent::id)
                        .toList();
    }

    /// How what a client was sent differs from the log; what came after that does not count.
    ///
    /// @param inversions events that came after one that stands behind them
    /// @param lost events that never came
    private record Verdict(int inversions, int lost) {

        static Verdict of(List<String> log, List<String> seen) {
            Map<String, Integer> places = new LinkedHashMap<>();
            log.forEach(id -> places.put(id, places.size()));
            int inversions = 0;
            int furthest = -1;
            for (String id : new LinkedHashSet<>(seen)) {
                int place = places.getOrDefault(id, places.size());
                inversions += place < furthest ? 1 : 0;
                furthest = Math.max(furthest, place);
            }
            Set<String> lost = new LinkedHashSet<>(log);
            seen.forEach(lost::remove);
            return new Verdict(inversions, lost.size());
        }
    }
}
