package streamerapi.bench;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;

/// A client of the realtime stream that goes at random and comes back with the last event that it has seen.
final class SoakSocket implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration SHORTEST = Duration.ofSeconds(2);
    private static final Duration LONGEST = Duration.ofSeconds(15);

    private final String url;
    private final String apiKey;
    private final Latencies latencies;
    private final List<String> ids = new ArrayList<>();
    private final Thread restless;
    private volatile boolean ending;
    private volatile @Nullable WebSocket socket;
    private @Nullable Visit visit;
    private int visits;
    private int replayed;

    SoakSocket(String url, String apiKey, Latencies latencies) {
        this.url = url;
        this.apiKey = apiKey;
        this.latencies = latencies;
        come();
        restless = Thread.ofVirtual().start(this::goAndCome);
    }

    /// The events that it was sent, in their order.
    synchronized List<String> ids() {
        return List.copyOf(ids);
    }

    synchronized int visits() {
        return visits;
    }

    synchronized int replayed() {
        return replayed;
    }

    /// Stays from now on.
    void stay() throws InterruptedException {
        ending = true;
        restless.interrupt();
        restless.join();
    }

    private void goAndCome() {
        while (!ending) {
            try {
                Thread.sleep(ThreadLocalRandom.current().nextLong(SHORTEST.toMillis(), LONGEST.toMillis()));
            } catch (InterruptedException e) {
                return;
            }
            Objects.requireNonNull(socket).abort();
            come();
        }
    }

    /// Ends listening to an earlier socket.
    private void come() {
        Visit own = new Visit();
        String since;
        synchronized (this) {
            visit = own;
            visits++;
            since = ids.isEmpty() ? null : ids.getLast();
        }
        Map<String, ?> credential = Map.of("apiKey", apiKey);
        WebSocket opened =
                HTTP.newWebSocketBuilder().buildAsync(URI.create(url), own).join();
        opened.sendText(
                        Json.writeText(
                                since == null
                                        ? Map.of("data", credential, "events", List.of("tip.created"))
                                        : Map.of("data", credential, "events", List.of("tip.created"), "since", since)),
                        true)
                .join();
        socket = opened;
    }

    private synchronized void frame(Visit from, Map<String, @Nullable Object> frame) {
        if (from != visit) {
            return;
        }
        switch ((String) Objects.requireNonNull(frame.get("type"))) {
            case "ready" -> from.isReady = Instant.now();
            case "replay_complete" -> {}
            case "tip.created" -> {
                ids.add((String) Objects.requireNonNull(frame.get("id")));
                Instant committed = Instant.parse((String) Objects.requireNonNull(frame.get("created")));
                if (from.isReady != null && committed.isAfter(from.isReady)) {
                    latencies.arrived(committed);
                } else {
                    replayed++;
                }
            }
            default -> throw new IllegalStateException("a socket was sent " + frame);
        }
    }

    @Override
    public void close() {
        Objects.requireNonNull(socket).abort();
    }

    private final class Visit implements WebSocket.Listener {
        private final StringBuilder partial = new StringBuilder();
        private @Nullable Instant isReady;

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            partial.append(data);
            if (last) {
                frame(this, Json.asObject(Json.read(partial.toString())));
                partial.setLength(0);
            }
            from.request(1);
            return null;
        }
    }
}
