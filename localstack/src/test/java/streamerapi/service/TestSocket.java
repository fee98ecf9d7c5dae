package streamerapi.service;

import org.jspecify.annotations.Nullable;
import streamerapi.localstack.openapi.FrameValidator;
import streamerapi.shared.json.Json;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A client of the realtime stream, which keeps the frames that it is sent, and holds each that a test reads to the
/// AsyncAPI document.
public final class TestSocket implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final FrameValidator FRAMES = FrameValidator.load();
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final BlockingQueue<String> frames = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final WebSocket socket;

    private TestSocket(String url) {
        socket = HTTP.newWebSocketBuilder()
                .buildAsync(URI.create(url), new Frames())
                .join();
    }

    /// A socket that is open, and has not signed in.
    public static TestSocket open(Service service) {
        return new TestSocket(service.stack().wsUrl());
    }

    /// A socket that signs in with the key; its next frame is `ready`.
    public static TestSocket signIn(Service service, String apiKey) {
        TestSocket socket = open(service);
        socket.send(Map.of("data", Map.of("apiKey", apiKey)));
        return socket;
    }

    /// Sends a JSON frame.
    public TestSocket send(Map<String, ?> frame) {
        return send(Json.writeText(frame));
    }

    /// Sends a text frame.
    public TestSocket send(String text) {
        socket.sendText(text, true).join();
        return this;
    }

    /// The next frame.
    public Map<String, @Nullable Object> next() {
        return Json.asObject(Json.read(nextText()));
    }

    /// The next frame as it came, which must be one of the AsyncAPI document's.
    public String nextText() {
        String frame = nextUndocumented();
        FRAMES.validate(frame);
        return frame;
    }

    /// The next frame as it came, one that the AsyncAPI document does not know.
    public String nextUndocumented() {
        try {
            return Objects.requireNonNull(frames.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS), "no frame came");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /// The next frame, which must have the type.
    public Map<String, @Nullable Object> next(String type) {
        Map<String, @Nullable Object> frame = next();
        if (!type.equals(frame.get("type"))) {
            throw new AssertionError("expected a frame " + type + " and got " + frame);
        }
        return frame;
    }

    /// The next frame of the type; others before it are passed over.
    public Map<String, @Nullable Object> skipTo(String type) {
        Map<String, @Nullable Object> frame = next();
        while (!type.equals(frame.get("type"))) {
            frame = next();
        }
        return frame;
    }

    /// The types of the next frames, up to the first of a type.
    public List<String> typesUntil(String last) {
        List<String> types = new ArrayList<>();
        do {
            types.add(String.valueOf(next().get("type")));
        } while (!types.getLast().equals(last));
        return types;
    }

    /// The frames that have come and were not asked for.
    public List<String> waiting() {
        List<String> texts = new ArrayList<>();
        frames.drainTo(texts);
        return texts;
    }

    /// Whether the server has closed the socket.
    public boolean isClosed() {
        return closed.isDone();
    }

    /// The status with which the server closed the socket.
    public int closeCode() {
        return closed.orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
    }

    @Override
    public void close() {
        socket.abort();
    }

    private final class Frames implements WebSocket.Listener {
        private final StringBuilder partial = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            partial.append(data);
            if (last) {
                frames.add(partial.toString());
                partial.setLength(0);
            }
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int statusCode, String reason) {
            closed.complete(statusCode);
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            closed.completeExceptionally(error);
        }
    }
}
