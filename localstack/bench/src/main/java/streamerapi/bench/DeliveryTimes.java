package streamerapi.bench;

import com.sun.net.httpserver.HttpServer;
import streamerapi.localstack.LocalStack;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/// How long after its event a webhook delivery arrives, alone and while every delivery of another endpoint hangs.
final class DeliveryTimes {

    private static final int EVENTS = 200;
    private static final Duration BETWEEN = Duration.ofMillis(50);

    private final Report report;
    private final LocalStack stack;
    private final List<Double> times = new CopyOnWriteArrayList<>();

    DeliveryTimes(Report report, LocalStack stack) {
        this.report = report;
        this.stack = stack;
    }

    void measure() throws Exception {
        report.section("From an event to its webhook delivery, on the local stack, " + EVENTS + " events, 20 a second");
        HttpServer healthy = receiver();
        subscribe(healthy.getAddress().getPort());
        send();
        figure("nothing else");
        try (ServerSocket hanging = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress())) {
            subscribe(hanging.getLocalPort());
            send();
            figure("while every delivery of another endpoint hangs");
        } finally {
            healthy.stop(0);
        }
    }

    private void send() throws IOException, InterruptedException {
        times.clear();
        for (int i = 0; i < EVENTS; i++) {
            Subject.post(stack, "/tips", "{\"name\":\"NovaFox\",\"amount\":5}");
            Thread.sleep(BETWEEN);
        }
        while (times.size() < EVENTS) {
            Thread.sleep(BETWEEN);
        }
    }

    private void figure(String what) {
        double[] all = times.stream().mapToDouble(Double::doubleValue).toArray();
        report.figure(what, "p50 %.0f ms, p99 %.0f ms", Processes.median(all), Throughput.percentile(all, 0.99));
    }

    /// The connections to a socket that accepts none are made by the machine, and are never answered.
    private void subscribe(int port) throws IOException, InterruptedException {
        Subject.post(
                stack,
                "/webhook-endpoints",
                "{\"url\":\"http://127.0.0.1:" + port + "/hook\",\"events\":[\"tip.created\"]}");
    }

    private HttpServer receiver() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            Instant created = Instant.parse((String) Objects.requireNonNull(
                    Json.readObject(exchange.getRequestBody().readAllBytes()).get("created")));
            times.add((double) Duration.between(created, Instant.now()).toMillis());
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        return server;
    }
}
