package streamer.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The realtime stream, which stays connected. After a break, and on `reconnect`, it connects again with `since`, so that
 * nothing is missed; an event that came twice is handled once.
 *
 * <p>[#run] blocks: give it a thread, a virtual one will do. One stream runs once.
 */
public final class RealtimeStream implements AutoCloseable {
    private static final int KEPT_IDS = 10_000;
    private static final long PING_SECONDS = 60;
    private static final long FIRST_PAUSE = 500;
    private static final long LONGEST_PAUSE = 30_000;

    /** Errors after which another try would end in the same way. After `revoked` it tells whether the credential is. */
    private static final Set<String> FINAL =
            Set.of("invalid_api_key", "invalid_token", "invalid_overlay_key", "bad_request");

    private static final String CLOSED = "";

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private final URI url;
    private final Supplier<String> credential;
    private final Set<String> seen = new LinkedHashSet<>();
    private List<String> types;
    private Consumer<JsonNode> onFrame = frame -> {};
    private int failures;
    private String newest;
    private volatile String last;
    private volatile boolean ended;
    private volatile WebSocket socket;
    private volatile BlockingQueue<String> frames = new LinkedBlockingQueue<>();

    /**
     * @param url the address of the socket, for example `ws://localhost:3000/realtime`
     * @param apiKey an API key
     */
    public RealtimeStream(String url, String apiKey) {
        this(url, () -> apiKey);
    }

    /**
     * @param url the address of the socket
     * @param credential is asked before each sign-in, so that it can give renewed access tokens: one is good for an hour,
     *     and a socket for two. An exception of it ends [#run]
     */
    public RealtimeStream(String url, Supplier<String> credential) {
        this.url = URI.create(url);
        this.credential = credential;
    }

    /** Asks for these types alone. */
    public RealtimeStream events(String... types) {
        this.types = List.of(types);
        return this;
    }

    /** Begins after this event, the last one that an earlier run handled. */
    public RealtimeStream since(String eventId) {
        this.last = eventId;
        return this;
    }

    /** Sees `ready` with its snapshot, `replay_gap`, `replay_complete` and `reconnect`, as they come. */
    public RealtimeStream onFrame(Consumer<JsonNode> handler) {
        this.onFrame = handler;
        return this;
    }

    /** The id of the last event that was handled, or of a later one that was not asked for: keep it, and give it as `since` to the next run. */
    public String lastEventId() {
        return last;
    }

    /** Ends [#run] once the handler is done with what it has. */
    @Override
    public void close() {
        ended = true;
        frames.add(CLOSED);
        WebSocket open = socket;
        if (open != null) {
            open.abort();
        }
    }

    /**
     * Hands on each event once, in order, until the stream is closed.
     *
     * @throws ApiException if the credential or the request is no good
     */
    public void run(Consumer<Event> handler) throws InterruptedException {
        try {
            while (!ended) {
                if (!connection(handler) && !ended) {
                    long limit = Math.min(LONGEST_PAUSE, FIRST_PAUSE << Math.min(failures++, 10));
                    Thread.sleep(ThreadLocalRandom.current().nextLong(limit));
                }
            }
        } finally {
            close();
        }
    }

    /** Opens a socket, reads it to its end, and tells whether the service asked for the next one. */
    private boolean connection(Consumer<Event> handler) throws InterruptedException {
        try {
            frames = new LinkedBlockingQueue<>();
            WebSocket previous = socket;
            socket = http.newWebSocketBuilder()
                    .connectTimeout(Duration.ofSeconds(10))
                    .buildAsync(url, new Frames(frames))
                    .join();
            socket.sendText(firstFrame(), true).join();
            if (previous != null) {
                previous.abort();
            }
            return read(handler);
        } catch (CompletionException | IOException broken) {
            return false;
        }
    }

    private String firstFrame() {
        Map<String, Object> first = new LinkedHashMap<>();
        first.put("data", Map.of("apiKey", credential.get()));
        if (types != null) {
            first.put("events", types);
        }
        if (last != null) {
            first.put("since", last);
        }
        return Json.write(first);
    }

    /** Whether the service asks for a new socket; false if this one broke. */
    private boolean read(Consumer<Event> handler) throws InterruptedException, IOException {
        boolean pinged = false;
        while (!ended) {
            String text = frames.poll(PING_SECONDS, TimeUnit.SECONDS);
            if (text == null && !pinged) {
                socket.sendText("{\"type\":\"ping\"}", true).join();
                pinged = true;
                continue;
            }
            if (text == null || text.equals(CLOSED)) {
                return false;
            }
            pinged = false;
            JsonNode frame = Json.MAPPER.readTree(text);
            if (frame.has("id")) {
                handle(Event.of(frame), handler);
            } else if (!frame.has("type")) {
                // API Gateway's own word: the service's answer got lost, and nothing more may come of this socket.
                return false;
            } else if (control(frame)) {
                return true;
            }
        }
        return false;
    }

    private void handle(Event event, Consumer<Event> handler) {
        if (!seen.contains(event.id())) {
            handler.accept(event);
            seen.add(event.id());
        }
        last = event.id();
        if (seen.size() > KEPT_IDS) {
            seen.remove(seen.iterator().next());
        }
    }

    /** Goes on after the newest event: none of those before it was asked for, and the log forgets the last one that was handled. */
    private void passAll() {
        last = newest == null ? last : newest;
    }

    private boolean control(JsonNode frame) {
        onFrame.accept(frame);
        JsonNode data = frame.path("data");
        switch (frame.path("type").asText()) {
            case "ready" -> {
                failures = 0;
                newest = data.path("last_event_id").textValue();
                if (last == null) {
                    last = newest;
                }
            }
            case "replay_gap" -> passAll();
            case "replay_complete" -> {
                if (data.path("count").asInt() == 0) {
                    passAll();
                }
            }
            case "error" -> {
                if (FINAL.contains(data.path("code").asText())) {
                    ended = true;
                    throw new ApiException(0, data, null);
                }
            }
            case "reconnect" -> {
                // A replay goes on after an event that may not have been sent, because other types were asked for.
                if (data.path("since").isTextual()) {
                    last = data.path("since").asText();
                }
                return true;
            }
            default -> {}
        }
        return false;
    }

    /** Puts whole frames into a queue, and an empty one when the socket is closed. */
    private record Frames(BlockingQueue<String> queue, StringBuilder part) implements WebSocket.Listener {
        Frames(BlockingQueue<String> queue) {
            this(queue, new StringBuilder());
        }

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean whole) {
            part.append(text);
            if (whole) {
                queue.add(part.toString());
                part.setLength(0);
            }
            socket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
            queue.add(CLOSED);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable failure) {
            queue.add(CLOSED);
        }
    }
}
