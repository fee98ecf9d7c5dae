package streamerapi.bench;

import streamerapi.localstack.LocalStack;
import streamerapi.localstack.Options;
import streamerapi.localstack.sockets.SocketFault;
import streamerapi.localstack.tables.PartitionCapacity;
import streamerapi.shared.events.EventLog;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Table;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/// A soak in which everything is unkind at once: an account that runs ten functions at a time and no parameter but the
/// defaults, a table that throttles and conflicts and refuses what a partition key cannot carry, functions that die,
/// sockets that API Gateway does not answer for, a receiver that hangs, one that is not there, and two that fail half
/// of their first four attempts.
///
/// Tips come at a fixed rate, each with an idempotency key, and are sent again until they are answered 201. In the end
/// the log, the records of deliveries, and what receivers and sockets were sent must agree.
final class Unkind {

    private static final int SOUND = 4;
    private static final int FAILING = 2;
    private static final int SOCKETS = 4;
    private static final int UNREACHABLE_SOCKETS = 2;
    private static final Duration BETWEEN_TIPS = Duration.ofSeconds(1);
    private static final Duration BETWEEN_REVIVALS = Duration.ofMinutes(1);
    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(40);
    private static final Duration PAUSE = Duration.ofMillis(500);

    /// Longer than a message of a killed function stays hidden, and than the delays of a receiver that fails four
    /// times.
    private static final Duration LAST_WAIT = Duration.ofMinutes(6);

    private static final double GOAL_MS = 5_000;

    private final Report report;
    private final Duration duration;
    private final HttpClient http = HttpClient.newHttpClient();
    private final UnkindFaults faults = new UnkindFaults();
    private final Map<Integer, AtomicLong> refusals = new ConcurrentSkipListMap<>();
    private final AtomicLong sent = new AtomicLong();

    Unkind(Report report, Duration duration) {
        this.report = report;
        this.duration = duration;
    }

    void run() throws Exception {
        Options options = Options.of(Path.of("template.yaml"))
                .withConcurrency(10)
                .withFaults(faults)
                .withCapacity(PartitionCapacity::ofDynamoDb)
                .withParameters(Map.of("SpeechEngine", "none"))
                .withOverrides(Map.of("RATE_LIMIT_FACTOR", "100", "WEBHOOK_RETRY_DELAYS", "2,5,10,20,30,60,120"));
        List<UnkindSocket> sockets = new ArrayList<>();
        List<UnkindSocket> unreachable = new ArrayList<>();
        try (LocalStack stack = LocalStack.start(options);
                SoakReceiver receiver = new SoakReceiver();
                SoakReceiver failing = new SoakReceiver();
                ServerSocket hanging = new ServerSocket(0, 4_000, InetAddress.getLoopbackAddress())) {
            Map<String, String> endpoints = new LinkedHashMap<>();
            for (int i = 0; i < SOUND + FAILING; i++) {
                boolean fails = i >= SOUND;
                String url = (fails ? failing : receiver).url(Integer.toString(i), fails);
                endpoints.put(subscribe(stack, url), url);
            }
            List<String> lost = List.of(
                    subscribe(stack, "http://127.0.0.1:" + hanging.getLocalPort() + "/hook"),
                    subscribe(stack, "http://127.0.0.1:1/hook"));
            for (int i = 0; i < SOCKETS; i++) {
                sockets.add(new UnkindSocket(stack.wsUrl(), stack.demo().apiKey(), id -> {}));
            }
            for (int i = 0; i < UNREACHABLE_SOCKETS; i++) {
                unreachable.add(new UnkindSocket(
                        stack.wsUrl(),
                        stack.demo().apiKey(),
                        id -> stack.sockets().fail(id, anyFault())));
            }
            while (sockets.stream().anyMatch(socket -> !socket.isReady())) {
                Thread.sleep(PAUSE);
            }
            faults.begin();
            long began = System.nanoTime();
            send(stack, lost, began + duration.toNanos());
            double seconds = (System.nanoTime() - began) / 1e9;
            faults.end();
            unreachable.forEach(UnkindSocket::close);
            sockets.forEach(UnkindSocket::stay);
            UnkindVerdict verdict = settle(stack, endpoints, List.of(receiver, failing), sockets);
            report(verdict, receiver, failing, sockets, unreachable, seconds);
        } finally {
            sockets.forEach(UnkindSocket::close);
            unreachable.forEach(UnkindSocket::close);
        }
    }

    private static SocketFault anyFault() {
        SocketFault[] all = SocketFault.values();
        return all[ThreadLocalRandom.current().nextInt(all.length)];
    }

    private String subscribe(LocalStack stack, String url) throws IOException, InterruptedException {
        HttpResponse<String> made = send(
                stack,
                "POST",
                "/webhook-endpoints",
                Map.of("url", url, "events", List.of("tip.created")),
                UUID.randomUUID().toString());
        Map<String, ?> answer = Json.asObject(Json.read(made.body()));
        return (String)
                Objects.requireNonNull(Json.asObject(answer.get("endpoint")).get("id"), made.body());
    }

