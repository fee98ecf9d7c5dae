package streamerapi.service;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringWriter;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

import static org.assertj.core.api.Assertions.assertThat;

/// HEAD as GET without a body (RFC 9110, 9.3.2), as it goes over the wire.
class HeadTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @ParameterizedTest
    @ValueSource(strings = {"/v1/me", "/v1/tts/queue", "/v1/counters/none", "/docs/quickstart", "/dashboard/sign-in"})
    void theLengthIsThatOfTheBodyThatGetWouldSend(String path) throws IOException {
        String get = exchange("GET", path);
        String head = exchange("HEAD", path);

        assertThat(head).endsWith("\r\n\r\n");
        assertThat(length(head)).isEqualTo(length(get)).isPositive();
        assertThat(get.length()).isGreaterThan(get.indexOf("\r\n\r\n") + 4);
    }

    private String exchange(String method, String path) throws IOException {
        URI address = URI.create(service.stack().authUrl());
        try (Socket socket = new Socket(address.getHost(), address.getPort());
                Reader answer = new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1)) {
            String request = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + "Authorization: Bearer " + account.apiKey() + "\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            StringWriter text = new StringWriter();
            answer.transferTo(text);
            return text.toString();
        }
    }

    private static int length(String answer) {
        return answer.lines()
                .filter(line -> line.regionMatches(true, 0, "Content-Length: ", 0, 16))
                .map(line -> Integer.parseInt(line.substring(16)))
                .findFirst()
                .orElse(-1);
    }
}
