package streamerapi.bench;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// A client of the realtime stream that comes again whenever its socket ends, for any reason, with the last event
/// that it has seen, as docs/realtime.md tells a client to; and that goes by itself now and then.
final class UnkindSocket implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration LONGEST_SIGN_IN = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(300);
    private static final Duration SHORTEST = Duration.ofSeconds(20);
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final String url;
    private final String apiKey;
    private final Consumer<String> whenReady;
    private final Latencies latencies = new Latencies();
    private final Set<String> ids = new LinkedHashSet<>();
    private final Thread coming;
    private volatile boolean ending;
    private volatile boolean staying;
    private volatile boolean wasReady;
    private volatile @Nullable Visit visit;
    private @Nullable String last;
    private int visits;
    private int repeated;

    /// @param whenReady is told the connection's id each time that it has signed in
    UnkindSocket(String url, String apiKey, Consumer<String> whenReady) {
        this.url = url;
        this.apiKey = apiKey;
        this.whenReady = whenReady;
        coming = Thread.ofVirtual().start(this::come);
    }

    /// The events that it was sent, each where it came first.
    synchronized List<String> ids() {
        return List.copyOf(ids);
    }

    synchronized int visits() {
        return visits;
    }

    /// Events that came again.
    synchronized int repeated() {
        return repeated;
    }

    Latencies latencies() {
        return latencies;
    }

    /// Whether it has signed in, at least once.
    boolean isReady() {
        return wasReady;
    }

    /// Goes no more by itself.
    void stay() {
        staying = true;
    }

    /// Goes and comes again.
    void again() {
        Visit now = visit;
        if (now != null) {
            now.end();
        }
    }

    private void come() {
        while (!ending) {
            Visit own = new Visit();
            visit = own;
            try {
                visit(own);
            } catch (CompletionException | ExecutionException | TimeoutException refused) {
                own.end();
            } catch (InterruptedException e) {
                own.end();
                return;
            }
            sleep();
        }
    }

    private void visit(Visit own) throws InterruptedException, ExecutionException, TimeoutException {
        String since;
        synchronized (this) {
            visits++;
            since = last;
        }
        WebSocket opened =
                HTTP.newWebSocketBuilder().buildAsync(URI.create(url), own).join();
        own.socket = opened;
        Map<String, ?> credential = Map.of("apiKey", apiKey);
        List<String> events = List.of("tip.created");
        opened.sendText(
                        Json.writeText(
                                since == null
                                        ? Map.of("data", credential, "events", events)
                                        : Map.of("data", credential, "events", events, "since", since)),
                        true)
                .join();
        whenReady.accept(own.ready.get(LONGEST_SIGN_IN.toMillis(), TimeUnit.MILLISECONDS));
        do {
            try {
                long stays = ThreadLocalRandom.current().nextLong(SHORTEST.toMillis(), LONGEST.toMillis());
                own.ended.get(stays, TimeUnit.MILLISECONDS);
            } catch (TimeoutException stayed) {
                if (!staying) {
                    own.end();
                }
            }
        } while (!own.ended.isDone());
    }

    private static void sleep() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void event(Visit from, Map<String, @Nullable Object> frame) {
        if (from != visit) {
            return;
        }
        String id = (String) Objects.requireNonNull(frame.get("id"));
        if (!ids.add(id)) {
            repeated++;
            return;
        }
        last = id;
        Instant committed = Instant.parse((String) Objects.requireNonNull(frame.get("created")));
        if (from.readyAt != null && committed.isAfter(from.readyAt)) {
            latencies.arrived(committed);
        }
    }

    @Override
    public void close() {
        ending = true;
        coming.interrupt();
        again();
    }

    private final class Visit implements WebSocket.Listener {
        private final StringBuilder partial = new StringBuilder();
        private final CompletableFuture<String> ready = new CompletableFuture<>();
        private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
        private volatile @Nullable WebSocket socket;
        private volatile @Nullable Instant readyAt;

        void end() {
            ended.complete(true);
            WebSocket open = socket;
            if (open != null) {
                open.abort();
            }
        }

        private void frame(Map<String, @Nullable Object> frame) {
            if ("ready".equals(frame.get("type"))) {
                readyAt = Instant.now();
                wasReady = true;
                ready.complete(String.valueOf(Json.asObject(frame.get("data")).get("connection_id")));
            } else if ("tip.created".equals(frame.get("type"))) {
                event(this, frame);
            } else if (!"replay_complete".equals(frame.get("type")) && !"warning".equals(frame.get("type"))) {
                end();
            }
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            partial.append(data);
            if (last) {
                frame(Json.asObject(Json.read(partial.toString())));
                partial.setLength(0);
            }
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
            end();
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            end();
        }
    }
}
