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
import java.util.concurrent.TimeUnit;

/// How long requests wait that change the same rows at the same moment. Each must be answered with success.
final class HotRows {

    private static final int WRITERS = 200;
    private static final int ROUNDS = 5;
    private static final int A_SECOND = 100;
    private static final Duration STEADY = Duration.ofSeconds(10);

    private final Report report;
    private final LocalStack stack;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    HotRows(Report report, LocalStack stack) {
        this.report = report;
        this.stack = stack;
    }

    void measure() throws Exception {
        report.section("Many writers of the same rows, local stack");
        send(request("/counters/hot", "PUT", "{\"value\":0}"));
        HttpRequest increment = request("/counters/hot/increment", "POST", "{}");
        HttpRequest tip = request("/tips", "POST", "{\"name\":\"NovaFox\",\"amount\":5,\"paid\":true}");
        figure(WRITERS + " increments of one counter at once", atOnce(increment));
        figure(WRITERS + " paid tips of one donor at once", atOnce(tip));
        figure(A_SECOND + " paid tips of one donor a second", steadily(tip));
    }

    private void figure(String name, double[] times) {
        report.figure(
                name,
                "p50 %.0f ms, p99 %.0f ms of %,d",
                Processes.median(times),
                Throughput.percentile(times, 0.99),
                times.length);
    }

    private HttpRequest request(String path, String method, String body) {
        return HttpRequest.newBuilder(URI.create(stack.baseUrl() + path))
                .header("Authorization", "Bearer " + stack.demo().apiKey())
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    /// All at once, in rounds; the first round warms up.
    private double[] atOnce(HttpRequest request) throws Exception {
        List<Double> times = new ArrayList<>();
        for (int round = 0; round <= ROUNDS; round++) {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<Double>> all = new ArrayList<>();
                for (int i = 0; i < WRITERS; i++) {
                    all.add(threads.submit(() -> send(request)));
                }
                for (Future<Double> one : all) {
                    double time = one.get();
                    if (round > 0) {
                        times.add(time);
                    }
                }
            }
        }
        return times.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /// So many a second, whether or not those before have been answered.
    private double[] steadily(HttpRequest request) throws Exception {
        List<Future<Double>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            long began = System.nanoTime();
            for (int i = 0; i < A_SECOND * STEADY.toSeconds(); i++) {
                long due = began + TimeUnit.SECONDS.toNanos(1) * i / A_SECOND;
                TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                all.add(threads.submit(() -> send(request)));
            }
        }
        double[] times = new double[all.size()];
        for (int i = 0; i < times.length; i++) {
            times[i] = all.get(i).get();
        }
        return times;
    }

    private double send(HttpRequest request) throws Exception {
        long began = System.nanoTime();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new IllegalStateException("answered with " + response.statusCode() + " " + response.body());
        }
        return (System.nanoTime() - began) / 1e6;
    }
}
