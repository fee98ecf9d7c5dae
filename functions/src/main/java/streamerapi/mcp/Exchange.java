package streamerapi.mcp;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.http.Request;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/// A message and the revision that it is of, found good together: what the headers repeat of the body is the same there
/// (revision 2026-07-28, "Server Validation").
record Exchange(RpcMessage message, Revision revision) {

    static final String META = "io.modelcontextprotocol/";

    private static final String VERSION_HEADER = "mcp-protocol-version";
    private static final String ENCODED = "=?base64?";
    private static final String ENCODED_END = "?=";

    /// The exchange of a request. An `initialize` says in its parameters which revision it is of, so that it needs no
    /// header, and neither does a notification.
    ///
    /// @throws RpcError `HEADER_MISMATCH`, `UNSUPPORTED_PROTOCOL_VERSION`, or `INVALID_PARAMS` for metadata that is
    /// missing
    static Exchange of(Request request, RpcMessage message) {
        String header = request.header(VERSION_HEADER);
        Object meta = message.meta(META + "protocolVersion");
        if (meta == null && message.method().equals("initialize") && !isStateless(header)) {
            return new Exchange(message, Revision.HANDSHAKE);
        }
        if (header == null && message.isNotification()) {
            return new Exchange(message, Revision.STATELESS);
        }
        if (header == null) {
            throw mismatch("The header MCP-Protocol-Version is missing");
        }
        if (meta != null && !header.equals(meta)) {
            throw mismatch("The header MCP-Protocol-Version and the protocolVersion of _meta differ");
        }
        Revision revision = Revision.of(header)
                .orElseThrow(() -> RpcError.of(
                                RpcCode.UNSUPPORTED_PROTOCOL_VERSION, "The server does not speak this revision")
                        .with("supported", Revision.LABELS)
                        .with("requested", header));
        if (revision.isStateless() && !message.isNotification()) {
            checkMetadata(message, meta);
            checkHeaders(request, message);
        }
        return new Exchange(message, revision);
    }

    private static boolean isStateless(@Nullable String header) {
        return header != null
                && Revision.of(header).filter(Revision::isStateless).isPresent();
    }

    private static void checkMetadata(RpcMessage message, @Nullable Object version) {
        if (version == null) {
            throw incomplete("protocolVersion");
        }
        if (!(message.meta(META + "clientCapabilities") instanceof Map<?, ?>)) {
            throw incomplete("clientCapabilities");
        }
    }

    private static void checkHeaders(Request request, RpcMessage message) {
        String method = request.header("mcp-method");
        if (!message.method().equals(method)) {
            throw mismatch("The header Mcp-Method " + (method == null ? "is missing" : "is not the body's method"));
        }
        if (message.method().equals(McpServer.CALL_TOOL) && message.params().get("name") instanceof String name) {
            String named = request.header("mcp-name");
            if (named == null || !name.equals(decoded(named))) {
                throw mismatch("The header Mcp-Name " + (named == null ? "is missing" : "is not the body's name"));
            }
        }
    }

    /// The decoded text of a header's value; null if it is badly encoded.
    private static @Nullable String decoded(String value) {
        if (!value.startsWith(ENCODED) || !value.endsWith(ENCODED_END)) {
            return value;
        }
        try {
            String text = value.substring(ENCODED.length(), value.length() - ENCODED_END.length());
            return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
            return null;
        }
    }

    private static RpcError incomplete(String name) {
        return RpcError.of(RpcCode.INVALID_PARAMS, "_meta lacks " + META + name).withStatus(400);
    }

    private static RpcError mismatch(String message) {
        return RpcError.of(RpcCode.HEADER_MISMATCH, message);
    }
}
