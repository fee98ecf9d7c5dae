import java.util.Map;

/** Ends the program with a message and an exit code. */
final class Failure extends RuntimeException {
    static final int REFUSED = 1;
    static final int WRONG_USAGE = 2;
    static final int NOT_REACHED = 3;
    static final int NOT_SIGNED_IN = 4;

    private static final long serialVersionUID = 1L;

    private final int exitCode;
    private final boolean passing;
    private final String json;

    Failure(int exitCode, String code, String message) {
        this(exitCode, exitCode == NOT_REACHED, message, Json.object("error", message, "code", code));
    }

    private Failure(int exitCode, boolean passing, String message, Object json) {
        super(message);
        this.exitCode = exitCode;
        this.passing = passing;
        this.json = Json.write(json);
    }

    static Failure usage(String message) {
        return new Failure(WRONG_USAGE, "wrong_usage", message);
    }

    static Failure notReached(String url) {
        return new Failure(
                NOT_REACHED, "not_reached", url + " cannot be reached. Is the service running? See --url.");
    }

    static Failure notSignedIn(String message) {
        return new Failure(NOT_SIGNED_IN, "not_signed_in", message);
    }

    /** A refusal as the service put it. */
    static Failure refused(int status, String body) {
        var answer = body.startsWith("{") ? Json.readObject(body) : Map.<String, Object>of();
        if (!answer.containsKey("code") && !answer.containsKey("error")) {
            // API Gateway's own refusals have a message alone, and a proxy's may be of any form.
            Object own = answer.get("message");
            String message = "The service answered " + status + (own == null ? "" : ": " + Text.shown(own));
            return new Failure(
                    REFUSED, isPassing(status), message, Json.object("error", message, "code", "status_" + status));
        }
        Object code = answer.getOrDefault("code", answer.get("error"));
        Object message = answer.containsKey("code") ? answer.get("error") : answer.get("error_description");
        Object field = answer.get("field");
        String told = Text.shown(code + ": " + message + (field == null ? "" : " (" + field + ")"));
        return new Failure(REFUSED, isPassing(status), told, answer);
    }

    private static boolean isPassing(int status) {
        return status == 429 || status >= 500;
    }

    /** Whether the service refused a field. */
    boolean isOf(String field) {
        return exitCode == REFUSED && field.equals(Json.readObject(json).get("field"));
    }

    /** Whether the service refused an access token. */
    boolean isOfToken() {
        return exitCode == REFUSED && "invalid_token".equals(Json.readObject(json).get("code"));
    }

    /** The same with more words for people; programs get the service's own. */
    Failure adding(String words) {
        return words.isEmpty() ? this : new Failure(exitCode, passing, getMessage() + words, Json.readObject(json));
    }

    /** Whether another try may go well. */
    boolean passing() {
        return passing;
    }

    int exitCode() {
        return exitCode;
    }

    /** What --json prints: the service's own body for a refusal, else `error` and `code`. */
    String json() {
        return json;
    }
}