    /// Sends tips at their rate. Endpoints that are disabled for failing are made active again, so that they go on
    /// failing.
    private void send(LocalStack stack, List<String> lost, long end) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            long tipAt = System.nanoTime();
            long revivalAt = tipAt + BETWEEN_REVIVALS.toNanos();
            while (tipAt < end) {
                threads.execute(() -> tip(stack));
                if (tipAt > revivalAt) {
                    revivalAt = tipAt + BETWEEN_REVIVALS.toNanos();
                    lost.forEach(endpoint -> threads.execute(() -> revive(stack, endpoint)));
                }
                tipAt += BETWEEN_TIPS.toNanos();
                Thread.sleep(Duration.ofNanos(Math.max(0, tipAt - System.nanoTime())));
            }
        }
    }

    private void tip(LocalStack stack) {
        String key = UUID.randomUUID().toString();
        try {
            while (send(stack, "POST", "/tips", Map.of("name", "NovaFox", "amount", 5), key)
                            .statusCode()
                    != 201) {
                Thread.sleep(PAUSE);
            }
            sent.incrementAndGet();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void revive(LocalStack stack, String endpoint) {
        try {
            send(stack, "PATCH", "/webhook-endpoints/" + endpoint, Map.of("is_active", true), "");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpResponse<String> send(LocalStack stack, String method, String path, Map<String, ?> body, String key)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(stack.baseUrl() + path))
                .timeout(LONGEST_REQUEST)
                .header("Authorization", "Bearer " + stack.demo().apiKey())
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofByteArray(Json.write(body)));
        if (!key.isEmpty()) {
            request.header("Idempotency-Key", key);
        }
        HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            refusals.computeIfAbsent(response.statusCode(), status -> new AtomicLong())
                    .incrementAndGet();
        }
        return response;
    }

    /// Waits until all agree, or for as long as the last messages can take.
    private UnkindVerdict settle(
            LocalStack stack, Map<String, String> endpoints, List<SoakReceiver> receivers, List<UnkindSocket> sockets)
            throws InterruptedException {
        Table table = stack.engines().table(stack.tableName("Table"));
        EventLog log = new EventLog(table);
        Map<String, Set<String>> taken = new LinkedHashMap<>();
        long end = System.nanoTime() + LAST_WAIT.toNanos();
        while (true) {
            List<String> tips = log.after(stack.demo().tenantId(), EventLog.BEGINNING, Integer.MAX_VALUE - 1).stream()
                    .filter(event -> event.is(EventType.TIP_CREATED))
                    .map(LoggedEvent::id)
                    .toList();
            endpoints.forEach((endpoint, url) -> taken.put(endpoint, taken(receivers, url)));
            UnkindVerdict verdict =
                    UnkindVerdict.of(table, stack.demo().tenantId(), new LinkedHashSet<>(tips), taken, sockets);
            if (verdict.isClean(sent.get()) || System.nanoTime() > end) {
                return verdict;
            }
            Thread.sleep(PAUSE.multipliedBy(4));
        }
    }

    private static Set<String> taken(List<SoakReceiver> receivers, String url) {
        return receivers.stream()
                .filter(receiver -> receiver.has(url))
                .map(receiver -> receiver.taken(url))
                .findFirst()
                .orElseThrow();
    }

    private void report(
            UnkindVerdict verdict,
            SoakReceiver receiver,
            SoakReceiver failing,
            List<UnkindSocket> sockets,
            List<UnkindSocket> unreachable,
            double seconds) {
        double p99 = receiver.latencies().p99();
        report.section(
                "Unkind soak of %.0f s, a tip a second: %d sound endpoints, %d that fail, one that hangs, one that is not there; %d sockets, %d unreachable ones; ten functions at a time"
                        .formatted(seconds, SOUND, FAILING, SOCKETS, UNREACHABLE_SOCKETS));
        report.figure(
                "Calls to the table that were throttled, that met a conflict",
                "%,d, %,d",
                faults.throttled(),
                faults.conflicts());
        report.figure("Functions killed", "%,d", faults.kills());
        report.figure("Requests refused, by status; each was sent again", "%s", refusals);
        report.figure("Unreachable sockets that signed in", "%,d", visits(unreachable));
        report.figure("Tips answered 201, and in the log", "%,d, %,d", sent.get(), verdict.tips());
        report.figure(
                "Deliveries to sound and failing endpoints: missing, arrived again, with a record that says otherwise",
                "%,d of %,d, %,d, %,d",
                verdict.missing(),
                verdict.tips() * (SOUND + FAILING),
                receiver.twice() + failing.twice(),
                verdict.dishonest());
        report.figure(
                "Deliveries to the others: pending and in time, failed, parked, pending past their time",
                "%,d, %,d, %,d, %,d",
                verdict.waiting(),
                verdict.failed(),
                verdict.parked(),
                verdict.late());
        report.figure("Attempts refused with 500", "%,d", failing.refused());
        report.figure("Sockets that were not sent all of the log, in its order", "%d of %d", verdict.astray(), SOCKETS);
        report.figure(
                "Sign-ins of sockets, and frames that came again",
                "%,d, %,d",
                visits(sockets),
                sockets.stream().mapToInt(UnkindSocket::repeated).sum());
        report.figure(
                "From commit to receiver, sound endpoints",
                "%s",
                receiver.latencies().text());
        for (UnkindSocket socket : sockets) {
            report.figure(
                    "From commit to socket, live", "%s", socket.latencies().text());
        }
        report.figure("The goal, 99 of 100 to sound endpoints within 5 s", "%s", p99 < GOAL_MS ? "met" : "missed");
        if (!verdict.isClean(sent.get())) {
            throw new IllegalStateException("Events were lost, swapped, or have records that lie: see the report");
        }
    }

    private static int visits(List<UnkindSocket> sockets) {
        return sockets.stream().mapToInt(UnkindSocket::visits).sum();
    }
}
