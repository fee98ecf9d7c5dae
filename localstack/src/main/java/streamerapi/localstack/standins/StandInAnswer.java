package streamerapi.localstack.standins;

import com.fasterxml.jackson.databind.JsonNode;

import java.util.Map;

/// An answer of a stand-in.
public record StandInAnswer(int status, Map<String, String> headers, String body) {

    private static final String TYPE = "Content-Type";

    public static StandInAnswer json(int status, JsonNode body) {
        return new StandInAnswer(status, Map.of(TYPE, "application/json; charset=utf-8"), body.toString());
    }

    public static StandInAnswer text(int status, String body) {
        return new StandInAnswer(status, Map.of(TYPE, "text/plain; charset=utf-8"), body);
    }

    /// A page, which no site may frame.
    public static StandInAnswer page(int status, String html) {
        return new StandInAnswer(
                status,
                Map.of(TYPE, "text/html; charset=utf-8", "Cache-Control", "no-store", "X-Frame-Options", "DENY"),
                html);
    }

    public static StandInAnswer empty(int status) {
        return new StandInAnswer(status, Map.of(), "");
    }

    /// A redirect that is followed with a GET.
    public static StandInAnswer redirect(String address) {
        return new StandInAnswer(303, Map.of("Location", address), "");
    }
}
