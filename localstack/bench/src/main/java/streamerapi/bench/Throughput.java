package streamerapi.bench;

import streamerapi.localstack.LocalStack;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Requests a second that the local stack answers, all of it in one process.
final class Throughput {

    private static final int CONNECTIONS = 8;
    private static final Duration WARM_UP = Duration.ofSeconds(4);
    private static final Duration MEASURED = Duration.ofSeconds(10);

    private final Report report;
    private final LocalStack stack;

    Throughput(Report report, LocalStack stack) {
        this.report = report;
        this.stack = stack;
    }

    void measure() throws Exception {
        report.section("Throughput of the local stack, " + CONNECTIONS + " connections, 10 s");
        HttpRequest.Builder base = HttpRequest.newBuilder()
                .header("Authorization", "Bearer " + stack.demo().apiKey())
                .header("Content-Type", "application/json");
        HttpRequest read = base.copy()
                .uri(URI.create(stack.baseUrl() + "/tts/queue?limit=25"))
                .build();
        HttpRequest change = base.copy()
                .uri(URI.create(stack.baseUrl() + "/tips"))
                .POST(HttpRequest.BodyPublishers.ofString("{\"name\":\"NovaFox\",\"amount\":5}"))
                .build();
        measure("GET /tts/queue", read);
        measure("POST /tips", change);
    }

    private void measure(String name, HttpRequest request) throws Exception {
        run(request, WARM_UP);
        double[] times = run(request, MEASURED);
        report.figure(
                name,
                "%.0f a second, p50 %.1f ms, p99 %.1f ms",
                times.length / (double) MEASURED.toSeconds(),
                Processes.median(times),
                percentile(times, 0.99));
    }

    private static double[] run(HttpRequest request, Duration duration) throws Exception {
        long end = System.nanoTime() + duration.toNanos();
        List<Future<List<Double>>> connections = new ArrayList<>();
        List<Double> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS)) {
            for (int i = 0; i < CONNECTIONS; i++) {
                connections.add(threads.submit(() -> calls(request, end)));
            }
            for (Future<List<Double>> connection : connections) {
                all.addAll(connection.get());
            }
        }
        return all.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static List<Double> calls(HttpRequest request, long end) throws Exception {
        List<Double> times = new ArrayList<>();
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            while (System.nanoTime() < end) {
                long began = System.nanoTime();
                HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
                if (response.statusCode() >= 300) {
                    throw new IllegalStateException("answered with " + response.statusCode());
                }
                times.add((System.nanoTime() - began) / 1e6);
            }
        }
        return times;
    }

    static double percentile(double[] values, double share) {
        double[] sorted = values.clone();
        java.util.Arrays.sort(sorted);
        return sorted[(int) Math.min(sorted.length - 1L, (long) (sorted.length * share))];
    }
}
