package streamerapi.service.counts;

import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// The messages to the Model Context Protocol server whose cost the table names.
final class McpScenarios {

    private static final String OPERATION = "POST /mcp";
    private static final String METADATA = "/.well-known/oauth-protected-resource";

    private McpScenarios() {}

    static List<Scenario> all() {
        return List.of(
                Scenario.of(OPERATION, "`tools/list`", account -> api -> sent(api, "tools/list", Map.of())),
                Scenario.of(OPERATION, "`get_tts_queue`, 10 tips", account -> {
                    IntStream.range(0, 10).forEach(number -> account.tip("Ada"));
                    return api -> called(api, "get_tts_queue", Map.of());
                }),
                Scenario.of(OPERATION, "`skip_tts` as a preview", account -> {
                    playing(account);
                    return api -> called(api, "skip_tts", Map.of());
                }),
                Scenario.of(OPERATION, "`skip_tts` with `confirm`", account -> {
                    playing(account);
                    String confirmation = String.valueOf(
                            called(account.api(), "skip_tts", Map.of()).at("result.structuredContent.confirmation"));
                    return api -> called(api, "skip_tts", Map.of("confirm", confirmation));
                }),
                Scenario.of("GET " + METADATA, "", account -> api -> api.beside("GET", METADATA, null)),
                Scenario.of(
                        "GET " + METADATA + "/mcp", "", account -> api -> api.beside("GET", METADATA + "/mcp", null)));
    }

    private static void playing(Account account) {
        String tip = account.tip("Ada");
        account.api().post("/tts/" + tip + "/start").expect(200);
    }

    private static Answer called(ApiClient api, String tool, Map<String, ?> arguments) {
        return sent(api, "tools/call", Map.of("name", tool, "arguments", arguments));
    }

    private static Answer sent(ApiClient api, String method, Map<String, ?> params) {
        return api.with("MCP-Protocol-Version", "2025-11-25")
                .rpc(Map.of("jsonrpc", "2.0", "id", 1, "method", method, "params", params));
    }
}
