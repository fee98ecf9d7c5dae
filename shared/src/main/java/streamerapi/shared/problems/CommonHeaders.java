package streamerapi.shared.problems;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/// The headers that every answer carries, beside those of its rate limit (contract, "Conventions").
public final class CommonHeaders {

    private CommonHeaders() {}

    /// Adds them to an answer's own headers. A `Link` that the answer has is kept.
    ///
    /// @param code of a refusal, or null
    public static void addTo(Map<String, String> headers, String requestId, int status, @Nullable String code) {
        headers.put("Request-Id", requestId);
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("Strict-Transport-Security", "max-age=31536000");
        if (code != null) {
            headers.putIfAbsent("Link", "</docs/errors#" + code + ">; rel=\"help\"");
        }
        if (status == 503) {
            headers.put("Retry-After", "1");
        }
    }
}
