package streamerapi.chat;

import org.jspecify.annotations.Nullable;
import streamerapi.commands.AiMemory;
import streamerapi.shared.calls.JsonCall;
import streamerapi.shared.json.Json;
import streamerapi.shared.text.ViewerText;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A service over HTTP: POST `{prompt, history: [{prompt, answer}]}` to its address, with its token as a bearer;
/// it answers `{text}`. The text is cleaned as a viewer's is, because it can repeat one.
public final class HttpAiText implements AiText {

    /// How long an answer may take at most, from connecting to its last byte.
    public static final Duration TIMEOUT = Duration.ofSeconds(4);

    private final URI address;
    private final @Nullable Token token;

    /// How the service knows who asks.
    @FunctionalInterface
    public interface Token {
        /// @throws IOException if it cannot be read
        String value() throws IOException;
    }

    /// @param token null for a service that needs none
    public HttpAiText(URI address, @Nullable Token token) {
        this.address = address;
        this.token = token;
    }

    @Override
    public Optional<String> answer(String prompt, List<AiMemory.Exchange> before, Duration within) {
        List<Map<String, String>> history = before.stream()
                .map(one -> Map.of("prompt", one.prompt(), "answer", one.answer()))
                .toList();
        JsonCall call = JsonCall.post(address, Json.write(Map.of("prompt", prompt, "history", history)));
        try {
            if (token != null) {
                call.header("Authorization", "Bearer " + token.value());
            }
            Object text = call.send(within.compareTo(TIMEOUT) < 0 ? within : TIMEOUT)
                    .body()
                    .get("text");
            return Optional.ofNullable(text)
                    .filter(String.class::isInstance)
                    .map(answer -> ViewerText.cleaned((String) answer))
                    .filter(answer -> !ViewerText.isBlank(answer));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
