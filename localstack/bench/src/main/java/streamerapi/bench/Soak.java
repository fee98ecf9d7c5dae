package streamerapi.bench;

import org.jspecify.annotations.Nullable;
import streamerapi.localstack.LocalStack;
import streamerapi.localstack.Options;
import streamerapi.shared.events.EventLog;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/// Tips at the fastest rate that the machine sustains, to 20 endpoints, a quarter of which fail, and 20 sockets that
/// come and go; then counts what did not arrive.
///
/// The rate is sustained if what has been committed arrives: the sender waits while too many tips are on their way.
final class Soak {

    private static final int ENDPOINTS = 20;
    private static final int FAILING = 5;
    private static final int SOCKETS = 20;
    private static final int SENDERS = 4;
    private static final int ON_THEIR_WAY = 20;
    private static final Duration LAST_WAIT = Duration.ofMinutes(2);

    private final Report report;
    private final Duration duration;
    private final HttpClient http = HttpClient.newHttpClient();
    private final AtomicLong sent = new AtomicLong();

    Soak(Report report, Duration duration) {
        this.report = report;
        this.duration = duration;
    }

    void run() throws Exception {
        Options options = Options.of(Path.of("template.yaml"))
                .withParameters(Map.of("WorkerConcurrency", "250", "SpeechEngine", "none"))
                .withOverrides(Map.of("RATE_LIMIT_FACTOR", "100000", "WEBHOOK_RETRY_DELAYS", "1,1,1,1,1,1,1"));
        Latencies toSockets = new Latencies();
        List<SoakSocket> sockets = new ArrayList<>();
        try (LocalStack stack = LocalStack.start(options);
                SoakReceiver receiver = new SoakReceiver()) {
            for (int i = 0; i < ENDPOINTS; i++) {
                String url = receiver.url(Integer.toString(i), i < FAILING);
                post(stack, "/webhook-endpoints", Map.of("url", url, "events", List.of("tip.created")));
            }
            for (int i = 0; i < SOCKETS; i++) {
                sockets.add(new SoakSocket(stack.wsUrl(), stack.demo().apiKey(), toSockets));
            }
            long began = System.nanoTime();
            send(stack, receiver, began + duration.toNanos());
            double seconds = (System.nanoTime() - began) / 1e9;
            for (SoakSocket socket : sockets) {
                socket.stay();
            }
            List<String> log = log(stack, sent.get());
            awaitAll(receiver, sockets, log);
            report(receiver, sockets, toSockets, log, seconds);
        } finally {
            sockets.forEach(SoakSocket::close);
        }
    }

    private void send(LocalStack stack, SoakReceiver receiver, long end) throws Exception {
        List<Future<@Nullable Void>> senders = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(SENDERS)) {
            for (int i = 0; i < SENDERS; i++) {
                senders.add(threads.submit(() -> {
                    while (System.nanoTime() < end) {
                        if (sent.get() * ENDPOINTS - receiver.events() < ON_THEIR_WAY * ENDPOINTS) {
                            post(stack, "/tips", Map.of("name", "NovaFox", "amount", 5));
                            sent.incrementAndGet();
                        } else {
                            Thread.sleep(5);
                        }
                    }
                    return null;
                }));
            }
            for (Future<@Nullable Void> sender : senders) {
                sender.get();
            }
        }
    }

    private void post(LocalStack stack, String path, Map<String, ?> body) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(URI.create(stack.baseUrl() + path))
                        .header("Authorization", "Bearer " + stack.demo().apiKey())
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(Json.write(body)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new IllegalStateException(path + " answered " + response.statusCode() + ": " + response.body());
        }
    }

    /// The log, once everything that was committed stands in it.
    private static List<String> log(LocalStack stack, long committed) throws InterruptedException {
        EventLog log = new EventLog(stack.engines().table(stack.tableName("Table")));
        long end = System.nanoTime() + LAST_WAIT.toNanos();
        List<LoggedEvent> events;
        do {
            Thread.sleep(200);
            events = log.after(stack.demo().tenantId(), EventLog.BEGINNING, Integer.MAX_VALUE - 1);
        } while (events.size() < committed && System.nanoTime() < end);
        return events.stream().map(LoggedEvent::id).toList();
    }

    /// Waits until everything has arrived, or for two minutes.
    private static void awaitAll(SoakReceiver receiver, List<SoakSocket> sockets, List<String> log)
            throws InterruptedException {
        Set<String> ids = new LinkedHashSet<>(log);
        long end = System.nanoTime() + LAST_WAIT.toNanos();
        while (System.nanoTime() < end
                && (receiver.missing(ids) > 0
                        || sockets.stream().anyMatch(socket -> socket.ids().size() < log.size()))) {
            Thread.sleep(200);
        }
    }

    private void report(
            SoakReceiver receiver, List<SoakSocket> sockets, Latencies toSockets, List<String> log, double seconds) {
        long missing = receiver.missing(new LinkedHashSet<>(log));
        long astray =
                sockets.stream().filter(socket -> !socket.ids().equals(log)).count();
        report.section(
                "Soak of %.0f s: %d endpoints (%d of them failing half of the first four attempts), %d sockets that come and go"
                        .formatted(seconds, ENDPOINTS, FAILING, SOCKETS));
        report.figure("Tips committed", "%,d, %.1f a second", sent.get(), sent.get() / seconds);
        report.figure("Events in the log that no tip asked for, or missing there", "%,d", log.size() - sent.get());
        report.figure("Deliveries that never arrived", "%,d of %,d", missing, (long) log.size() * ENDPOINTS);
        report.figure("Deliveries that came again after a 200", "%,d", receiver.twice());
        report.figure("Attempts refused with 500", "%,d", receiver.refused());
        report.figure("Sockets that were not sent exactly the log, in its order", "%d of %d", astray, SOCKETS);
        report.figure(
                "Sign-ins, and events that they replayed",
                "%,d, %,d",
                sockets.stream().mapToInt(SoakSocket::visits).sum(),
                sockets.stream().mapToInt(SoakSocket::replayed).sum());
        report.figure(
                "From commit to receiver, first attempts",
                "%s",
                receiver.latencies().text());
        report.figure("From commit to socket, live", "%s", toSockets.text());
        if (missing > 0 || astray > 0 || log.size() != sent.get()) {
            throw new IllegalStateException("Events were lost, doubled or swapped: see the report");
        }
    }
}
