package streamerapi.localstack.openapi;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.Set;

/// One operation of the document, its references resolved.
///
/// @param method upper case
/// @param path the template, for example `/tts/{orderId}/start`
/// @param id the `operationId`
/// @param scope what the credential must carry; null if any valid credential will do, or none
/// @param role the least role of the user; null if no session is needed
/// @param authenticated whether a credential is needed
/// @param query the query parameters by name
/// @param headers the request headers by name
/// @param body the request body's schema; null if the operation takes none
/// @param bodyRequired whether the request must have a body
/// @param responses by status
public record Operation(
        String method,
        String path,
        String id,
        @Nullable String scope,
        @Nullable String role,
        boolean authenticated,
        Map<String, Field> query,
        Map<String, Field> headers,
        @Nullable Located body,
        boolean bodyRequired,
        Map<Integer, Answer> responses) {

    /// A query parameter or a header.
    record Field(Located schema, boolean required, boolean number) {}

    /// The content of an answer with one status.
    ///
    /// @param schema of the body
    /// @param headers by name
    /// @param codes the error codes that the body may hold; empty below 400
    record Answer(Located schema, Map<String, Field> headers, Set<String> codes) {}

    /// The error codes that each status may carry.
    public Set<String> errorCodes(int status) {
        Answer answer = responses.get(status);
        return answer == null ? Set.of() : answer.codes();
    }
}
