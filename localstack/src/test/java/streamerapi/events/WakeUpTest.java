package streamerapi.events;

import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import streamerapi.bot.BotPresence;
import streamerapi.service.Account;
import streamerapi.service.Service;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Clients;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.queues.DelayQueue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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
        Service service = Service.shared();
        Account account = service.newAccount();
        String tenantId = account.tenantId();
        SqsClient sqs = service.stack().engines().sqs();
        String url = sqs.createQueue(r -> r.queueName("waking-" + tenantId)).queueUrl();
        Environment environment = new Environment(
                service.stack().functions().settings("WorkerFunction").variables(), service.clock());
        DelayQueue queue = new DelayQueue(new Clients(environment).queue(url), service.clock());
        BotPresence presence = new BotPresence(account.table());
        account.connector("alpha").send("stream.online", Map.of());
        Instant began = Objects.requireNonNull(presence.read(tenantId).streamingSince());

        goOn(WakeUp.message(tenantId, null), presence, queue);
        assertThat(delayed(sqs, url)).as("the stream has begun").isEqualTo("1");
        goOn(WakeUp.message(tenantId, began), presence, queue);
        assertThat(delayed(sqs, url)).as("and is live").isEqualTo("2");
        goOn(WakeUp.message(tenantId, began.minusSeconds(60)), presence, queue);
        assertThat(delayed(sqs, url)).as("of an earlier stream").isEqualTo("2");
        goOn(WakeUp.message(tenantId, began), presence, queue, () -> began.plus(Duration.ofHours(48)));
        assertThat(delayed(sqs, url)).as("of which no end was told").isEqualTo("2");
        account.connector("alpha").send("stream.offline", Map.of());
        goOn(WakeUp.message(tenantId, began), presence, queue);
        assertThat(delayed(sqs, url)).as("over").isEqualTo("2");
    }

    private static void goOn(String message, BotPresence presence, DelayQueue queue) {
        goOn(message, presence, queue, Service.shared().clock());
    }

    private static void goOn(String message, BotPresence presence, DelayQueue queue, InstantSource clock) {
        Map<String, @Nullable Object> task =
                Json.asObject(Json.asObject(Json.read(message)).get(WakeUp.TASK));
        new WakeUp("http://localhost:1", 1).goOn(task, presence, queue, clock);
    }

    private static @Nullable String delayed(SqsClient sqs, String url) {
        QueueAttributeName name = QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED;
        return sqs.getQueueAttributes(r -> r.queueUrl(url).attributeNames(name))
                .attributes()
                .get(name);
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
