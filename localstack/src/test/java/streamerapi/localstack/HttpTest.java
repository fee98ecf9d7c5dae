package streamerapi.localstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.localstack.fixtures.Fixture;
import streamerapi.localstack.fixtures.ScriptedFunction;
import streamerapi.localstack.fixtures.Scripts;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.CountDownLatch;

import static org.assertj.core.api.Assertions.assertThat;

@ResourceLock(ScriptedFunction.LOCK)
class HttpTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static LocalStack stack;
    private static HttpClient http;

    @BeforeAll
    static void start() {
        stack = Fixture.start();
        http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    @AfterAll
    static void stop() {
        http.close();
        stack.close();
        ScriptedFunction.reset();
    }

    @BeforeEach
    void echo() {
        ScriptedFunction.script("http", (event, environment, context) -> Scripts.response(200, event.toString()));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "GET,  /v1/echo,            ANY /v1/echo,              /v1/echo,            -",
                "POST, /v1/echo/a,          ANY /v1/echo/{proxy+},     /v1/echo/a,          {\"proxy\":\"a\"}",
                "PUT,  /v1/echo/a/b,        ANY /v1/echo/{proxy+},     /v1/echo/a/b,        {\"proxy\":\"a/b\"}",
                "GET,  /v1/echo/items/7,    GET /v1/echo/items/{id},   /v1/echo/items/7,    {\"id\":\"7\"}",
                "POST, /v1/echo/items/7,    ANY /v1/echo/{proxy+},     /v1/echo/items/7,    {\"proxy\":\"items/7\"}",
                "GET,  /v1/echo/,           $default,                  /v1/echo/,           -",
                "GET,  /elsewhere,          $default,                  /elsewhere,          -",
                "GET,  /v1/echo/a%20b%C3%A9,ANY /v1/echo/{proxy+},     /v1/echo/a bé,       {\"proxy\":\"a bé\"}",
                "GET,  /v1/echo/a+b,        ANY /v1/echo/{proxy+},     /v1/echo/a+b,        {\"proxy\":\"a+b\"}",
            })
    void aPathChoosesItsRoute(String method, String path, String routeKey, String rawPath, String parameters)
            throws Exception {
        JsonNode event = event(request(path).method(method, BodyPublishers.noBody()));

        assertThat(event.path("routeKey").asText()).isEqualTo(routeKey);
        assertThat(event.at("/requestContext/routeKey").asText()).isEqualTo(routeKey);
        assertThat(event.path("rawPath").asText()).isEqualTo(rawPath);
        assertThat(event.at("/requestContext/http/path").asText()).isEqualTo(rawPath);
        assertThat(event.at("/requestContext/http/method").asText()).isEqualTo(method);
        assertThat(event.path("pathParameters")).isEqualTo(JSON.readTree(parameters == null ? "" : parameters));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "?a=1&b=2       | a=1&b=2       | {\"a\":\"1\",\"b\":\"2\"}",
                "?a=1&a=2       | a=1&a=2       | {\"a\":\"1,2\"}",
                "?a=x%20y+z%26  | a=x%20y+z%26  | {\"a\":\"x y z&\"}",
                "?a             | a             | {\"a\":\"\"}",
                "?a=b=c         | a=b=c         | {\"a\":\"b=c\"}",
                "?a=%zz         | a=%zz         | {\"a\":\"%zz\"}",
                "?              | ''            | -",
            })
    void aQueryIsGivenRawAndDecoded(String query, String raw, String parameters) throws Exception {
        JsonNode event = JSON.readTree(raw("GET /v1/echo" + query + " HTTP/1.1"));

        assertThat(event.path("rawQueryString").asText()).isEqualTo(raw);
        assertThat(event.path("queryStringParameters")).isEqualTo(JSON.readTree(parameters == null ? "" : parameters));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /v1/echo/%zz HTTP/1.1", "DELETE /v1/echo/a%2 HTTP/1.1"})
    void aPathThatCannotBeDecodedIsRefusedAsApiGatewayRefusesIt(String requestLine) throws Exception {
        assertThat(raw(requestLine)).isEqualTo("{\"message\":\"Bad Request\"}");
    }

    @Test
    void headersAreInLowerCaseAndJoinedAndCookiesStandApart() throws Exception {
        JsonNode event = event(request("/v1/echo")
                .header("X-Many", "one")
                .header("X-Many", "two")
                .header("Cookie", "a=1; b=2")
                .header("User-Agent", "tests")
                .GET());

        assertThat(event.at("/headers/x-many").asText()).isEqualTo("one,two");
        assertThat(event.path("headers").has("cookie")).isFalse();
        assertThat(event.path("cookies").toString()).isEqualTo("[\"a=1\",\"b=2\"]");
        assertThat(event.at("/requestContext/http/userAgent").asText()).isEqualTo("tests");
        assertThat(event.at("/requestContext/http/sourceIp").asText()).isEqualTo("127.0.0.1");
        assertThat(event.at("/headers/x-forwarded-for").asText()).isEqualTo("127.0.0.1");
        assertThat(event.at("/requestContext/stage").asText()).isEqualTo("$default");
        assertThat(event.path("version").asText()).isEqualTo("2.0");
        assertThat(event.has("body")).isFalse();
        assertThat(event.path("isBase64Encoded").asBoolean(true)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/json",
                "application/json; charset=utf-8",
                "application/xml",
                "application/problem+json"
            })
    void aBodyOfTextIsText(String type) throws Exception {
        JsonNode event =
                event(request("/v1/echo").header("Content-Type", type).POST(BodyPublishers.ofString("{\"é\":1}")));

        assertThat(event.path("body").asText()).isEqualTo("{\"é\":1}");
        assertThat(event.path("isBase64Encoded").asBoolean(true)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/octet-stream", "image/png", "application/x-www-form-urlencoded"})
    void anyOtherBodyIsBase64(String type) throws Exception {
        JsonNode event = event(request("/v1/echo").header("Content-Type", type).POST(BodyPublishers.ofString("a=1")));

        assertThat(event.path("body").asText()).isEqualTo("YT0x");
        assertThat(event.path("isBase64Encoded").asBoolean()).isTrue();
    }

    @Test
    void bytesThatAreNoTextAreBase64WhateverTheirType() throws Exception {
        byte[] bytes = {(byte) 0xff, 0, 1};
        JsonNode event = event(
                request("/v1/echo").header("Content-Type", "application/json").POST(BodyPublishers.ofByteArray(bytes)));

        assertThat(event.path("isBase64Encoded").asBoolean()).isTrue();
        assertThat(Base64.getDecoder().decode(event.path("body").asText())).isEqualTo(bytes);
    }

    @Test
    void aResponseGoesOutAsTheFunctionSaysIt() throws Exception {
        answer("""
                {"statusCode":201,"headers":{"X-Number":7,"Content-Type":"image/png"},
                 "cookies":["a=1; Path=/","b=2"],"body":"AAH/","isBase64Encoded":true}""");
        var response = http.send(request("/v1/echo").GET().build(), BodyHandlers.ofByteArray());

        assertThat(response.statusCode()).isEqualTo(201);
        assertThat(response.body()).containsExactly(0, 1, 0xff);
        assertThat(response.headers().firstValue("X-Number")).hasValue("7");
        assertThat(response.headers().firstValue("Content-Type")).hasValue("image/png");
        assertThat(response.headers().allValues("Set-Cookie")).containsExactly("a=1; Path=/", "b=2");
    }

    @Test
    void anAnswerWithoutStatusIsTheBodyOfAnOk() throws Exception {
        answer("{\"plain\":true}");
        HttpResponse<String> response = send(request("/v1/echo").GET());

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(response.body()).isEqualTo("{\"plain\":true}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no json", "{\"statusCode\":\"many\"}", "{\"statusCode\":200,\"headers\":{\"a\":[1]}}", ""})
    void aMalformedAnswerIsAnInternalServerError(String answer) throws Exception {
        answer(answer);
        HttpResponse<String> response = send(request("/v1/echo").GET());

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).isEqualTo("{\"message\":\"Internal Server Error\"}");
    }

    @Test
    void aFunctionThatThrowsIsAnInternalServerError() throws Exception {
        ScriptedFunction.script("http", (event, environment, context) -> {
            throw new IllegalStateException("broken");
        });
        HttpResponse<String> response = send(request("/v1/echo").GET());

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).isEqualTo("{\"message\":\"Internal Server Error\"}");
    }

    @Test
    void aFunctionThatTakesLongerThanTheIntegrationIsServiceUnavailable() throws Exception {
        var released = new CountDownLatch(1);
        ScriptedFunction.script("http", (event, environment, context) -> {
            released.await();
            return Scripts.response(200, "late");
        });
        HttpResponse<String> response = send(request("/v1/hurry").GET());
        released.countDown();

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).isEqualTo("{\"message\":\"Service Unavailable\"}");
    }

    @Test
    void aPayloadOverTenMegabytesIsRefused() throws Exception {
        HttpResponse<String> response =
                send(request("/v1/echo").POST(BodyPublishers.ofByteArray(new byte[10 * 1024 * 1024 + 1])));

        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(response.body()).isEqualTo("{\"message\":\"Request Too Long\"}");
    }

    @Test
    void anAnswerToHeadHasNoBody() throws Exception {
        HttpResponse<String> response = send(request("/v1/echo").method("HEAD", BodyPublishers.noBody()));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEmpty();
    }

    @Test
    void theContextIsLambdas() throws Exception {
        ScriptedFunction.script(
                "http",
                (event, environment, context) -> Scripts.response(
                        200,
                        context.getFunctionName() + " " + context.getInvokedFunctionArn() + " "
                                + (context.getRemainingTimeInMillis() > 2000) + " "
                                + !context.getAwsRequestId().isEmpty()));

        assertThat(send(request("/v1/echo").GET()).body())
                .isEqualTo("streamer-api-HttpFunction"
                        + " arn:aws:lambda:us-east-1:000000000000:function:streamer-api-HttpFunction true true");
    }

    @Test
    void variablesAreTheTemplatesWithLocalAddresses() {
        var socket = stack.functions().settings("SocketFunction").variables();

        assertThat(socket)
                .containsEntry("CONNECTIONS_URL", stack.authUrl() + "/realtime")
                .containsEntry("TABLE", "streamer-api-Table")
                .containsEntry("WEBHOOK_RETRY_DELAYS", "60,300")
                .containsEntry("QUEUE", stack.queueUrl("Work"))
                .containsEntry("AWS_LAMBDA_FUNCTION_NAME", "streamer-api-SocketFunction")
                .doesNotContainKey("WEBHOOK_ALLOW_PRIVATE");
    }

    private static void answer(String text) {
        ScriptedFunction.script("http", (event, environment, context) -> text);
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(stack.authUrl().replace("localhost", "127.0.0.1") + path));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private static JsonNode event(HttpRequest.Builder request) throws Exception {
        return JSON.readTree(send(request).body());
    }

    /// The body of the answer to a request line that no client would send.
    private static String raw(String requestLine) throws Exception {
        try (var socket =
                new java.net.Socket("localhost", URI.create(stack.authUrl()).getPort())) {
            socket.getOutputStream()
                    .write((requestLine + "\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.UTF_8));
            String response = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return response.substring(response.indexOf("\r\n\r\n") + 4);
        }
    }
}
