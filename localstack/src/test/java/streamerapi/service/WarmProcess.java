package streamerapi.service;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;
import streamerapi.tts.TtsFunction;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// A warm process of the TTS function beside those of the stack: the same table, but a memory of its own.
final class WarmProcess {

    private final TtsFunction function;

    /// @param variables what differs from the stack's own
    WarmProcess(Service service, Map<String, String> variables) {
        Map<String, String> all = new LinkedHashMap<>(
                service.stack().functions().settings("TtsFunction").variables());
        all.putAll(variables);
        function = new TtsFunction(new Environment(Map.copyOf(all), service.clock()));
    }

    /// The status of the answer.
    int status(GatewayEvent event) {
        return ((BigDecimal) Objects.requireNonNull(answer(event).get("statusCode"))).intValueExact();
    }

    /// The whole answer, as API Gateway would get it.
    Map<String, @Nullable Object> answer(GatewayEvent event) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        try {
            function.handleRequest(new ByteArrayInputStream(event.json()), output, new TestInvocation("TtsFunction"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Json.readObject(output.toByteArray());
    }
}
