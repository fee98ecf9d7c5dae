package streamerapi.bench;

import streamerapi.localstack.DemoAccount;
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
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How long requests wait that change the same rows at the same moment. Each must be answered with success.
final class HotRows {

    private static final int WRITERS = 200;

    /// Each is told its own sum, so they come one after the other.
    private static final int COUNTING = 50;

    private static final int ROUNDS = 5;
    private static final int A_SECOND = 100;
    private static final Duration STEADY = Duration.ofSeconds(10);
    private static final int CONNECTIONS = 16;

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
        figure(COUNTING + " increments of one counter at once", atOnce(increment, COUNTING));
        figure(WRITERS + " paid tips of one donor at once", atOnce(tip, WRITERS));
        figure(
                WRITERS + " additions to one goal at once",
                atOnce(request(goal() + "/add", "POST", "{\"amount\":0.5}"), WRITERS));
        figure(A_SECOND + " paid tips of one donor a second", steadily(tip));
        report.figure(
                "Paid tips of one account, " + CONNECTIONS + " connections, as fast as they are answered",
                "%.0f a second",
                fast(tip));
    }

    private void figure(String name, double[] times) {
        report.figure(
                name,
                "p50 %.0f ms, p99 %.0f ms of %,d",
                Processes.median(times),
                Throughput.percentile(times, 0.99),
                times.length);
    }

    /// The path of a goal of the account's, on an overlay that the owner makes.
    private String goal() throws Exception {
        DemoAccount.Owner owner = stack.demo().owner();
        String login = "{\"email\":\"" + owner.email() + "\",\"password\":\"" + owner.password() + "\"}";
        HttpResponse<String> session =
                client.send(dashboard("/sign-in", login).build(), HttpResponse.BodyHandlers.ofString());
        String cookie = session.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
        HttpRequest overlay = dashboard(
                        "/overlays", "{\"name\":\"Goal\",\"width\":1920,\"height\":1080,\"widgets\":[\"goal\"]}")
                .header("Cookie", cookie)
                .header("X-CSRF-Token", found("csrf_token\":\"([^\"]+)", session.body()))
                .build();
        String made = client.send(overlay, HttpResponse.BodyHandlers.ofString()).body();
        return "/overlays/" + found("(o_[0-9a-f]{8})", made) + "/tip-goal";
    }

    private HttpRequest.Builder dashboard(String path, String body) {
        return HttpRequest.newBuilder(URI.create(stack.authUrl() + "/dashboard/api" + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private static String found(String pattern, String text) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        if (!found.find()) {
            throw new IllegalStateException("no " + pattern + " in " + text);
        }
        return found.group(1);
    }

    /// How many a second are answered if each connection sends the next one at once.
    private double fast(HttpRequest request) throws Exception {
        LongAdder answered = new LongAdder();
        long began = System.nanoTime();
        long end = began + STEADY.toNanos();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                all.add(threads.submit(() -> {
                    while (System.nanoTime() < end) {
                        send(request);
                        answered.increment();
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
        return answered.sum() * 1e9 / (System.nanoTime() - began);
    }

    private HttpRequest request(String path, String method, String body) {
        return HttpRequest.newBuilder(URI.create(stack.baseUrl() + path))
                .header("Authorization", "Bearer " + stack.demo().apiKey())
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    /// All at once, in rounds; the first round warms up.
    private double[] atOnce(HttpRequest request, int writers) throws Exception {
        List<Double> times = new ArrayList<>();
        for (int round = 0; round <= ROUNDS; round++) {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<Double>> all = new ArrayList<>();
                for (int i = 0; i < writers; i++) {
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
