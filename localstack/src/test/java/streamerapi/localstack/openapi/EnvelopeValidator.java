package streamerapi.localstack.openapi;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

import java.util.List;

/// Holds event envelopes, from a webhook or a socket, to the document's `webhooks` section.
public final class EnvelopeValidator {
    private final OpenApiDocument document;

    public EnvelopeValidator(OpenApiDocument document) {
        this.document = document;
    }

    /// Checks an envelope and its data against the schema of its type.
    ///
    /// @throws AssertionError listing every mismatch
    public void validate(byte[] envelope) {
        JsonNode event;
        try {
            event = StrictJson.parse(envelope);
        } catch (JacksonException e) {
            throw new AssertionError("An envelope is not JSON: " + e.getOriginalMessage(), e);
        }
        String type = event.path("type").asString("");
        if (!document.eventTypes().contains(type)) {
            throw new AssertionError("No event type '" + type + "' in the document: " + event);
        }
        String schema = document.root()
                .at("webhooks")
                .at(type)
                .at("post")
                .at("requestBody")
                .at("content")
                .at("application/json")
                .at("schema")
                .pointer();
        List<String> mismatches = document.schemas().mismatches(schema, event);
        if (!mismatches.isEmpty()) {
            throw new AssertionError(
                    type + " does not match the document:\n- " + String.join("\n- ", mismatches) + "\n" + event);
        }
    }
}
