package streamerapi.hooks;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.Provider;
import streamerapi.shared.json.Json;
import streamerapi.shared.limits.RateLimitStatus;
import streamerapi.shared.problems.CommonHeaders;
import streamerapi.shared.problems.Problem;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An answer to a platform's call.
///
/// @param type of the body
/// @param code of a refusal, or null
record HookAnswer(
        int status, String type, String body, @Nullable String code) {

    private static final String JSON = "application/json";

    /// The answer to a question about the path.
    static final HookAnswer OPTIONS = new HookAnswer(204, JSON, "", null);

    /// The answer to a call that was taken, or has nothing for the service in it.
    static HookAnswer taken(Provider provider) {
        return provider == Provider.TWITCH ? OPTIONS : new HookAnswer(200, JSON, "{}", null);
    }

    /// 200 with a text.
    static HookAnswer text(String text) {
        return new HookAnswer(200, "text/plain", text, null);
    }

    static HookAnswer of(Problem problem) {
        return new HookAnswer(
                problem.code().status(),
                JSON,
                Json.writeText(problem.body()),
                problem.code().label());
    }

    /// The answer as API Gateway's HTTP API takes it (payload format 2.0), with the headers that every answer carries
    /// (contract "Conventions").
    ///
    /// @param limit of the address that the call came from
    byte[] toEvent(String requestId, RateLimitStatus limit) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", type);
        CommonHeaders.addTo(headers, requestId, status, code);
        limit.addTo(headers, status);
        switch (status) {
            case 401 -> headers.put("WWW-Authenticate", "Signature");
            case 405, 204 -> headers.put("Allow", "OPTIONS, POST");
            default -> {}
        }
        Map<String, @Nullable Object> event = new LinkedHashMap<>();
        event.put("statusCode", status);
        event.put("headers", headers);
        event.put("cookies", List.of());
        event.put("body", body);
        event.put("isBase64Encoded", false);
        return Json.write(event);
    }
}
