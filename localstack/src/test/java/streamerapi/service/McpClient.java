package streamerapi.service;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A client of the Model Context Protocol server, in one revision of the protocol.
///
/// @param revision `2026-07-28` or an earlier one
record McpClient(ApiClient api, String revision) {

    static final String CURRENT = "2026-07-28";
    static final String BEFORE = "2025-11-25";
    static final String META = "io.modelcontextprotocol/";

    /// The parameters' metadata of a request of the current revision.
    static Map<String, Object> meta(String revision) {
        return Map.of(META + "protocolVersion", revision, META + "clientCapabilities", Map.of());
    }

    /// A request of the current revision, or of one before.
    Answer request(String method, Map<String, ?> params) {
        Map<String, @Nullable Object> sent = new LinkedHashMap<>(params);
        ApiClient caller = api.with("MCP-Protocol-Version", revision);
        if (revision.equals(CURRENT)) {
            sent.put("_meta", meta(revision));
            caller = caller.with("Mcp-Method", method);
            if (params.get("name") instanceof String name) {
                caller = caller.with("Mcp-Name", name);
            }
        }
        return caller.rpc(message(7, method, sent));
    }

    static Map<String, @Nullable Object> message(@Nullable Object id, String method, Map<String, ?> params) {
        Map<String, @Nullable Object> message = new LinkedHashMap<>();
        message.put("jsonrpc", "2.0");
        if (id != null) {
            message.put("id", id);
        }
        message.put("method", method);
        message.put("params", params);
        return message;
    }

    /// The answer to a tool's call.
    Answer call(String tool, Map<String, ?> arguments) {
        return request("tools/call", Map.of("name", tool, "arguments", arguments));
    }

    /// The result of a tool's call, which must be no refusal.
    Map<String, @Nullable Object> structured(String tool, Map<String, ?> arguments) {
        Answer answer = call(tool, arguments).expect(200);
        if (!Boolean.FALSE.equals(answer.at("result.isError"))) {
            throw new AssertionError(answer.text());
        }
        return Json.asObject(answer.at("result.structuredContent"));
    }

    /// The confirmation of a change's preview.
    String confirmation(String tool, Map<String, ?> arguments) {
        return String.valueOf(structured(tool, arguments).get("confirmation"));
    }

    /// The answer to a change that is made with the confirmation of its preview.
    Answer confirmed(String tool, Map<String, ?> arguments) {
        return confirmed(tool, arguments, confirmation(tool, arguments));
    }

    /// The answer to a change that is made with a confirmation.
    Answer confirmed(String tool, Map<String, ?> arguments, Object confirmation) {
        Map<String, @Nullable Object> sent = new LinkedHashMap<>(arguments);
        sent.put("confirm", confirmation);
        return call(tool, sent);
    }

    /// The texts of an answer to a tool's call.
    static List<String> texts(Answer answer) {
        return answer.each("result.content", "text");
    }

    /// The names of the tools that are listed.
    List<String> tools() {
        return request("tools/list", Map.of()).expect(200).each("result.tools", "name").stream()
                .map(Objects::requireNonNull)
                .toList();
    }
}
