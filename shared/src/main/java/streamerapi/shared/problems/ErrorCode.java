package streamerapi.shared.problems;

import java.util.Locale;
import java.util.Map;

/// Every code of an error body `{error, code}`, with its HTTP status and the message if none is more exact.
///
/// Sources: spec "Errors", contract "Conventions". The OpenAPI document and the README list the same codes.
public enum ErrorCode {
    BAD_REQUEST(400, "The request is not valid"),
    INSUFFICIENT_CREDITS(400, "The viewer has too few unused credits", "available", "integer"),
    INVALID_MEDIA(400, "The video cannot be played here"),
    INVALID_CREDENTIALS(400, "The platform does not accept these credentials", "field", "string"),
    MISSING_API_KEY(401, "No credential: send Authorization: Bearer <API key or access token>"),
    INVALID_API_KEY(401, "No such API key"),
    INVALID_TOKEN(401, "The access token is unknown, expired or revoked"),
    INVALID_LOGIN(401, "No user has this email and password"),
    INVALID_SIGNATURE(401, "The signature does not match this body, or its time is more than 5 minutes off"),
    MISSING_SESSION(401, "Not signed in: send the session cookie of POST /dashboard/api/sign-in"),
    MISSING_SCOPE(403, "The credential lacks a scope that this request needs"),
    MISSING_ROLE(403, "Your role does not allow this"),
    INVALID_CSRF_TOKEN(403, "Send the session's csrf_token as X-CSRF-Token"),
    NOT_FOUND(404, "No such resource"),
    VIEWER_NOT_SIGNED_IN(404, "This viewer has never signed in"),
    METHOD_NOT_ALLOWED(405, "This address does not support the request's method"),
    QUEUE_PAUSED(409, "The queue is paused"),
    ALREADY_PLAYING(409, "A tip is playing already"),
    NOT_IN_QUEUE(409, "The tip is not in the queue any more"),
    NOT_PLAYING(409, "The tip is not playing"),
    NOT_IN_HISTORY(409, "The tip has not been played yet"),
    REPLAY_TOO_SOON(409, "The tip was replayed a moment ago"),
    NAME_TAKEN(409, "The name is in use", "field", "string"),
    BOT_NOT_CONNECTED(409, "The bot is not connected to any of these chats"),
    NOT_CONNECTED(409, "Not connected: enter the application's credentials first"),
    OVERLAY_NOT_CONNECTED(409, "The overlay is not open: load its address in OBS"),
    LIMIT_REACHED(409, "Limit reached: delete one to make room"),
    ENDPOINT_DISABLED(409, "The webhook endpoint is not active; make it active first"),
    EMAIL_TAKEN(409, "Another user signs in with this email, of this channel or of another one", "field", "string"),
    OWNER_REQUIRED(409, "An account's owner cannot be removed, nor be given another role"),
    DUPLICATE_EXTERNAL_REF(409, "A tip with this source and external_ref exists"),
    AMBIGUOUS_VIEWER(409, "Several viewers have this name: choose one as <platform>:<id>"),
    /// The code of [#INSUFFICIENT_CREDITS] for a viewer without credits, rather than a bad amount.
    NO_CREDIT_LEFT(409, "The viewer has no unused credit", "available", "integer"),
    REWARD_NOT_MANAGED(409, "The service did not create this reward, so it cannot resolve its redemptions"),
    ALREADY_RESOLVED(409, "This has already been decided"),
    NOT_REFUNDABLE(409, "No payment of this tip can be refunded"),
    IDEMPOTENCY_CONFLICT(409, "The Idempotency-Key was used for another request"),
    PRECONDITION_FAILED(412, "The resource has changed: this answer holds its current state"),
    PAYLOAD_TOO_LARGE(413, "The body is larger than 64 KiB"),
    UNSUPPORTED_MEDIA_TYPE(415, "The body must be application/json"),
    TIP_BLOCKED(422, "The account's filter blocks this tip"),
    INVALID_FILE(422, "The file's content does not match its declared type, or is not acceptable"),
    RATE_LIMITED(429, "Too many requests"),
    CHAT_RATE_LIMITED(429, "At most 20 messages in 30 seconds can be sent to chat"),
    INTERNAL_ERROR(500, "Something went wrong on our side"),
    UNAVAILABLE(503, "The service is busy; try again in a moment");

    private final int status;
    private final String message;
    private final String extraField;
    private final String extraType;

    ErrorCode(int status, String message) {
        this(status, message, "", "");
    }

    /// @param extraField the field that its body has beside `error` and `code`
    /// @param extraType the field's type in JSON Schema
    ErrorCode(int status, String message, String extraField, String extraType) {
        this.status = status;
        this.message = message;
        this.extraField = extraField;
        this.extraType = extraType;
    }

    /// The HTTP status that goes with the code.
    public int status() {
        return status;
    }

    /// Whether the same request would be refused again: not if it came too often (429) or the service failed
    /// (500, 503).
    public boolean isFinal() {
        return status != 429 && status < 500;
    }

    /// The message for people, if the place that refuses has no better one.
    public String message() {
        return message;
    }

    /// The fields that its body has beside `error` and `code`, with their JSON types.
    public Map<String, String> extras() {
        return extraField.isEmpty() ? Map.of() : Map.of(extraField, extraType);
    }

    /// The code as it stands in an error body: `queue_paused`.
    public String label() {
        ErrorCode named = this == NO_CREDIT_LEFT ? INSUFFICIENT_CREDITS : this;
        return named.name().toLowerCase(Locale.ROOT);
    }
}
