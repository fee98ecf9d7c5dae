package streamerapi.bench;

import streamerapi.localstack.LocalStack;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Whether the time of a refused sign-in tells if an email has an account: wrong passwords for known and for unknown
/// emails, in random order one after the other, compared by the Mann-Whitney test.
final class SignInTimes {

    private static final int SAMPLES = 200;
    private static final int WARM_UP = 40;

    /// One below the lock-out, so that every password is looked at.
    private static final int TRIES_OF_AN_EMAIL = 4;

    private final Report report;
    private final LocalStack stack;
    private final Random random = new Random(1);
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    SignInTimes(Report report, LocalStack stack) {
        this.report = report;
        this.stack = stack;
    }

    private record Attempt(String email, boolean known) {}

    void measure() throws Exception {
        report.section("Refused sign-ins of known and unknown emails, local stack");
        List<Double> known = new ArrayList<>();
        List<Double> unknown = new ArrayList<>();
        attempts("warm", WARM_UP / 2).forEach(this::time);
        for (Attempt attempt : attempts("measured", SAMPLES)) {
            (attempt.known ? known : unknown).add(time(attempt));
        }
        double[] ofKnown = known.stream().mapToDouble(Double::doubleValue).toArray();
        double[] ofUnknown = unknown.stream().mapToDouble(Double::doubleValue).toArray();
        double share = shareAbove(ofKnown, ofUnknown);
        double z = (share - 0.5) * Math.sqrt(12.0 * SAMPLES * SAMPLES / (2 * SAMPLES + 1));
        report.figure(
                "Median of " + SAMPLES + " samples each, known and unknown",
                "%.2f ms, %.2f ms",
                Processes.median(ofKnown),
                Processes.median(ofUnknown));
        report.figure(
                "Mann-Whitney test: share of pairs in which the known one took longer, z, p (two-sided)",
                "%.3f, %.2f, %.2f",
                share,
                z,
                twoSided(z));
    }

    /// So many attempts of known and as many of unknown emails, in random order.
    private List<Attempt> attempts(String name, int each) throws Exception {
        List<Attempt> attempts = new ArrayList<>();
        for (int i = 0; i < each; i++) {
            int user = i / TRIES_OF_AN_EMAIL;
            String email = name + user + "@known.example.com";
            if (i % TRIES_OF_AN_EMAIL == 0) {
                Map<String, String> account = Map.of(
                        "name", name + user, "currency", "USD", "email", email, "password", "correct-horse-" + user);
                stack.invoke("CreateAccountFunction", Json.write(account));
            }
            attempts.add(new Attempt(email, true));
            attempts.add(new Attempt(name + user + "@other.example.com", false));
        }
        Collections.shuffle(attempts, random);
        return attempts;
    }

    private double time(Attempt attempt) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(stack.authUrl() + "/dashboard/api/sign-in"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        Json.writeText(Map.of("email", attempt.email, "password", "battery-staple-7"))))
                .build();
        try {
            long began = System.nanoTime();
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            double time = (System.nanoTime() - began) / 1e6;
            if (response.statusCode() != 401) {
                throw new IllegalStateException("answered with " + response.statusCode() + " " + response.body());
            }
            return time;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// U of the test as a share of all pairs: a half if neither takes longer. Times that are equal count half.
    private static double shareAbove(double[] ones, double[] others) {
        double above = 0;
        for (double one : ones) {
            for (double other : others) {
                above += one > other ? 1 : one == other ? 0.5 : 0;
            }
        }
        return above / (ones.length * (double) others.length);
    }

    /// The probability of a normal variable to be as far from 0 (Abramowitz and Stegun, 26.2.17; error below 1e-7).
    private static double twoSided(double z) {
        double x = Math.abs(z);
        double t = 1 / (1 + 0.2316419 * x);
        double tail = Math.exp(-x * x / 2)
                / Math.sqrt(2 * Math.PI)
                * t
                * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
        return 2 * tail;
    }
}
