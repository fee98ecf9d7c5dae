package streamerapi.priming;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import streamerapi.architecture.HttpFunctions;
import streamerapi.connections.Provider;
import streamerapi.events.FanOutFunction;
import streamerapi.events.WorkerFunction;
import streamerapi.hooks.HooksFunction;
import streamerapi.localstack.functions.FunctionSettings;
import streamerapi.localstack.template.Template;
import streamerapi.mcp.McpFunction;
import streamerapi.realtime.RealtimeFunction;
import streamerapi.service.Account;
import streamerapi.service.Service;
import streamerapi.service.TestPlatform;
import streamerapi.shared.http.Access;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Write;
import streamerapi.tips.TipsFunction;
import streamerapi.tts.TtsFunction;
import streamerapi.webhooks.DeliveryMessage;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

class PrimingTest {

    private static final Service SERVICE = Service.shared();

    @Test
    void theFirstReadAfterThePrimingLoadsNoClassOfTheZip() throws Exception {
        Account account = SERVICE.newAccount();
        account.tip("NovaFox");

        ChildProcess process = run(TtsFunction.class, request(account, "GET", "/v1/tts/queue", null));

        assertThat(process.output()).contains("\"statusCode\":200").contains("NovaFox");
        assertThat(process.output().lines().filter(line -> line.contains("\"message\":\"request\"")))
                .last()
                .asString()
                .contains("\"cold_start\":true");
        assertThat(process.loadedFromTheZip()).isEmpty();
    }

    static Stream<Arguments> firstReads() {
        Template template = Template.read(Service.root().resolve("template.yaml"));
        return HttpFunctions.of(template).entrySet().stream()
                .flatMap(function -> function.getValue().routes().stream()
                        .filter(route -> route.method().equals("GET")
                                && !route.template().contains("{"))
                        .filter(route -> route.access() instanceof Access.Credential)
                        .findFirst()
                        .map(route -> Arguments.of(function.getKey(), route.template()))
                        .stream());
    }

    @ParameterizedTest
    @MethodSource("firstReads")
    void theFirstReadOfAFunctionLoadsNoClassOfTheZip(String function, String path) throws Exception {
        Account account = SERVICE.newAccount();
        account.table()
                .write(List.of(Write.update(Keys.profile(account.tenantId()))
                        .set(Attribute.any("ai_voices_available"), true)));
        FunctionSettings settings = SERVICE.stack().functions().settings(function);

        ChildProcess process = ChildProcess.run(
                Class.forName(settings.handlerClass()),
                settings.variables(),
                request(account, "GET", "/v1" + path, null));

        assertThat(process.output()).contains("\"statusCode\":200");
        assertThat(process.loadedFromTheZip()).isEmpty();
    }

    @Test
    void theFirstChangeAfterThePrimingLoadsNoClassOfTheZip() throws Exception {
        Account account = SERVICE.newAccount();

        ChildProcess process =
                run(TipsFunction.class, request(account, "POST", "/v1/tips", "{\"name\":\"NovaFox\",\"amount\":5}"));

        assertThat(process.output()).contains("\"statusCode\":201").contains("NovaFox");
        assertThat(process.loadedFromTheZip()).isEmpty();
    }

    @Test
    void theFirstToolThatIsCalledAfterThePrimingLoadsNoClassOfTheZip() throws Exception {
        Account account = SERVICE.newAccount();
        account.tip("NovaFox");
        String call = """
                {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_tts_queue"}}""";
        Map<String, @Nullable Object> event = Json.readObject(request(account, "POST", "/mcp", call));
        Json.asObject(event.get("headers")).put("mcp-protocol-version", "2025-11-25");

        ChildProcess process = run(McpFunction.class, Json.write(event));

        assertThat(process.output()).contains("\"statusCode\":200").contains("NovaFox");
        assertThat(process.loadedFromTheZip()).isEmpty();
    }

    @Test
    void theFirstDeliveryAfterThePrimingLoadsNoClassOfTheZip() throws Exception {
        Account account = SERVICE.newAccount();
        List<String> received = new CopyOnWriteArrayList<>();
        HttpServer receiver = recording(received);
        try {
            String url = "http://127.0.0.1:" + receiver.getAddress().getPort();
            Object endpointId = account.api()
                    .post("/webhook-endpoints", Map.of("url", url, "events", List.of("tipping.opened")))
                    .expect(201)
                    .at("endpoint.id");

            ChildProcess process = run(WorkerFunction.class, delivery(account, String.valueOf(endpointId)));

            assertThat(received).hasSize(1);
            assertThat(process.loadedFromTheZip()).isEmpty();
        } finally {
            receiver.stop(0);
        }
    }

