package streamerapi.chat;

import org.jspecify.annotations.Nullable;
import streamerapi.commands.AiMemory;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A service over HTTP: POST `{prompt, history: [{prompt, answer}]}` to its address, with its token as a bearer;
/// it answers `{text}`.
public final class HttpAiText implements AiText {

    /// How long an answer may take, from connecting to its last byte.
    public static final Duration TIMEOUT = Duration.ofSeconds(4);

    private static final int MAX_ANSWER_BYTES = 64 * 1024;

    private final URI address;
    private final @Nullable String token;

    /// @param token null for a service that wants none
    public HttpAiText(URI address, @Nullable String token) {
        this.address = address;
        this.token = token;
    }

    @Override
    public Optional<String> answer(String prompt, List<AiMemory.Exchange> before) {
        List<Map<String, String>> history = before.stream()
                .map(one -> Map.of("prompt", one.prompt(), "answer", one.answer()))
                .toList();
        byte[] body = Json.write(Map.of("prompt", prompt, "history", history));
        FutureTask<Optional<String>> call = new FutureTask<>(() -> post(body));
        Thread thread = Thread.ofVirtual().start(call);
        try {
            return call.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            thread.interrupt();
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private Optional<String> post(byte[] body) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
        try {
            connection.setRequestMethod("POST");
            connection.setInstanceFollowRedirects(false);
            connection.setConnectTimeout((int) TIMEOUT.toMillis());
            connection.setReadTimeout((int) TIMEOUT.toMillis());
            connection.setFixedLengthStreamingMode(body.length);
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", "application/json");
            if (token != null) {
                connection.setRequestProperty("Authorization", "Bearer " + token);
            }
            try (OutputStream out = connection.getOutputStream()) {
                out.write(body);
            }
            if (connection.getResponseCode() / 100 != 2) {
                return Optional.empty();
            }
            try (InputStream in = connection.getInputStream()) {
                Map<String, @Nullable Object> answer = Json.readObject(in.readNBytes(MAX_ANSWER_BYTES));
                return answer.get("text") instanceof String text && !text.isBlank()
                        ? Optional.of(text)
                        : Optional.empty();
            }
        } finally {
            connection.disconnect();
        }
    }
}
