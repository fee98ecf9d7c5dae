package streamerapi.localstack.standins;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/// Sends what the stand-ins tell their subscribers, again after 1, 5 and 30 seconds if it is not answered 2xx.
public final class EventSender implements AutoCloseable {

    /// How long after a line of chat its event is sent: it comes by another way than the answer, and after it.
    private static final Duration ECHO = Duration.ofMillis(200);

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final List<Duration> RETRIES =
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(30));

    private static final int UNREACHABLE = 0;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(TIMEOUT)
            .build();
    private final ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger tasks = new AtomicInteger();

    /// A message as it is sent at an attempt.
    ///
    /// @param headers made of the attempt's number, from 0
    /// @param wanted  whether its subscription is still there
    public record Parcel(
            String address, IntFunction<Map<String, String>> headers, String body, BooleanSupplier wanted) {}

    /// Sends a message.
    ///
    /// @return the status that the first attempt was answered with, 0 for none; further attempts follow by themselves
    public int send(Parcel parcel) {
        return attempt(parcel, 0);
    }

    /// Runs something beside the request that causes it.
    public void beside(Runnable task) {
        senders.execute(counted(task));
    }

    /// Runs something a moment after the request that causes it was answered.
    public void soon(Runnable task) {
        later(ECHO, counted(task));
    }

    /// Whether anything goes on or waits that [#beside] or [#soon] was given; further attempts are not counted.
    boolean isBusy() {
        return tasks.get() > 0;
    }

    private Runnable counted(Runnable task) {
        tasks.incrementAndGet();
        return () -> {
            try {
                task.run();
            } finally {
                tasks.decrementAndGet();
            }
        };
    }

    private int attempt(Parcel parcel, int number) {
        int status = once(parcel.address, parcel.headers.apply(number), parcel.body)
                .map(HttpResponse::statusCode)
                .orElse(UNREACHABLE);
        if ((status < 200 || status > 299) && number < RETRIES.size()) {
            later(RETRIES.get(number), () -> {
                if (parcel.wanted.getAsBoolean()) {
                    attempt(parcel, number + 1);
                }
            });
        }
        return status;
    }

    /// Sends once.
    ///
    /// @return nothing if there was no answer
    public Optional<HttpResponse<String>> once(String address, Map<String, String> headers, String body) {
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address))
                    .timeout(TIMEOUT)
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(body, StandardCharsets.UTF_8));
            headers.forEach(request::setHeader);
            return Optional.of(client.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8)));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private void later(Duration delay, Runnable task) {
        CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS, senders)
                .execute(task);
    }

    @Override
    public void close() {
        senders.shutdownNow();
        client.shutdownNow();
    }
}
