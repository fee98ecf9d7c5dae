package streamerapi.localstack.openapi;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Holds the frames of a socket to the AsyncAPI document that the functions serve.
public final class FrameValidator {

    private final Schemas schemas;
    private final Map<String, String> pointers = new HashMap<>();

    private FrameValidator(String document) {
        this.schemas = new Schemas(document);
        JsonNode root = StrictJson.parse(document.getBytes(StandardCharsets.UTF_8));
        for (JsonNode message : root.path("components").path("messages")) {
            pointers.put(
                    message.path("name").asString(""),
                    message.path("payload").path("$ref").asString("").substring(1));
        }
    }

    /// A validator of the document on the class path.
    public static FrameValidator load() {
        try (InputStream in =
                Objects.requireNonNull(FrameValidator.class.getResourceAsStream("/asyncapi.json"), "asyncapi.json")) {
            return new FrameValidator(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Checks a frame of the server, an event or any other.
    ///
    /// @throws AssertionError listing every mismatch
    public synchronized void validate(String frame) {
        JsonNode read = StrictJson.parse(frame.getBytes(StandardCharsets.UTF_8));
        String type = read.path("type").asString("");
        String pointer = pointers.get(type);
        if (pointer == null) {
            throw new AssertionError("The AsyncAPI document knows no frame " + frame);
        }
        List<String> mismatches = schemas.mismatches(pointer, read);
        if (!mismatches.isEmpty()) {
            throw new AssertionError("A frame does not match the AsyncAPI document:\n- "
                    + String.join("\n- ", mismatches) + "\n" + frame);
        }
    }
}
