package streamerapi.localstack.openapi;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import streamerapi.localstack.openapi.Operation.Answer;
import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ExchangeValidatorTest {
    private static final OpenApiDocument DOCUMENT = OpenApiDocument.load();
    private static final ExchangeValidator VALIDATOR = new ExchangeValidator(DOCUMENT);
    private static final String TIP = "tip_1789237200123_4f7k2m9q1x8c3v6b";

    private static final Map<String, String> SENT = Map.of(
            "authorization", "Bearer sak_x",
            "cookie", "session=u_x.ses_x",
            "x-csrf-token", "token",
            "service-signature", "t=1,v1=00");

    private static final String QUEUE = """
            {"is_paused": false, "currently_playing": true, "current_order_id": "TIP", "items": [
              {"order_id": "TIP", "name": "Mira", "amount": 0.07, "currency": "EUR", "message": null, "tts_url": null,
               "is_replay": false, "is_sub_reward": false, "source": "card_processor", "external_source": null,
               "external_ref": null, "is_paid": true, "is_first_tip": false,
               "platform": null, "platform_user_id": null,
               "name_was_filtered": false, "message_was_filtered": false, "queued_at": "2026-09-12T18:20:00.123Z"}],
             "has_more": false, "next_cursor": null}""".replace("TIP", TIP);

    /// An exchange with one thing wrong, and the words by which the validator must name it.
    record Planted(String fault, WireExchange exchange, String named) {
        @Override
        public String toString() {
            return fault;
        }
    }

    @TestFactory
    Stream<DynamicTest> everyAnswerOfEveryOperationPassesWithItsExamples() {
        return DOCUMENT.operations().stream()
                .flatMap(operation -> operation.responses().entrySet().stream()
                        .filter(entry -> entry.getKey() != 405)
                        .flatMap(entry -> examples(entry.getValue())
                                .filter(example ->
                                        !example.path("code").asString("").equals("missing_scope")
                                                || example.path("required_scope")
                                                        .asString("")
                                                        .equals(operation.scope()))
                                .map(example -> DynamicTest.dynamicTest(
                                        operation.id() + " " + entry.getKey(),
                                        () -> VALIDATOR.validate(example(operation, entry.getKey(), example))))));
    }

    @ParameterizedTest
    @MethodSource
    void aPlantedMismatchIsCaught(Planted planted) {
        assertThatThrownBy(() -> VALIDATOR.validate(planted.exchange()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(planted.named());
    }

    static Stream<Planted> aPlantedMismatchIsCaught() {
        return Stream.concat(wrongAnswers(), wrongRequests());
    }

    private static Stream<Planted> wrongAnswers() {
        return Stream.of(
                queue("wrong type", "\"is_paused\": false", "\"is_paused\": \"no\"", "is_paused"),
                queue("missing field", "\"has_more\": false, ", "", "has_more"),
                queue("stray field", "\"has_more\"", "\"total\": 1, \"has_more\"", "total"),
                queue("stray field of a tip", "\"name\"", "\"email\": \"a@b.c\", \"name\"", "email"),
                queue("missing field of a tip", "\"is_paid\": true, ", "", "is_paid"),
                queue("null where none may be", "\"name\": \"Mira\"", "\"name\": null", "name"),
                queue("third decimal", "0.07", "0.071", "amount"),
                queue("negative amount", "0.07", "-1", "amount"),
                queue("id of another form", "\"order_id\": \"tip_", "\"order_id\": \"tip-", "order_id"),
                queue("time without milliseconds", "18:20:00.123Z", "18:20:00Z", "queued_at"),
                queue("time that does not exist", "2026-09-12", "2026-19-12", "queued_at"),
                queue("unknown platform", "\"platform\": null", "\"platform\": \"gamma\"", "platform"),
                queue("address that is none", "\"tts_url\": null", "\"tts_url\": \"not a uri\"", "tts_url"),
                queue("field sent twice", "\"has_more\": false", "\"has_more\": false, \"has_more\": true", "not JSON"),
                queue("body that is not JSON", "]", "", "not JSON"),
                queue("text after the body", "\"next_cursor\": null}", "\"next_cursor\": null} {}", "not JSON"),
                new Planted("empty body", answer("GET", "/tts/queue", 200, ""), "is empty"),
                new Planted("undeclared status", answer("GET", "/tts/queue", 204, ""), "status 204 is not declared"),
                new Planted("undeclared 404", answer("GET", "/tts/queue", 404, error("not_found")), "404"),
                new Planted(
                        "code of another status", answer("GET", "/tts/queue", 401, error("not_found")), "'not_found'"),
                new Planted(
                        "code of another operation",
                        answer("POST", "/tts/" + TIP + "/start", 409, error("not_playing")),
                        "'not_playing'"),
                new Planted(
                        "conflict without its extra field",
                        answer("POST", "/tts/" + TIP + "/start", 409, error("already_playing")),
                        "current_order_id"),
                new Planted(
                        "stray field of an error",
                        answer(
                                "POST",
                                "/tts/pause",
                                503,
                                "{\"error\": \"x\", \"code\": \"unavailable\", \"cause\": \"y\"}"),
                        "cause"),
                new Planted(
                        "scope of another operation",
                        answer(
                                "POST",
                                "/tts/pause",
                                403,
                                "{\"error\": \"x\", \"code\": \"missing_scope\", \"required_scope\": \"tts:read\"}"),
                        "required_scope is tts:read, not tts:control"),
                new Planted("unknown path that succeeds", answer("GET", "/tts/later", 200, QUEUE), "no operation GET"),
                new Planted(
                        "405 for a method that the path has",
                        header(answer("GET", "/me", 405, error("method_not_allowed")), "Allow", "POST"),
                        "405"),
                new Planted(
                        "Allow that lacks a method",
                        header(answer("PUT", "/webhook-endpoints", 405, error("method_not_allowed")), "Allow", "GET"),
                        "lacks some of [GET, POST]"),
                new Planted("missing header", header(queue(), "Request-Id", null), "Request-Id is missing"),
                new Planted(
                        "error without a link to its explanation",
                        header(answer("GET", "/me", 429, error("rate_limited")), "Link", null),
                        "Link is missing"),
                new Planted("header that is no number", header(queue(), "RateLimit-Reset", "soon"), "RateLimit-Reset"),
                new Planted(
                        "429 without Retry-After",
                        header(answer("GET", "/me", 429, error("rate_limited")), "Retry-After", null),
                        "Retry-After is missing"),
                new Planted("wrong content type", header(queue(), "Content-Type", "text/plain"), "text/plain"),
                new Planted("missing content type", header(queue(), "Content-Type", null), "Content-Type"),
                new Planted("HEAD with a body", answer("HEAD", "/tts/queue", 200, QUEUE), "HEAD"),
                new Planted("OPTIONS without Allow", answer("OPTIONS", "/me", 204, ""), "Allow"));
    }

    private static Stream<Planted> wrongRequests() {
        return Stream.of(
                new Planted("undeclared query parameter", query("limit=5&page=2"), "page is not declared"),
                new Planted("query value out of range", query("limit=1001"), "limit"),
                new Planted("query value that is no number", query("limit=ten"), "limit"),
                new Planted("query parameter sent twice", query("limit=5&limit=6"), "sent twice"),
                new Planted("accepted without a credential", anonymous(queue()), "bearer"),
                new Planted("accepted without a session", anonymous(created("/dashboard/api/api-keys")), "cookie"),
                new Planted(
                        "accepted without a CSRF token", anonymous(created("/dashboard/api/api-keys")), "X-CSRF-Token"),
                tip("accepted without its required field", "{\"amount\": 5}", "name"),
                tip("accepted third decimal", "{\"name\": \"Mira\", \"amount\": 5.001}", "amount"),
                tip("accepted blank name", "{\"name\": \" \"}", "name"),
                tip("accepted empty body", "", "without its body"),
                new Planted(
                        "accepted endpoint for ping",
                        with(created("/webhook-endpoints"), "{\"url\": \"https://a.example\", \"events\": [\"ping\"]}"),
                        "events"));
    }

    @Test
    void whatIsRightPasses() {
        List<WireExchange> right = List.of(
                queue(),
                query("limit=1000&after=" + TIP),
                answer("GET", "/v1/tts/queue", 200, QUEUE),
                answer("HEAD", "/tts/queue", 200, ""),
                answer("GET", "/nothing/here", 404, error("not_found")),
                answer("DELETE", "/tts/queue", 404, error("not_found")),
                header(answer("OPTIONS", "/me", 204, ""), "Allow", "GET, HEAD"),
                header(answer("PUT", "/webhook-endpoints", 405, error("method_not_allowed")), "Allow", "GET,HEAD,POST"),
                answer("POST", "/tts/pause", 400, "{\"error\": \"x\", \"code\": \"bad_request\"}"),
                with(created("/tips"), "{\"name\": \"Mira\", \"colour\": \"red\", \"platform\": null}"),
                with(created("/tips/test"), ""),
                header(queue(), "Content-Type", "application/json; charset=utf-8"));

        assertThat(right)
                .allSatisfy(exchange ->
                        assertThatCode(() -> VALIDATOR.validate(exchange)).doesNotThrowAnyException());
    }

    private static Planted queue(String fault, String from, String to, String named) {
        assertThat(QUEUE).contains(from);
        return new Planted(fault, answer("GET", "/tts/queue", 200, QUEUE.replaceFirst(Pattern.quote(from), to)), named);
    }

    private static Planted tip(String fault, String body, String named) {
        return new Planted(fault, with(created("/tips"), body), named);
    }

    private static WireExchange queue() {
        return answer("GET", "/tts/queue", 200, QUEUE);
    }

    private static WireExchange created(String path) {
        Operation operation = DOCUMENT.operation("POST", path).orElseThrow();
        Answer answer = Objects.requireNonNull(operation.responses().get(201));
        return example(operation, 201, examples(answer).findFirst().orElseThrow());
    }

    private static WireExchange example(Operation operation, int status, JsonNode body) {
        WireExchange exchange =
                answer(operation.method(), operation.path().replaceAll("\\{[^}]+}", TIP), status, body.toString());
        Located schema = operation.body();
        if (schema == null || status >= 300) {
            return exchange;
        }
        String content = schema.pointer().substring(0, schema.pointer().lastIndexOf('/'));
        JsonNode media = DOCUMENT.root().node().at(content);
        JsonNode request = media.has("example")
                ? media.path("example")
                : media.path("examples").valueStream().findFirst().orElseThrow().path("value");
        return with(exchange, request.toString());
    }

    private static Stream<JsonNode> examples(Answer answer) {
        String pointer = answer.schema().pointer();
        Located content =
                new Located(pointer, DOCUMENT.root().node().at(pointer.substring(0, pointer.lastIndexOf('/'))));
        return Stream.concat(
                        Stream.of(content.at("example")),
                        Walk.children(content.at("examples"))
                                .map(DOCUMENT::resolve)
                                .map(example -> example.at("value")))
                .filter(Located::exists)
                .map(Located::node);
    }

    private static WireExchange answer(String method, String path, int status, String body) {
        Map<String, String> headers = new HashMap<>(Map.of(
                "content-type", "application/json",
                "request-id", "a1",
                "ratelimit-limit", "120",
                "ratelimit-remaining", "0",
                "ratelimit-reset", "60",
                "ratelimit-policy", "120;w=60",
                "retry-after", "60",
                "www-authenticate", "Bearer",
                "access-control-allow-origin", "*"));
        headers.put("set-cookie", "session=u_x.ses_x");
        headers.put("cache-control", "no-store");
        if (status >= 400) {
            headers.put("link", "</docs/errors#not_found>; rel=\"help\"");
        }
        if (path.startsWith("/oauth/")) {
            headers.put("www-authenticate", "Basic realm=\"oauth\"");
        }
        return new WireExchange(method, path, null, SENT, null, status, headers, bytes(body));
    }

    private static WireExchange query(String query) {
        WireExchange e = queue();
        return copy(e, query, e.requestHeaders(), null, e.responseHeaders());
    }

    private static WireExchange with(WireExchange e, String requestBody) {
        return copy(e, e.query(), e.requestHeaders(), bytes(requestBody), e.responseHeaders());
    }

    private static WireExchange anonymous(WireExchange e) {
        return copy(e, e.query(), Map.of(), e.requestBody(), e.responseHeaders());
    }

    private static WireExchange header(WireExchange e, String name, @Nullable String value) {
        Map<String, String> headers = new HashMap<>(e.responseHeaders());
        headers.keySet().removeIf(name::equalsIgnoreCase);
        if (value != null) {
            headers.put(name, value);
        }
        return copy(e, e.query(), e.requestHeaders(), e.requestBody(), headers);
    }

    private static WireExchange copy(
            WireExchange e,
            @Nullable String query,
            Map<String, String> requestHeaders,
            byte @Nullable [] requestBody,
            Map<String, String> responseHeaders) {
        return new WireExchange(
                e.method(),
                e.path(),
                query,
                requestHeaders,
                requestBody,
                e.status(),
                responseHeaders,
                e.responseBody());
    }

    private static String error(String code) {
        return "{\"error\": \"Words\", \"code\": \"" + code + "\"}";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
