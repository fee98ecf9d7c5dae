package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.openapi.OpenApiDocument;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;
import streamerapi.service.TestConnector;
import streamerapi.service.TestSocket;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.json.Json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// A number that is short, or not so short, and would fill the memory if it was written out: wherever a number is read,
/// it is refused before that. Written out, the larger ones are longer than any text can be, so a function that does it
/// ends with an error.
@NullMarked
class HugeNumbersTest {

    private static final List<String> NUMBERS = List.of(
            "1e300000000",
            "1e-300000000",
            "-1e2147483000",
            "1e-2147483000",
            "0e2147483000",
            "9".repeat(400),
            "0." + "9".repeat(400));
    private static final int LONGEST_REFUSAL = 1_000;

    @AutoClose
    private static Service service;

    private final Account account = service.newAccount();
    private final List<String> wrong = new ArrayList<>();
    private int sent;

    @BeforeAll
    static void startService() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "100000"));
    }

    /// Those who ask: with a good credential, a made-up one, and none.
    private List<ApiClient> callers(boolean people) {
        ApiClient none = new ApiClient(service.stack().authUrl(), null);
        ApiClient forged = new ApiClient(
                service.stack().authUrl(),
                Secret.make(Secret.Kind.API_KEY, account.tenantId()).text());
        return Stream.of(people ? account.dashboard() : account.api(), forged, none)
                .map(ApiClient::withoutValidation)
                .toList();
    }

    @Test
    void aBodysFieldIsRefused() {
        for (Operation operation : operations()) {
            for (ApiClient caller : callers(operation.path.startsWith("/dashboard"))) {
                for (String place : operation.numbers) {
                    NUMBERS.forEach(number -> hold(
                            operation + " " + place + " " + shown(number),
                            caller.send(operation.method, operation.sample(), bytes(nested(place, number)))));
                }
            }
        }
        assertThat(sent).isGreaterThan(1_000);
        assertThat(wrong).isEmpty();
    }

    @Test
    void aParameterOfTheQueryIsRefused() {
        for (Operation operation : operations()) {
            for (ApiClient caller : callers(operation.path.startsWith("/dashboard"))) {
                for (String name : operation.parameters) {
                    NUMBERS.forEach(number -> hold(
                            operation + " " + name + " " + shown(number),
                            caller.send(operation.method, operation.sample() + "?" + name + "=" + number, null)));
                }
            }
        }
        assertThat(sent).isGreaterThan(200);
        assertThat(wrong).isEmpty();
    }

    @Test
    void anArgumentOfAToolIsRefusedAndSoIsTheIdOfAMessage() {
        List<ApiClient> callers = callers(false);
        Map<String, @Nullable Object> list =
                Map.of("jsonrpc", "2.0", "id", 1, "method", "tools/list", "params", Map.of());
        Answer tools = callers.getFirst()
                .with("MCP-Protocol-Version", "2025-06-18")
                .rpc(list)
                .expect(200);
        List<String> names = tools.each("result.tools", "name");
        assertThat(names).hasSizeGreaterThan(5);
        for (ApiClient caller : callers) {
            for (String number : NUMBERS) {
                rpc(caller, "{\"jsonrpc\":\"2.0\",\"id\":" + number + ",\"method\":\"ping\"}");
                rpc(caller, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"_meta\":" + number + "}}");
                for (int tool = 0; tool < names.size(); tool++) {
                    Map<String, @Nullable Object> properties =
                            Json.asObject(tools.at("result.tools." + tool + ".inputSchema.properties"));
                    for (String argument : properties.keySet()) {
                        rpc(
                                caller,
                                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\""
                                        + names.get(tool) + "\",\"arguments\":{\"" + argument + "\":" + number + "}}}");
                    }
                }
            }
        }
        assertThat(sent).isGreaterThan(100);
        assertThat(wrong).isEmpty();
    }

    private void rpc(ApiClient caller, String message) {
        hold(shown(message), caller.with("MCP-Protocol-Version", "2025-06-18").send("POST", "/mcp", bytes(message)));
    }

    @Test
    void aConnectorsFieldIsRefused() {
        for (Connector source : Connector.values()) {
            TestConnector connector = account.connector(source.name().toLowerCase(Locale.ROOT));
            for (String field :
                    List.of("id", "occurred_at", "tenant_id", "data", "data.amount", "data.bits", "data.x")) {
                for (String number : NUMBERS) {
                    String text = Json.writeText(connector.message("m1", "payment.captured", Map.of("amount", 1)))
                            .replaceFirst("}$", "," + nested(field, number).substring(1));
                    byte[] body = bytes(text.replaceFirst("\"" + field.split("\\.")[0] + "\":[^,]*,", ""));
                    hold(source + " " + field + " " + shown(number), connector.post(body, null));
                    hold(
                            source + " signed " + field + " " + shown(number),
                            connector.post(
                                    body,
                                    connector.signature(body, service.clock().instant())));
                }
            }
        }
        assertThat(sent).isGreaterThan(200);
        assertThat(wrong).isEmpty();
    }

    @Test
    void aTriggeredEventAndAnImportedFileAreRefused() {
        for (String number : NUMBERS) {
            for (ApiClient caller : callers(false)) {
                hold(
                        "trigger " + shown(number),
                        caller.send(
                                "POST",
                                "/events/trigger",
                                bytes("{\"type\":\"counter.updated\",\"data\":{\"value\":" + number + "}}")));
            }
            for (String file : List.of(
                    "[{\"command\":\"hug\",\"cooldown\":" + number + "}]",
                    "{\"streamer_api_chat\":" + number + "}",
                    "{\"commands\":[{\"name\":\"hug\",\"message\":\"x\",\"coolDown\":" + number + "}]}",
                    "name,response,cooldown_seconds\nhug,hugs," + number,
                    "name,value\ndeaths," + number)) {
                for (String path : List.of("/dashboard/api/chat-import/preview", "/dashboard/api/chat-import")) {
                    Answer answer = account.dashboard()
                            .withoutValidation()
                            .send("POST", path, Json.write(Map.of("content", file)));
                    sent++;
                    if (answer.status() >= 500) {
                        wrong.add(path + " " + shown(file) + " -> " + answer.status());
                    }
                }
            }
        }
        assertThat(sent).isGreaterThan(80);
        assertThat(wrong).isEmpty();
    }

    @Test
    void aSocketsFrameIsRefused() {
        for (String number : NUMBERS) {
            for (String frame : List.of(
                    number,
                    "{\"type\":" + number + "}",
                    "{\"data\":{\"apiKey\":" + number + "}}",
                    "{\"data\":{\"apiKey\":\"" + account.apiKey() + "\"},\"since\":" + number + "}",
                    "{\"data\":{\"apiKey\":\"" + account.apiKey() + "\"},\"events\":[" + number + "]}")) {
                try (TestSocket socket = TestSocket.open(service).send(frame)) {
                    assertThat(socket.next().toString())
                            .as(shown(frame))
                            .contains("error")
                            .doesNotContain("internal_error")
                            .doesNotContain("unavailable")
                            .hasSizeLessThan(LONGEST_REFUSAL);
                }
            }
        }
    }

    private void hold(String what, Answer answer) {
        sent++;
        if (answer.status() < 400 || answer.status() >= 500 || answer.text().length() > LONGEST_REFUSAL) {
            wrong.add(what + " -> " + answer.status() + " " + shown(answer.text()));
        }
    }

    private static String shown(String text) {
        return text.length() > 200 ? text.substring(0, 200) + "…" : text;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// `{"a":{"b":1}}` for `a.b`; a place with `[]` is of a list's element.
    private static String nested(String place, String number) {
        String text = number;
        String[] names = place.split("\\.");
        for (int i = names.length - 1; i >= 0; i--) {
            boolean list = names[i].endsWith("[]");
            String name = list ? names[i].substring(0, names[i].length() - 2) : names[i];
            text = "{\"" + name + "\":" + (list ? "[" + text + "]" : text) + "}";
        }
        return text;
    }

    /// An operation of the OpenAPI document.
    ///
    /// @param numbers the places of numbers in its body
    /// @param parameters the numbers of its query
    private record Operation(String method, String path, List<String> numbers, List<String> parameters) {
        String sample() {
            return path.replaceAll("\\{[^}]+}", "x_1");
        }

        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    private static List<Operation> operations() {
        Map<String, @Nullable Object> document = Json.readObject(bytes(OpenApiDocument.text()));
        List<Operation> operations = new ArrayList<>();
        Json.asObject(document.get("paths"))
                .forEach((path, item) -> Json.asObject(item).forEach((method, value) -> {
                    if (value instanceof Map<?, ?>) {
                        operations.add(operation(document, path, method, Json.asObject(value)));
                    }
                }));
        return operations;
    }

    private static Operation operation(
            Map<String, @Nullable Object> document,
            String path,
            String method,
            Map<String, @Nullable Object> operation) {
        List<String> numbers = new ArrayList<>();
        List<String> parameters = new ArrayList<>();
        if (operation.get("requestBody") instanceof Map<?, ?> body
                && body.get("content") instanceof Map<?, ?> content
                && content.get("application/json") instanceof Map<?, ?> json
                && !path.startsWith("/ingest")) {
            collect(document, json.get("schema"), "", numbers);
        }
        if (operation.get("parameters") instanceof List<?> list) {
            for (Object each : list) {
                Map<String, @Nullable Object> parameter = resolved(document, each);
                Map<String, @Nullable Object> schema = resolved(document, parameter.get("schema"));
                if ("query".equals(parameter.get("in")) && isNumber(schema)) {
                    parameters.add(String.valueOf(parameter.get("name")));
                }
            }
        }
        return new Operation(method.toUpperCase(Locale.ROOT), path, numbers, parameters);
    }

    private static void collect(
            Map<String, @Nullable Object> document, @Nullable Object value, String place, List<String> numbers) {
        Map<String, @Nullable Object> schema = resolved(document, value);
        if (isNumber(schema) && !place.isEmpty()) {
            numbers.add(place);
        }
        for (String choice : List.of("anyOf", "oneOf", "allOf")) {
            if (schema.get(choice) instanceof List<?> choices) {
                choices.forEach(each -> collect(document, each, place, numbers));
            }
        }
        if (schema.get("items") != null) {
            collect(document, schema.get("items"), place + "[]", numbers);
        }
        if (schema.get("properties") instanceof Map<?, ?> properties) {
            properties.forEach((name, of) ->
                    collect(document, of, place.isEmpty() ? String.valueOf(name) : place + "." + name, numbers));
        }
    }

    private static boolean isNumber(Map<String, @Nullable Object> schema) {
        Object type = schema.get("type");
        List<?> types = type instanceof List<?> list ? list : type == null ? List.of() : List.of(type);
        return types.contains("integer") || types.contains("number");
    }

    private static Map<String, @Nullable Object> resolved(
            Map<String, @Nullable Object> document, @Nullable Object value) {
        if (!(value instanceof Map<?, ?>)) {
            return new LinkedHashMap<>();
        }
        Map<String, @Nullable Object> schema = Json.asObject(value);
        if (!(schema.get("$ref") instanceof String ref)) {
            return schema;
        }
        Object found = document;
        for (String name : ref.substring(2).split("/")) {
            found = Objects.requireNonNull(Json.asObject(found).get(name));
        }
        return resolved(document, found);
    }
}
