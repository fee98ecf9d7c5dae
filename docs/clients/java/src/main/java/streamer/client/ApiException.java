package streamer.client;

import com.fasterxml.jackson.databind.JsonNode;

/** A refusal, or the last failure of a request that was sent again without success. */
public final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient JsonNode body;
    private final String requestId;

    ApiException(int status, JsonNode body, String requestId) {
        super(status + " " + body.path("code").asText() + ": " + body.path("error").asText());
        this.status = status;
        this.body = body;
        this.requestId = requestId;
    }

    public int status() {
        return status;
    }

    /** What went wrong, for programs: switch on it, never on the message. */
    public String code() {
        return body.path("code").asText();
    }

    /** The whole answer: some codes come with more fields. */
    public JsonNode body() {
        return body;
    }

    /** Finds the request in the service's log. */
    public String requestId() {
        return requestId;
    }
}
