package streamerapi.service;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.auth.Scope;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static streamerapi.service.McpClient.BEFORE;
import static streamerapi.service.McpClient.CURRENT;
import static streamerapi.service.McpClient.META;
import static streamerapi.service.McpClient.message;

/// `POST /mcp` speaks the current revision of the protocol and those before, and refuses what is neither.
class McpProtocolTest {

    /// A tool of the guide's table, and its scope; empty for none.
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| `[^`]+` \\| (?:`([a-z:]+)`|any).*$");

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final String origin = service.stack().authUrl();

    private McpClient client(String revision) {
        return new McpClient(account.api(), revision);
    }

    private static Answer fails(Answer answer, int status, int code) {
        answer.expect(status);
        assertThat(answer.at("jsonrpc")).isEqualTo("2.0");
        assertThat(String.valueOf(answer.at("error.code"))).as(answer.text()).isEqualTo(String.valueOf(code));
        return answer;
    }

    private Answer body(String json) {
        return account.api().with("MCP-Protocol-Version", BEFORE).beside("POST", "/mcp", bytes(json));
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aClientOfTheCurrentRevisionDiscoversTheServer() {
        Answer answer = client(CURRENT).request("server/discover", Map.of()).expect(200);

        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(answer.at("id")).hasToString("7");
        assertThat(answer.at("result.resultType")).isEqualTo("complete");
        assertThat(answer.at("result.supportedVersions")).isEqualTo(List.of(CURRENT, BEFORE, "2025-06-18"));
        assertThat(answer.at("result.capabilities")).isEqualTo(Map.of("tools", Map.of()));
        assertThat(answer.at("result.cacheScope")).isEqualTo("public");
        assertThat(answer.text()).contains("\"" + META + "serverInfo\":{\"name\":\"streamer-api\"");
    }

    @ParameterizedTest
    @CsvSource({"2025-11-25, 2025-11-25", "2025-06-18, 2025-06-18", "2024-11-05, 2025-11-25", "2099-01-01, 2025-11-25"})
    void aClientOfARevisionBeforeShakesHands(String asked, String agreed) {
        Map<String, Object> params = Map.of(
                "protocolVersion", asked,
                "capabilities", Map.of(),
                "clientInfo", Map.of("name", "test", "version", "1"));
        Answer answer =
                account.api().rpc(message("first", "initialize", params)).expect(200);

        assertThat(answer.at("id")).isEqualTo("first");
        assertThat(answer.at("result.protocolVersion")).isEqualTo(agreed);
        assertThat(answer.at("result.serverInfo.name")).isEqualTo("streamer-api");
        assertThat(answer.json().toString()).doesNotContain("resultType");
        assertThat(answer.header("Mcp-Session-Id")).isNull();
    }

    @Test
    void aRevisionBeforeHasPingAndTheCurrentOneHasNot() {
        assertThat(client(BEFORE).request("ping", Map.of()).expect(200).at("result"))
                .isEqualTo(Map.of());
        fails(client(CURRENT).request("ping", Map.of()), 404, -32601);
        fails(client(CURRENT).request("initialize", Map.of()), 404, -32601);
        fails(client(BEFORE).request("server/discover", Map.of()), 200, -32601);
    }

    @ParameterizedTest
    @ValueSource(strings = {"resources/list", "prompts/get", "subscriptions/listen", "tools/Call", ""})
    void aMethodThatIsNotThereIsNotFound(String method) {
        fails(client(CURRENT).request(method, Map.of()), 404, -32601);
        fails(client(BEFORE).request(method, Map.of()), 200, -32601);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "",
                "{\"jsonrpc\":\"2.0\",\"jsonrpc\":\"2.0\"}",
                "{} {}",
                "{\"jsonrpc\":\"2.0\",\"id\":1e20000,\"method\":\"ping\"}"
            })
    void aBodyThatIsNotJsonCannotBeParsed(String body) {
        Answer answer = fails(body(body), 400, -32700);
        assertThat(answer.json()).doesNotContainKey("id");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]",
                "7",
                "{\"id\":1,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}"
            })
    void aBodyThatIsNoSingleMessageIsNoRequest(String body) {
        fails(body(body), 400, -32600);
    }

    @Test
    void anErrorHasTheIdOfItsRequestIfThatCouldBeRead() {
        assertThat(body("{\"id\":12,\"method\":\"ping\"}").at("id")).hasToString("12");
        assertThat(body("{\"jsonrpc\":\"2.0\",\"id\":null}").json()).doesNotContainKey("id");
    }

    @Test
    void aNotificationIsAcceptedAndNotAnswered() {
        for (String method : List.of("notifications/initialized", "notifications/cancelled", "anything")) {
            Answer answer = account.api().rpc(message(null, method, Map.of())).expect(202);
            assertThat(answer.bytes()).isEmpty();
        }
        account.api()
                .with("MCP-Protocol-Version", BEFORE)
                .rpc(message(null, "tools/call", Map.of("name", "skip_tts")))
                .expect(202);
        fails(account.api().with("MCP-Protocol-Version", "1999-01-01").rpc(message(null, "a", Map.of())), 400, -32022);
    }

    @Test
    void aRevisionThatTheServerDoesNotSpeakIsRefusedWithThoseThatItDoes() {
        for (Map<String, Object> params :
                List.<Map<String, Object>>of(Map.of(), Map.of("_meta", McpClient.meta("1999-01-01")))) {
            Answer answer = fails(
                    account.api().with("MCP-Protocol-Version", "1999-01-01").rpc(message(1, "tools/list", params)),
                    400,
                    -32022);
            assertThat(answer.at("error.data.requested")).isEqualTo("1999-01-01");
            assertThat(answer.at("error.data.supported")).isEqualTo(List.of(CURRENT, BEFORE, "2025-06-18"));
        }
    }

    @Test
    void aHeaderThatIsMissingOrDiffersFromTheBodyIsRefused() {
        Map<String, @Nullable Object> list = message(1, "tools/list", Map.of("_meta", McpClient.meta(CURRENT)));
        Map<String, @Nullable Object> call =
                message(1, "tools/call", Map.of("name", "get_tts_now", "_meta", McpClient.meta(CURRENT)));
        ApiClient current = account.api().with("MCP-Protocol-Version", CURRENT);
        ApiClient calling = current.with("Mcp-Method", "tools/call");

        fails(account.api().rpc(list), 400, -32020);
        fails(account.api().rpc(message(1, "tools/list", Map.of())), 400, -32020);
        fails(account.api().with("MCP-Protocol-Version", BEFORE).rpc(list), 400, -32020);
        fails(current.rpc(list), 400, -32020);
        fails(current.with("Mcp-Method", "Tools/List").rpc(list), 400, -32020);
        fails(current.with("Mcp-Method", "tools/call").rpc(list), 400, -32020);
        fails(calling.rpc(call), 400, -32020);
        fails(calling.with("Mcp-Name", "skip_tts").rpc(call), 400, -32020);
        fails(calling.with("Mcp-Name", "=?base64?***?=").rpc(call), 400, -32020);
        fails(calling.with("Mcp-Name", "=?base64?=").rpc(call), 400, -32020);
        calling.with("Mcp-Name", "=?base64?Z2V0X3R0c19ub3c=?=").rpc(call).expect(200);
        current.with("mcp-METHOD", "tools/list").rpc(list).expect(200);
    }

    @Test
    void aRequestOfTheCurrentRevisionWithoutItsMetadataIsRefused() {
        ApiClient current = account.api().with("MCP-Protocol-Version", CURRENT).with("Mcp-Method", "tools/list");

        fails(current.rpc(message(1, "tools/list", Map.of())), 400, -32602);
        fails(current.rpc(message(1, "tools/list", Map.of("_meta", "none"))), 400, -32602);
        fails(
                current.rpc(message(1, "tools/list", Map.of("_meta", Map.of(META + "protocolVersion", CURRENT)))),
                400,
                -32602);
        fails(
                current.with("Mcp-Method", "initialize")
                        .rpc(message(1, "initialize", Map.of("protocolVersion", BEFORE))),
                400,
                -32602);
    }

    @ParameterizedTest
    @ValueSource(strings = {CURRENT, BEFORE})
    void parametersOfAnotherFormAreInvalid(String revision) {
        McpClient client = client(revision);
        fails(client.request("tools/call", Map.of()), 200, -32602);
        fails(client.request("tools/call", Map.of("name", 7)), 200, -32602);
        fails(client.request("tools/call", Map.of("name", "no_such_tool")), 200, -32602);
        fails(client.request("tools/call", Map.of("name", "get_tts_now", "arguments", List.of())), 200, -32602);
        fails(client.request("tools/list", Map.of("cursor", "next")), 200, -32602);
        fails(account.api().rpc(message(1, "initialize", Map.of())), 200, -32602);
    }

    @Test
    void onlyAPostIsTaken() {
        for (String method : List.of("GET", "DELETE", "PUT")) {
            Answer answer = fails(account.api().beside(method, "/mcp", null), 405, 405);
            assertThat(answer.header("Allow")).isEqualTo("POST");
        }
    }

    @Test
    void onlyJsonOfABoundedSizeIsTaken() {
        fails(account.api().with("Content-Type", "text/plain").rpc(message(1, "ping", Map.of())), 415, 415);
        fails(body("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + "a".repeat(65_536) + "\"}"), 413, 413);
    }

    @Test
    void aPageOfAnotherSiteIsRefusedWhoeverAsks() {
        ApiClient nobody = new ApiClient(origin, null);
        for (ApiClient caller : List.of(account.api(), nobody)) {
            for (String method : List.of("POST", "GET")) {
                Answer answer = caller.with("Origin", "http://attacker.example")
                        .beside(method, "/mcp", method.equals("GET") ? null : bytes("{}"));
                fails(answer, 403, 403);
                assertThat(answer.header("Access-Control-Allow-Origin")).isNull();
            }
        }
        fails(account.api().with("Origin", "null").rpc(message(1, "ping", Map.of())), 403, 403);
        account.api()
                .with("Origin", origin)
                .with("MCP-Protocol-Version", BEFORE)
                .rpc(message(1, "ping", Map.of()))
                .expect(200);
    }

    @Test
    void aCallerWithoutACredentialIsLedToTheAuthorizationServer() {
        Answer answer = fails(new ApiClient(origin, null).rpc(message(3, "tools/list", Map.of())), 401, 401);
        String metadata = origin + "/.well-known/oauth-protected-resource/mcp";
        assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer resource_metadata=\"" + metadata + "\"");
        assertThat(answer.at("error.data.code")).isEqualTo("missing_api_key");
        assertThat(answer.at("id")).hasToString("3");

        for (String path : List.of("", "/mcp")) {
            Answer found = new ApiClient(origin, null)
                    .beside("GET", "/.well-known/oauth-protected-resource" + path, null)
                    .expect(200);
            assertThat(found.at("resource")).isEqualTo(origin + "/mcp");
            assertThat(found.at("authorization_servers")).isEqualTo(List.of(origin));
            assertThat(found.header("Access-Control-Allow-Origin")).isEqualTo("*");
        }
        assertThat(new ApiClient(origin, null)
                        .beside("GET", "/.well-known/oauth-authorization-server", null)
                        .expect(200)
                        .at("issuer"))
                .isEqualTo(origin);
    }

    @ParameterizedTest
    @CsvSource({"sak_no, invalid_api_key", "sat_no, invalid_token"})
    void aCredentialThatIsNoGoodIsRefused(String credential, String code) {
        Answer answer = fails(new ApiClient(origin, credential).rpc(message(1, "tools/list", Map.of())), 401, 401);
        assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer error=\"invalid_token\", resource_metadata=");
        assertThat(answer.at("error.data.code")).isEqualTo(code);
    }

    @Test
    void anOverlaysKeyIsRefused() {
        String key = String.valueOf(account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main"))
                .expect(201)
                .at("key"));
        Answer answer = new McpClient(new ApiClient(origin, key), CURRENT).request("tools/list", Map.of());
        fails(answer, 403, 403);
        assertThat(answer.at("error.data.code")).isEqualTo("missing_scope");
    }

    @Test
    void theToolsThatACredentialMayUseAreListed() {
        assertThat(client(CURRENT).tools())
                .containsExactly(
                        "get_tts_queue",
                        "get_tts_now",
                        "list_tts_history",
                        "skip_tts",
                        "pause_tts",
                        "resume_tts",
                        "create_test_tip",
                        "get_leaderboard",
                        "list_event_history");
        assertThat(client(BEFORE).tools()).isEqualTo(client(CURRENT).tools());
        assertThat(new McpClient(account.api(Scope.TTS_CONTROL), CURRENT).tools())
                .containsExactly("skip_tts", "pause_tts", "resume_tts", "get_leaderboard", "list_event_history");

        Answer list = client(CURRENT).request("tools/list", Map.of());
        assertThat(list.at("result.cacheScope")).isEqualTo("private");
        assertThat(list.at("result.tools.0.inputSchema.additionalProperties")).isEqualTo(false);
        assertThat(list.at("result.tools.0.annotations.readOnlyHint")).isEqualTo(true);
        assertThat(list.at("result.tools.3.annotations.readOnlyHint")).isEqualTo(false);
        assertThat(list.at("result.tools.6.inputSchema.properties.amount.maximum"))
                .hasToString("1000000");
    }

    @Test
    void theGuideNamesTheToolsWithTheirScopes() throws IOException {
        List<Map<String, String>> rows = ROW.matcher(
                        Files.readString(Service.root().resolve("docs/mcp.md")))
                .results()
                .map(row -> Map.of("tool", row.group(1), "scope", Objects.requireNonNullElse(row.group(2), "")))
                .toList();

        assertThat(rows)
                .extracting(row -> row.get("tool"))
                .isEqualTo(client(CURRENT).tools());
        for (Scope scope : List.of(Scope.TTS_READ, Scope.TTS_CONTROL, Scope.TIPS_CREATE, Scope.MEDIA_READ)) {
            assertThat(new McpClient(account.api(scope), CURRENT).tools())
                    .isEqualTo(rows.stream()
                            .filter(row -> Set.of(scope.label(), "").contains(row.get("scope")))
                            .map(row -> row.get("tool"))
                            .toList());
        }
    }

    @Test
    void aMessageIsARequestOfItsCredential() {
        try (Service limited = Service.start(Map.of("RATE_LIMIT_FACTOR", "0.02"))) {
            McpClient client = new McpClient(limited.newAccount().api(), CURRENT);
            client.request("tools/list", Map.of()).expect(200);
            client.request("server/discover", Map.of()).expect(200);

            Answer refused = fails(client.request("tools/list", Map.of()), 429, 429);
            assertThat(refused.at("error.data.code")).isEqualTo("rate_limited");
            assertThat(refused.at("id")).hasToString("7");
            assertThat(refused.header("Retry-After")).isNotNull();
        }
    }
}
