package streamerapi.localstack;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.localstack.fixtures.Fixture;
import streamerapi.localstack.fixtures.ScriptedFunction;

import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

import static org.assertj.core.api.Assertions.assertThat;

/// The stand-ins ask for no credentials, so they answer no page of another site.
@ResourceLock(ScriptedFunction.LOCK)
class StandInGuardTest {
    private static LocalStack stack;

    @BeforeAll
    static void start() {
        stack = Fixture.start();
    }

    @AfterAll
    static void stop() {
        stack.close();
        ScriptedFunction.reset();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "localhost:3000,         -,                             200",
                "127.0.0.1:3000,         -,                             200",
                "[::1]:3000,             -,                             200",
                "localhost:3000,         http://localhost:3000,         200",
                "localhost:3000,         https://site.example,          403",
                "localhost:3000,         http://localhost:8000,         403",
                "localhost:3000,         null,                          403",
                "rebound.example:3000,   -,                             403",
                "rebound.example:3000,   http://rebound.example:3000,   403",
                "localhost.example:3000, http://localhost.example:3000, 403",
            })
    void aPageOfAnotherSiteIsRefused(String host, String origin, String status) throws Exception {
        String order = "{\"tenant_id\": \"ten_other\", \"answer\": \"sent\"}";

        assertThat(status("GET /connectors/log", host, origin, "")).isEqualTo(status);
        assertThat(status("POST /connectors/control", host, origin, order)).isEqualTo(status);
        assertThat(status("GET /stand-ins/stripe/app", host, origin, "")).isEqualTo(status);
        assertThat(status("POST /stand-ins/kofi/control/secret", host, origin, "{}"))
                .isEqualTo(status);
    }

    private static String status(String requested, String host, String origin, String body) throws Exception {
        try (Socket socket = new Socket("localhost", URI.create(stack.authUrl()).getPort())) {
            String head =
                    requested + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\nContent-Type: text/plain\r\n"
                            + (origin == null ? "" : "Origin: " + origin + "\r\n") + "Content-Length: " + body.length()
                            + "\r\n\r\n";
            socket.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return answer.split(" ", 3)[1];
        }
    }
}
