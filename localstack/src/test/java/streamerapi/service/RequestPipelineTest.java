package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.localstack.openapi.OpenApiDocument;
import streamerapi.localstack.openapi.Operation;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.events.EventType;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds the checks that every request goes through: credential, scope, route, size, type and form of its body, and the
/// headers of its answer (contract "Conventions").
@NullMarked
class RequestPipelineTest {

    private static final int LARGEST_BODY = 65_536;

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient api = account.api();
    private final ApiClient nobody = new ApiClient(service.stack().authUrl(), null);

    static Stream<Operation> operations() {
        return OpenApiDocument.load().operations().stream();
    }

    static Stream<Operation> operationsForCallers() {
        return operations().filter(Operation::authenticated);
    }

    static Stream<Operation> scopedOperations() {
        return operations().filter(operation -> operation.scope() != null);
    }

    @ParameterizedTest
    @MethodSource("operationsForCallers")
    void aRequestWithoutACredentialIsRefused(Operation operation) {
        Answer refused = nobody.send(operation.method(), path(operation), null).refuses(401, "missing_api_key");

        assertThat(refused.header("WWW-Authenticate")).isEqualTo("Bearer");
    }

    @Test
    void aCredentialThatIsNoGoodIsRefusedByItsKind() {
        String key = account.apiKey();
        char last = key.charAt(key.length() - 1);
        Map<String, String> codes = new LinkedHashMap<>();
        codes.put("nonsense", "invalid_api_key");
        codes.put("sak_", "invalid_api_key");
        codes.put("sak_short", "invalid_api_key");
        codes.put(key.substring(0, key.length() - 1), "invalid_api_key");
        codes.put(key + "x", "invalid_api_key");
        codes.put(key.substring(0, key.length() - 1) + (last == 'x' ? 'y' : 'x'), "invalid_api_key");
        codes.put(key.replaceFirst("sak_", "SAK_"), "invalid_api_key");
        codes.put("sak_" + "é".repeat(49), "invalid_api_key");
        codes.put(Secret.make(Secret.Kind.API_KEY, account.tenantId()).text(), "invalid_api_key");
        codes.put("sat_", "invalid_token");
        codes.put(key.replaceFirst("sak_", "sat_"), "invalid_token");
        codes.put(Secret.make(Secret.Kind.ACCESS_TOKEN, account.tenantId()).text(), "invalid_token");
        codes.put("srt_token", "invalid_api_key");

        codes.forEach((credential, code) -> {
            ApiClient stranger = new ApiClient(service.stack().authUrl(), credential);
            assertThat(stranger.get("/me").status())
                    .as(credential + " beside " + key)
                    .isEqualTo(401);
            assertThat(stranger.get("/me").refuses(401, code).header("WWW-Authenticate"))
                    .isEqualTo(code.equals("invalid_token") ? "Bearer error=\"invalid_token\"" : "Bearer");
            stranger.post("/tts/pause").refuses(401, code);
        });
        assertThat(account.events()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer ", "bearer ", "BEARER ", "bEaReR ", "Bearer   "})
    void theSchemeIsReadInAnyCase(String scheme) {
        nobody.with("Authorization", scheme + account.apiKey()).get("/me").expect(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Basic ", "Token ", "", "Bearer:", "Bearer"})
    void anotherSchemeIsNoCredential(String scheme) {
        nobody.with("Authorization", scheme + account.apiKey()).get("/me").refuses(401, "missing_api_key");
    }

    @ParameterizedTest
    @MethodSource("scopedOperations")
    void aCredentialNeedsTheScopeOfTheRoute(Operation operation) {
        Scope scope = Scope.of(Objects.requireNonNull(operation.scope())).orElseThrow();
        Set<Scope> others = EnumSet.allOf(Scope.class);
        others.remove(scope);
        String weak = account.newKey(others);

        Answer refused = new ApiClient(service.stack().authUrl(), weak)
                .send(operation.method(), path(operation), null)
                .refuses(403, "missing_scope");

        assertThat(refused.at("required_scope")).isEqualTo(scope.label());
        assertThat(account.events()).isEmpty();
        assertThat(account.api(scope)
                        .send(operation.method(), path(operation), null)
                        .status())
                .isNotIn(401, 403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/nope",
                "/",
                "/tts",
                "/tts/",
                "/tts/queue/",
                "/tts/queue/x",
                "/tts//start",
                "/tts/a/b/c",
                "/TTS/queue",
                "/tips/",
                "/tips/test/x",
                "/me/",
                "/me/x",
                "/events/x",
                "/openapi.json/x",
                "/webhook-endpoints/",
                "/webhook-endpoints/we_1/x",
                "/v1/me"
            })
    void aPathThatNothingHasIsNotFound(String path) {
        assertThat(api.get(path).refuses(404, "not_found").at("error"))
                .isEqualTo("No such path: /docs lists those of the API");
        nobody.get(path).refuses(404, "not_found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/me", "/events", "/openapi.json", "/tts/queue", "/v1"})
    void aPathOutsideTheVersionIsNotFound(String path) {
        WebClient client = new WebClient(service.stack().authUrl());

        Answer answer = client.send("GET", path, Map.of("Authorization", "Bearer " + account.apiKey()), null);

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.at("code")).isEqualTo("not_found");
    }

    @ParameterizedTest
    @MethodSource("operations")
    void aMethodThatAPathHasNotIsRefusedWithThoseThatItHas(Operation operation) {
        OpenApiDocument document = OpenApiDocument.load();
        Set<String> methods = document.methods(operation.path());

        // `PATCH /overlays/timer` is one of `/overlays/{overlayId}`, although no overlay has that id.
        String other = Stream.of("PUT", "PATCH", "POST", "DELETE")
                .filter(method -> document.operation(method, operation.path()).isEmpty())
                .findFirst()
                .orElseThrow();
        Answer refused = nobody.send(other, path(operation), null).refuses(405, "method_not_allowed");

        Set<String> allowed = new HashSet<>(
                Arrays.asList(Objects.requireNonNull(refused.header("Allow")).split(", ")));
        assertThat(allowed).containsAll(methods);
        assertThat(allowed.contains("HEAD")).isEqualTo(allowed.contains("GET"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/me", "/events", "/tts/queue", "/tts/history?limit=1", "/openapi.json"})
    void headIsGetWithoutABody(String path) {
        Answer get = api.get(path).expect(200);

        Answer head = api.send("HEAD", path, null).expect(200);

        assertThat(head.bytes()).isEmpty();
        assertThat(head.header("Content-Type"))
                .isEqualTo(get.header("Content-Type"))
                .isNotNull();
        assertThat(head.headers().keySet()).containsAll(without(get.headers().keySet(), "content-length"));
    }

    @Test
    void headIsRefusedAsGetIs() {
        Answer refused = nobody.send("HEAD", "/me", null).expect(401);
        assertThat(refused.bytes()).isEmpty();
        api.send("HEAD", "/tts/history?limit=0", null).expect(400);
        api.send("HEAD", "/nope", null).expect(404);
        api.send("HEAD", "/tts/pause", null).expect(405);
        assertThat(account.events()).isEmpty();
    }

    @Test
    void optionsTellsTheMethodsOfAPath() {
        Answer answer = nobody.send("OPTIONS", "/webhook-endpoints", null).expect(204);

        assertThat(answer.header("Allow")).isEqualTo("GET, HEAD, POST");
        assertThat(answer.bytes()).isEmpty();
        assertThat(answer.header("Access-Control-Allow-Origin")).isNull();
        nobody.send("OPTIONS", "/nope", null).refuses(404, "not_found");
    }

    @Test
    void aBodyHasAtMost64KiB() {
        byte[] largest = paddedTip(LARGEST_BODY);
        assertThat(largest).hasSize(LARGEST_BODY);
        api.send("POST", "/tips", largest).expect(201);

        byte[] tooLarge = paddedTip(LARGEST_BODY + 1);
        api.send("POST", "/tips", tooLarge).refuses(413, "payload_too_large");
        api.send("POST", "/tts/pause", tooLarge).refuses(413, "payload_too_large");
        api.send("DELETE", "/tts/tip_1_a", tooLarge).refuses(413, "payload_too_large");
        nobody.send("POST", "/tips", tooLarge).refuses(401, "missing_api_key");
        api.send("POST", "/tips", "é".repeat(40_000).getBytes(StandardCharsets.UTF_8))
                .refuses(413, "payload_too_large");
        assertThat(account.eventTypes()).doesNotContain("queue.tts.paused");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/x-www-form-urlencoded",
                "application/xml",
                "application/jsonp",
                "application/json5",
                "json",
                "multipart/form-data; boundary=application/json"
            })
    void aBodyOfAnotherTypeIsRefused(String type) {
        api.with("Content-Type", type).post("/tips", Map.of("name", "Ada")).refuses(415, "unsupported_media_type");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "Application/JSON",
                "application/json; charset=utf-8",
                "application/json;charset=UTF-8",
                "application/json ; charset=utf-8"
            })
    void aBodyOfJsonIsReadHoweverItsTypeIsSpelled(String type) {
        api.with("Content-Type", type).post("/tips", Map.of("name", "Ada")).expect(201);
    }

    static Stream<String> malformed() {
        return Stream.of(
                "{",
                "}",
                "[]",
                "[{\"name\":\"Ada\"}]",
                "\"name\"",
                "null",
                "true",
                "1",
                " ",
                "\u0000",
                "{\"name\":\"Ada\"",
                "{\"name\":\"Ada\",}",
                "{\"name\":\"Ada\"} x",
                "{\"name\":\"Ada\"}{\"name\":\"Bea\"}",
                "{\"name\":\"Ada\",\"name\":\"Bea\"}",
                "{\"name\":\"Ada\",\"x\":{\"a\":1,\"a\":2}}",
                "{'name':'Ada'}",
                "{name:\"Ada\"}",
                "{\"name\":\"A\nda\"}",
                "{\"name\":\"Ada\"/* comment */}",
                "{\"name\":\"\\x41\"}",
                "{\"name\":\"Ada\",\"x\":NaN}",
                "{\"name\":\"Ada\",\"x\":+1}",
                "{\"name\":\"Ada\",\"x\":.5}",
                "{\"name\":\"Ada\",\"x\":" + "[".repeat(150) + "]".repeat(150) + "}",
                "{\"name\":\"Ada\",\"x\":" + "[".repeat(30_000) + "]".repeat(30_000) + "}",
                "{\"name\":\"Ada\",\"x\":" + "{\"x\":".repeat(10_000) + "1" + "}".repeat(10_000) + "}");
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void aBodyThatIsNoJsonObjectIsRefused(String body) {
        api.send("POST", "/tips", body.getBytes(StandardCharsets.UTF_8)).refuses(400, "bad_request");
        assertThat(account.events()).isEmpty();
    }

    /// Generated clients in Go and Java send null for a body that they are not given.
    @ParameterizedTest
    @ValueSource(strings = {"null", "null\n"})
    void nullIsAsGoodAsNoBody(String body) {
        api.send("POST", "/tips/test", body.getBytes(StandardCharsets.UTF_8)).expect(201);
    }

    @Test
    void bytesThatAreNoUtf8AreRefused() {
        byte[] body = "{\"name\":\"A?a\"}".getBytes(StandardCharsets.US_ASCII);
        body[10] = (byte) 0xff;
        api.send("POST", "/tips", body).refuses(400, "bad_request");
    }

    @Test
    void aBodyInBase64IsRead() throws FunctionError {
        String body = Base64.getEncoder().encodeToString("{\"name\":\"Zoë\"}".getBytes(StandardCharsets.UTF_8));
        GatewayEvent event = new GatewayEvent("POST", "/v1/tips", account.apiKey(), "192.0.2.1", body);

        Map<String, @Nullable Object> answer = Json.readObject(service.stack().invoke("TipsFunction", event.json()));

        assertThat(answer.get("statusCode")).isEqualTo(new BigDecimal(201));
        assertThat(api.get("/tts/queue").each("items", "name")).containsExactly("Zoë");
    }

    @Test
    void everyAnswerNamesItsRequestAndTheLimit() {
        List<Answer> answers = List.of(
                api.get("/me").expect(200),
                api.post("/tips", Map.of("name", "Ada")).expect(201),
                nobody.send("OPTIONS", "/me", null).expect(204),
                api.get("/tts/history?limit=0").expect(400),
                nobody.get("/me").expect(401),
                account.api(Scope.TTS_READ).post("/tts/pause").expect(403),
                api.get("/nope").expect(404),
                api.send("PUT", "/me", null).expect(405),
                api.post("/tts/tip_1_a/start").expect(404),
                api.send("POST", "/tips", paddedTip(LARGEST_BODY + 1)).expect(413),
                nobody.get("/openapi.json").expect(200));

        assertThat(answers.stream().map(answer -> answer.header("Request-Id")))
                .doesNotContainNull()
                .doesNotHaveDuplicates();
        for (Answer answer : answers) {
            assertThat(answer.header("RateLimit-Limit")).matches("[0-9]+");
            assertThat(answer.header("RateLimit-Remaining")).matches("[0-9]+");
            assertThat(answer.header("RateLimit-Reset")).matches("[0-9]+");
            assertThat(answer.header("RateLimit-Policy")).matches("[0-9]+;w=60");
            assertThat(answer.header("Access-Control-Allow-Origin"))
                    .isEqualTo(answer.equals(answers.getLast()) ? "*" : null);
        }
    }

    @Test
    void theDocumentIsServedToEverybody() {
        Answer answer = nobody.get("/openapi.json").expect(200);

        assertThat(answer.at("openapi")).asString().startsWith("3.1");
        assertThat(Json.asObject(answer.at("paths"))).hasSizeGreaterThan(10);
        assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo("*");
        assertThat(new ApiClient(service.stack().authUrl(), "nonsense")
                        .get("/openapi.json")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aCallerLearnsWhoItIs() {
        Answer me = account.api(Scope.TIPS_CREATE, Scope.TTS_READ).get("/me").expect(200);

        assertThat(me.json()).containsOnlyKeys("tenant", "key");
        assertThat(me.at("tenant.id")).isEqualTo(account.tenantId());
        assertThat(me.at("tenant.name")).asString().startsWith("Account ");
        assertThat(me.at("key.id")).asString().startsWith("ak_");
        assertThat(me.at("key.name")).isEqualTo("Test key");
        assertThat(me.at("key.scopes")).isEqualTo(List.of("tts:read", "tips:create"));
        assertThat(me.text()).doesNotContain("sak_");
    }

    @Test
    void theCatalogueHasEveryEventAndScope() {
        Answer events = account.api(Scope.TTS_READ).get("/events").expect(200);

        assertThat(events.json()).containsOnlyKeys("events", "scopes");
        assertThat(Json.asObject(events.at("events")).keySet())
                .containsExactlyElementsOf(
                        Arrays.stream(EventType.values()).map(EventType::label).toList())
                .containsAll(List.of("ping", "warning"));
        assertThat(Json.asObject(events.at("scopes")).keySet())
                .containsExactlyElementsOf(
                        Arrays.stream(Scope.values()).map(Scope::label).toList());
        assertThat(Json.asObject(events.at("events")).values())
                .allSatisfy(text -> assertThat(String.valueOf(text)).isNotBlank());
    }

    @ParameterizedTest
    @CsvSource({
        "limit=%31, 1",
        "%6cimit=1, 1",
        "limit=2&limit=1, 2",
        "limit=1&, 1",
        "&&limit=1, 1",
        "other=%zz&limit=1, 1",
        "limit=002, 2"
    })
    void aQueryIsPercentDecodedAndTheFirstOfANameCounts(String query, int size) {
        for (int i = 0; i < 3; i++) {
            account.tip("Ada");
        }

        assertThat(queueOf(query)).hasSize(size);
    }

    @Test
    void aParameterOfThePathIsPercentDecodedOnce() {
        String orderId = account.tip("Ada");

        api.post("/tts/" + orderId.replace("_", "%255F") + "/start").refuses(404, "not_found");
        api.post("/tts/" + orderId.replace("_", "%5F") + "/start").expect(200);
    }

    private List<?> queueOf(String query) {
        GatewayEvent event = GatewayEvent.get("/v1/tts/queue?" + query, account.apiKey(), "192.0.2.1");
        Map<String, @Nullable Object> answer = new WarmProcess(service, Map.of()).answer(event);
        assertThat(answer).containsEntry("statusCode", new BigDecimal(200));
        Object items =
                Json.asObject(Json.read(String.valueOf(answer.get("body")))).get("items");
        return (List<?>) Objects.requireNonNull(items);
    }

    private static String path(Operation operation) {
        return operation.path().replaceAll("\\{[^}]+}", "tip_1763693883123_0h5m8z4q2w9x7y3k");
    }

    private static byte[] paddedTip(int size) {
        String head = "{\"name\":\"Ada\",\"padding\":\"";
        String text = head + "x".repeat(size - head.length() - 2) + "\"}";
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static Set<String> without(Set<String> names, String name) {
        Set<String> rest = new HashSet<>(names);
        rest.remove(name);
        return rest;
    }
}