    @Test
    void theFirstEventOfAPlatformAfterThePrimingLoadsNoClassOfTheZip() throws Exception {
        TestPlatform twitch = TestPlatform.connected(SERVICE.newAccount(), Provider.TWITCH);

        ChildProcess process = run(HooksFunction.class, twitch.event(Instant.now()));

        assertThat(process.output()).contains("\"statusCode\":204");
        assertThat(process.loadedFromTheZip())
                .as("but a lambda of the HTTP client's, which its first real call makes")
                .allMatch(name -> name.startsWith("software.amazon.awssdk.utils.uri.SdkUri$$Lambda"));
    }

    @Test
    void primingReadsOneRowThatIsNotThereAndCallsNobodyElse() throws Exception {
        for (Class<?> function : List.of(
                TtsFunction.class,
                TipsFunction.class,
                FanOutFunction.class,
                HooksFunction.class,
                WorkerFunction.class,
                RealtimeFunction.class)) {
            List<String> calls = new CopyOnWriteArrayList<>();
            HttpServer aws = recording(calls);
            String address = "http://127.0.0.1:" + aws.getAddress().getPort();
            Map<String, String> variables = new LinkedHashMap<>(variables(function));
            variables.put("AWS_ENDPOINT_URL_DYNAMODB", address);
            variables.put("AWS_ENDPOINT_URL_SQS", address);
            variables.computeIfPresent("CONNECTIONS_URL", (name, value) -> address);
            variables.computeIfPresent("WORK_QUEUE", (name, value) -> address + "/queue");

            ChildProcess process = ChildProcess.run(function, variables, null);

            assertThat(calls)
                    .as(function.getSimpleName())
                    .singleElement()
                    .satisfies(call -> assertThat(call)
                            .startsWith("DynamoDB_20120810.GetItem close ")
                            .contains("PRIMING"));
            assertThat(process.output())
                    .as("the log")
                    .contains("\"level\":\"INFO\"")
                    .doesNotContain("reserved key")
                    .doesNotContain("could not be primed")
                    .doesNotContain("\"level\":\"ERROR\"");
            aws.stop(0);
        }
    }

    @Test
    void aTableOutOfReachKeepsNoFunctionFromStarting() throws Exception {
        Map<String, String> variables = new LinkedHashMap<>(variables(TtsFunction.class));
        variables.put("AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:1");

        ChildProcess process = ChildProcess.run(TtsFunction.class, variables, null);

        assertThat(process.output()).contains("TtsFunction could not be primed with the table");
    }

    private static ChildProcess run(Class<?> function, byte[] event) throws IOException, InterruptedException {
        return ChildProcess.run(function, variables(function), event);
    }

    private static Map<String, String> variables(Class<?> function) {
        return variables(SERVICE, function);
    }

    /// The function's variables; the worker's with a queue in which nothing waits. From its own it would take the work
    /// of other tests if its message kept it waiting.
    static Map<String, String> variables(Service service, Class<?> function) {
        Map<String, String> variables = new LinkedHashMap<>(
                service.stack().functions().settings(function.getSimpleName()).variables());
        if (function == WorkerFunction.class) {
            variables.put("WORK_QUEUE", service.stack().queueUrl("FanOutDeadLetters"));
        }
        return variables;
    }

    static byte[] request(Account account, String method, String path, @Nullable String body) {
        Map<String, @Nullable Object> event = new LinkedHashMap<>();
        event.put("rawPath", path);
        event.put("rawQueryString", "");
        event.put("headers", Map.of("authorization", "Bearer " + account.apiKey(), "content-type", "application/json"));
        event.put(
                "requestContext",
                Map.of("requestId", "first", "http", Map.of("method", method, "sourceIp", "198.51.100.7")));
        event.put("body", body);
        return Json.write(event);
    }

    /// An event of the queue: an endpoint's first attempt. The process goes by the computer's clock, and the endpoint
    /// was made by the stack's, which other tests put forward: it gets no event of the time before it was made.
    static byte[] delivery(Account account, String endpointId) {
        account.table()
                .write(List.of(Write.update(Keys.endpoint(account.tenantId(), endpointId))
                        .set(Attribute.time("created_at"), Instant.now())
                        .when(Condition.rowExists())));
        String message = DeliveryMessage.first(
                        account.tenantId(),
                        endpointId,
                        "evt_01kaj000000000000000000000",
                        "tipping.opened",
                        Instant.now(),
                        "{}")
                .toText();
        return Json.write(Map.of("Records", List.of(Map.of("messageId", "first", "body", message))));
    }

    private static HttpServer recording(List<String> calls) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", (HttpExchange exchange) -> {
            calls.add(exchange.getRequestHeaders().getFirst("X-Amz-Target")
                    + " " + exchange.getRequestHeaders().getFirst("Connection")
                    + " " + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("{}".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        server.start();
        return server;
    }
}
