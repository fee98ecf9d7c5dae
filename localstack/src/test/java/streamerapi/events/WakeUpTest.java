package streamerapi.events;

import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.bot.BotPresence;
import streamerapi.service.Account;
import streamerapi.service.Service;
import streamerapi.shared.json.Json;
import streamerapi.shared.queues.LaterMessages;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Table;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds which functions are started when a stream begins.
class WakeUpTest {

    @Test
    void eachGroupOfEndpointsIsAskedOncePerCopy() throws IOException {
        assertThat(asked(1)).hasSize(10).doesNotHaveDuplicates().contains("OPTIONS /v1/tips", "OPTIONS /overlay");
        assertThat(asked(2)).hasSize(20);
        assertThat(asked(0)).isEmpty();
    }

    @Test
    void threeAreAskedAtATime() throws IOException {
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CyclicBarrier three = new CyclicBarrier(3);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            try {
                if (begun.incrementAndGet() <= 9) {
                    three.await();
                }
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IOException(e);
            }
            running.decrementAndGet();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        try {
            String origin = "http://localhost:" + server.getAddress().getPort();
            assertThat(new WakeUp(origin, 1).call()).isEqualTo(10);
            assertThat(most).hasValue(3);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void itIsDoneAgainAsLongAsTheStreamIsLive() {
        Account account = Service.shared().newAccount();
        String tenantId = account.tenantId();
        account.connector("alpha").send("stream.online", Map.of());
        Instant began = Objects.requireNonNull(
                new BotPresence(account.table()).read(tenantId).streamingSince());

        goOn(account, WakeUp.message(tenantId, null), began.plusSeconds(2));
        assertThat(kept(account)).as("the stream has begun").containsExactly(began.plusSeconds(300));
        goOn(account, WakeUp.message(tenantId, null), began.plusSeconds(100));
        assertThat(kept(account)).as("told again").containsExactly(began.plusSeconds(300));
        goOn(account, WakeUp.message(tenantId, began), began.plusSeconds(301));
        goOn(account, WakeUp.message(tenantId, began), began.plusSeconds(420));
        assertThat(kept(account)).as("and is live").containsExactly(began.plusSeconds(300), began.plusSeconds(600));
        goOn(account, WakeUp.message(tenantId, began.minusSeconds(60)), began.plusSeconds(601));
        assertThat(kept(account)).as("of an earlier stream").hasSize(2);
        goOn(account, WakeUp.message(tenantId, began), began.plus(Duration.ofHours(48)));
        assertThat(kept(account)).as("of which no end was told").hasSize(2);
        account.connector("alpha").send("stream.offline", Map.of());
        goOn(account, WakeUp.message(tenantId, began), began.plusSeconds(601));
        assertThat(kept(account)).as("over").hasSize(2);
    }

    private static void goOn(Account account, String message, Instant now) {
        Map<String, @Nullable Object> task =
                Json.asObject(Json.asObject(Json.read(message)).get(WakeUp.TASK));
        new WakeUp("http://localhost:1", 1)
                .goOn(
                        task,
                        account.table(),
                        new BotPresence(account.table()),
                        new LaterMessages(account.table(), () -> now),
                        () -> now);
    }

    @Test
    void aHundredStreamsThatBeginAtOnceStartThemOnce() {
        Table table = TableService.over(MemoryTable.ofInserts(row -> {}));
        Instant began = Instant.parse("2026-03-03T20:00:00Z");
        WakeUp wakeUp = new WakeUp("http://localhost:1", 1);
        List<Instant> started = new ArrayList<>();
        for (int second = 0; second <= 100; second++) {
            Instant now = began.plusSeconds(second);
            String message = WakeUp.message("ten_" + second, null);
            wakeUp.goOn(
                            Json.asObject(Json.asObject(Json.read(message)).get(WakeUp.TASK)),
                            table,
                            new BotPresence(table),
                            new LaterMessages(table, () -> now),
                            () -> now)
                    .ifPresent(awake -> started.add(now));
        }
        assertThat(started).containsExactly(began, began.plusSeconds(61));
    }

    /// The times for which a message of an account is kept.
    private static List<Instant> kept(Account account) {
        return account.table().query(Query.of(EffectKeys.LATER, "2")).stream()
                .filter(row -> row.get(Attribute.text("message")).contains(account.tenantId()))
                .map(row -> row.get(Attribute.time("due")))
                .toList();
    }

    @Test
    void whatDoesNotAnswerKeepsNothingFromBeingDone() {
        assertThat(new WakeUp("http://localhost:1", 1).call()).isZero();
    }

    private static List<String> asked(int copies) throws IOException {
        ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        try {
            long answered = new WakeUp("http://localhost:" + server.getAddress().getPort(), copies).call();
            assertThat(answered).isEqualTo(asked.size());
        } finally {
            server.stop(0);
        }
        return List.copyOf(asked);
    }
}
