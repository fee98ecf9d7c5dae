package streamerapi.localstack.openapi;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/// One request and its answer, as they went over the wire.
///
/// @param path relative to the server's address, or with its `/v1` in front; not decoded
/// @param query what follows `?`, not decoded; null if there is none
/// @param requestHeaders names in any case
/// @param requestBody null if there is none
/// @param responseHeaders names in any case
@SuppressWarnings("ArrayRecordComponent")
public record WireExchange(
        String method,
        String path,
        @Nullable String query,
        Map<String, String> requestHeaders,
        byte @Nullable [] requestBody,
        int status,
        Map<String, String> responseHeaders,
        byte[] responseBody) {

    @Override
    public String toString() {
        return method + " " + path + (query == null ? "" : "?" + query) + " answered " + status;
    }
}
