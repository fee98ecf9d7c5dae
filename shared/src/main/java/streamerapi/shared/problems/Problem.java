package streamerapi.shared.problems;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// A refusal: the code, a message for people, and the extra fields that the code promises.
///
/// A refusal by a rule of the contract. Nothing has been changed when it is thrown.
public final class Problem extends RuntimeException {

    private final ErrorCode code;
    private final transient Map<String, @Nullable Object> extra = new LinkedHashMap<>();
    private transient @Nullable Reached reached;
    private @Nullable String entityTag;
    private boolean ofLoad;

    private Problem(ErrorCode code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    /// The limit that a refusal comes of.
    ///
    /// @param limit how often it lets through in its window
    /// @param left until it lets through again
    public record Reached(int limit, Duration window, Duration left) {}

    /// A refusal with the code's own message.
    public static Problem of(ErrorCode code) {
        return new Problem(code, code.message());
    }

    /// A refusal with a message that says more than the code's own.
    public static Problem of(ErrorCode code, String message) {
        return new Problem(code, message);
    }

    /// A refusal because the table takes no more, or too many change the same rows: what an operator has to look at.
    public static Problem ofLoad() {
        Problem problem = of(ErrorCode.UNAVAILABLE);
        problem.ofLoad = true;
        return problem;
    }

    /// A 400 that names the offending field of the body, the query or the headers.
    public static Problem badField(String field, String message) {
        return new Problem(ErrorCode.BAD_REQUEST, message).with("field", field);
    }

    /// A refusal of a name that is in use, or that the service has for itself.
    ///
    /// @param field the field of the body that has it
    public static Problem nameTaken(String field, String message) {
        return new Problem(ErrorCode.NAME_TAKEN, message).with("field", field);
    }

    /// Adds an extra field to the error body.
    public Problem with(String name, @Nullable Object value) {
        extra.put(name, value);
        return this;
    }

    /// Says which entity tag the resource has that the error body shows, for the `ETag` header.
    public Problem tagged(String tag) {
        entityTag = tag;
        return this;
    }

    /// The entity tag of the resource that the error body shows, if it shows one.
    public @Nullable String entityTag() {
        return entityTag;
    }

    /// Says which limit was reached, for the `RateLimit-*` and `Retry-After` headers.
    ///
    /// @param limit how often it lets through in its window
    /// @param left until it lets through again
    public Problem reaching(int limit, Duration window, Duration left) {
        reached = new Reached(limit, window, left);
        return this;
    }

    /// The limit that was reached, if it is none of those of all requests.
    public @Nullable Reached reached() {
        return reached;
    }

    /// Whether it is one of [#ofLoad], and not of another service that does not answer.
    public boolean isOfLoad() {
        return ofLoad;
    }

    /// The machine-readable code.
    public ErrorCode code() {
        return code;
    }

    /// The error body: `error`, `code`, then the extra fields.
    public Map<String, @Nullable Object> body() {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("error", getMessage());
        body.put("code", code.label());
        body.putAll(extra);
        return body;
    }
}
