import java.net.URI;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The realtime stream: hands on each event once, in order, and connects again with the id of the last one after a break. */
final class EventStream {
    private static final int KEPT_IDS = 10_000;
    private static final long PING_SECONDS = 60;
    private static final long LONGEST_PAUSE = 30_000;

    /** Errors after which another try would end in the same way. After `revoked` it tells whether the credential is. */
    private static final Set<Object> FINAL = Set.of("invalid_api_key", "invalid_token", "bad_request");

    private final Options options;
    private final Api api;
    private final Set<String> seen = new LinkedHashSet<>();
    private long left;
    private String newest;
    private String last;
    private long pause = 500;
    private boolean ready;

    interface EventHandler {
        void handle(String text, Map<String, Object> event) throws Exception;
    }

    EventStream(Options options, Api api) {
        this.options = options;
        this.api = api;
        this.left = options.count("--count", Long.MAX_VALUE);
    }

    /** Returns when `--count` events were handled. */
    void follow(EventHandler handler) throws Exception {
        boolean wasReady = false;
        while (left > 0) {
            ready = false;
            try {
                // A socket signs in with a token of its own, so that the credential goes to the REST API alone.
                Map<String, Object> token = api.post("/v1/realtime/token", null);
                read(String.valueOf(token.get("ws_url")), String.valueOf(token.get("token")), handler);
            } catch (Failure failure) {
                if (!wasReady && !ready || !failure.passing()) {
                    throw failure;
                }
            }
            wasReady |= ready;
            if (!ready && left > 0) {
                Thread.sleep(pause);
                pause = Math.min(LONGEST_PAUSE, pause * 2);
            }
        }
    }

    private void read(String url, String token, EventHandler handler) throws Exception {
        BlockingQueue<String> frames = new LinkedBlockingQueue<>();
        WebSocket socket;
        try {
            socket = Api.HTTP
                    .newWebSocketBuilder()
                    .connectTimeout(Duration.ofSeconds(10))
                    .buildAsync(URI.create(url), new Frames(frames))
                    .join();
        } catch (CompletionException failure) {
            throw Failure.notReached(url);
        }
        try {
            socket.sendText(Json.write(firstFrame(token)), true).join();
            boolean pinged = false;
            while (left > 0) {
                String text = frames.poll(PING_SECONDS, TimeUnit.SECONDS);
                if (text == null && !pinged) {
                    socket.sendText("{\"type\":\"ping\"}", true).join();
                    pinged = true;
                } else if (text == null || text.isEmpty() || !take(text, handler)) {
                    // Without even a pong the socket only seems open, as after a sleep of the computer.
                    return;
                } else {
                    pinged = false;
                }
            }
        } catch (CompletionException broken) {
            throw Failure.notReached(url);
        } finally {
            socket.abort();
        }
    }

    private Map<String, Object> firstFrame(String token) {
        Map<String, Object> first = Json.object("data", Map.of("token", token));
        if (options.has("--events")) {
            first.put("events", List.of(options.get("--events").split(",")));
        }
        if (last != null) {
            first.put("since", last);
        }
        return first;
    }

    /** Whether the socket goes on after this frame. */
    private boolean take(String text, EventHandler handler) throws Exception {
        Map<String, Object> frame = Json.readObject(text);
        if (frame.get("id") instanceof String id) {
            if (seen.add(id)) {
                handler.handle(text, frame);
                left--;
            }
            last = id;
            if (seen.size() > KEPT_IDS) {
                seen.remove(seen.iterator().next());
            }
            return true;
        }
        Map<?, ?> data = frame.get("data") instanceof Map<?, ?> map ? map : Map.of();
        return switch (String.valueOf(frame.get("type"))) {
            case "ready" -> {
                ready = true;
                pause = 500;
                newest = (String) data.get("last_event_id");
                last = last == null ? newest : last;
                options.terminal().err().println("Connected. Ctrl-C ends it.");
                yield true;
            }
            case "error" -> {
                if (FINAL.contains(data.get("code"))) {
                    throw Failure.refused(400, Json.write(data));
                }
                throw new Failure(
                        Failure.NOT_REACHED, String.valueOf(data.get("code")), String.valueOf(data.get("error")));
            }
            case "replay_gap" -> {
                options.terminal().err().println("Events were missed that are not kept any more.");
                last = newest == null ? last : newest;
                yield true;
            }
            case "replay_complete" -> {
                // The log forgets the last event that was printed, and none came after it that was asked for.
                boolean none = "0".equals(String.valueOf(data.get("count")));
                last = none && newest != null ? newest : last;
                yield true;
            }
            case "reconnect" -> {
                // A replay goes on after an event that may not have been sent, because other types were asked for.
                last = data.get("since") instanceof String since ? since : last;
                yield false;
            }
            // API Gateway's own word has no type: the service's answer got lost, and nothing more may come of this socket.
            case "null" -> false;
            default -> true;
        };
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
            queue.add("");
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable failure) {
            queue.add("");
        }
    }
}
