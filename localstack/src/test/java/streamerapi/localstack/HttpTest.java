package streamerapi.localstack;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.fixtures.Fixture;
import streamerapi.localstack.fixtures.ScriptedFunction;
import streamerapi.localstack.fixtures.Scripts;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import static org.assertj.core.api.Assertions.assertThat;

class HttpTest {
    private static LocalStack stack;
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    static void start() {
        stack = Fixture.start();
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    @BeforeEach
    void echo() {
        ScriptedFunction.script("http", (event, environment, context) -> Scripts.response(200, event.toString()));
    }

    @Test
    void aRequestReachesItsFunction() throws Exception {
        var response = http.send(
                HttpRequest.newBuilder(URI.create(stack.baseUrl() + "/echo/a%20b?x=1&x=2"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        System.err.println(response.body());
        assertThat(response.statusCode()).isEqualTo(200);
    }
}
