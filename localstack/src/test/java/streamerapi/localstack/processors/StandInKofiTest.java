package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.fixtures.StandInServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import static org.assertj.core.api.Assertions.assertThat;

/// The stand-in for Ko-fi: the form that it posts, and the page by which a person gives.
class StandInKofiTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void supportIsToldToTheWebhookThatWasEntered() throws IOException {
        List<String> bodies = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            bodies.add(exchange.getRequestHeaders().getFirst("Content-Type") + " "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        try (ProcessorStage stage = new ProcessorStage("kofi", null)) {
            assertThat(stage.control("emit", "{}").toString()).isEqualTo("{\"delivered\":[]}");
            stage.control(
                    "webhook",
                    "{\"url\": \"http://localhost:" + server.getAddress().getPort() + "/hooks\"}");
            assertThat(stage.control("emit", "{\"type\": \"Subscription\", \"event\": {\"amount\": \"7.50\"}}")
                            .toString())
                    .isEqualTo("{\"delivered\":[200]}");
            assertThat(stage.call(
                                    "POST",
                                    "/donate",
                                    StandInServer.form(
                                            "from_name",
                                            "Ada & Co",
                                            "amount",
                                            "4.50",
                                            "message",
                                            "ä=1",
                                            "is_private",
                                            "x"),
                                    "Content-Type",
                                    "application/x-www-form-urlencoded")
                            .text())
                    .contains("answered 200");
            assertThat(stage.get("/app").text()).contains(stage.credential("verification_token"));
            assertThat(stage.call("POST", "/control/emit", "{\"type\": \"Gift\"}")
                            .status())
                    .isEqualTo(400);

            JsonNode first = data(bodies.get(0));
            assertThat(first.path("verification_token").asText()).isEqualTo(stage.credential("verification_token"));
            assertThat(first.path("amount").asText()).isEqualTo("7.50");
            assertThat(first.path("is_subscription_payment").asBoolean()).isTrue();
            JsonNode second = data(bodies.get(1));
            assertThat(second.path("from_name").asText()).isEqualTo("Ada & Co");
            assertThat(second.path("message").asText()).isEqualTo("ä=1");
            assertThat(second.path("is_public").asBoolean()).isFalse();
            assertThat(second.path("kofi_transaction_id")).isNotEqualTo(first.path("kofi_transaction_id"));
        } finally {
            server.stop(0);
        }
    }

    private static JsonNode data(String posted) throws IOException {
        String begin = "application/x-www-form-urlencoded data=";
        assertThat(posted).startsWith(begin);
        return JSON.readTree(URLDecoder.decode(posted.substring(begin.length()), StandardCharsets.UTF_8));
    }
}
