package streamerapi.platforms;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.connections.ConnectionStatus;
import streamerapi.connections.ConnectionStatus.Connected;
import streamerapi.connections.ConnectionStatus.Defect;
import streamerapi.connections.ConnectionStatus.Degraded;
import streamerapi.connections.ConnectionStatus.Disconnected;
import streamerapi.connections.ConnectionStatus.Ending;
import streamerapi.platforms.ScriptedPlatform.Reply;
import streamerapi.stripe.StripeFacts;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static streamerapi.connections.Provider.STRIPE;

/// Checks of a connection to Stripe: its key, and the webhook endpoint that its events come by.
class ProcessorCheckTest {

    private static final URI ADDRESS = URI.create("https://api.example.com/hooks/stripe/con_0123456789abcdef");
    private static final String ENDPOINTS = "/v1/webhook_endpoints";
    private static final String LIST = "GET " + ENDPOINTS;
    private static final String CREATE = "POST " + ENDPOINTS;
    private static final String UPDATE = CREATE + "/webhook-1";
    private static final String DELETE = "DELETE " + ENDPOINTS + "/webhook-1";
    private static final String VERSION = "2026-07-29.dahlia";

    private final ConnectionStage stage = new ConnectionStage();
    private final ScriptedPlatform server = stage.server;

    @BeforeEach
    void connect() {
        stage.connected(STRIPE, Map.of("secret_key", "sk_test_1"));
        listed(VERSION, StripeFacts.TYPES);
        server.on(DELETE, call -> Reply.json(Map.of("deleted", true)));
    }

    @AfterEach
    void close() {
        stage.close();
    }

    private void listed(String version, List<String> types) {
        server.on(LIST, call -> Reply.json(Map.of("data", List.of(endpoint(version, types)))));
    }

    private static Map<String, Object> endpoint(String version, List<String> types) {
        Map<String, Object> endpoint = new LinkedHashMap<>();
        endpoint.put("id", "webhook-1");
        endpoint.put("url", ADDRESS.toString());
        endpoint.put("status", "enabled");
        endpoint.put("api_version", version);
        endpoint.put("enabled_events", types);
        return endpoint;
    }

    private ConnectionStatus check() {
        return stage.platforms
                .health()
                .check(stage.connection(STRIPE), ADDRESS)
                .after()
                .status();
    }

    @Test
    void anEndpointWithAllTypesIsLeftAsItIs() {
        assertThat(check()).isEqualTo(new Connected());
        assertThat(server.routes()).containsExactly(LIST);
    }

    @ParameterizedTest
    @CsvSource({"true,Connected[]", "false,Degraded[defect=WEBHOOK_MISSING]"})
    void typesThatAreMissingAreAddedOrTheWebhookIsIncomplete(boolean isAdded, String status) {
        List<String> few = StripeFacts.TYPES.subList(0, 3);
        listed(VERSION, few);
        server.on(UPDATE, call -> Reply.json(endpoint(VERSION, isAdded ? StripeFacts.TYPES : few)));
        assertThat(check()).hasToString(status);
        assertThat(server.calls(UPDATE)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"id\":\"webhook-2\"}", "{\"secret\":\"whsec_2\"}"})
    void anEndpointThatCannotBeReadIsNone(String made) {
        server.on(LIST, call -> Reply.json(Map.of("data", List.of())));
        server.on(CREATE, call -> Reply.of(200, made));
        assertThat(check()).isEqualTo(new Degraded(Defect.UNREACHABLE));
    }

    @Test
    void anEndpointOfAnotherVersionThatStripeDoesNotDeleteIsAMissingWebhook() {
        listed("2020-08-27", StripeFacts.TYPES);
        server.on(DELETE, call -> Reply.of(403, "{}"));
        assertThat(check()).isEqualTo(new Degraded(Defect.WEBHOOK_MISSING));
        assertThat(server.calls(CREATE)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "401,Disconnected[ending=INVALID_CREDENTIALS],stripe invalid_credentials",
        "403,Degraded[defect=WEBHOOK_MISSING],stripe webhook_missing",
        "500,Degraded[defect=UNREACHABLE],stripe unreachable",
        "409,Degraded[defect=UNREACHABLE],stripe unreachable"
    })
    void anAnswerThatIsNoListSaysWhatIsWrongAndWarnsOnce(int answer, String status, String warning) {
        server.on(LIST, call -> Reply.of(answer, "{}"));
        for (int n = 0; n < 2; n++) {
            assertThat(check()).hasToString(status);
        }
        assertThat(stage.warnings()).containsExactly(warning);

        listed(VERSION, StripeFacts.TYPES);
        assertThat(check()).isEqualTo(new Connected());
    }

    @Test
    void aKeyThatWasRefusedStaysSoIfStripeDoesNotAnswer() {
        server.on(LIST, call -> Reply.of(401, "{}"));
        check();
        server.on(LIST, call -> Reply.of(503, "{}"));
        assertThat(check()).isEqualTo(new Disconnected(Ending.INVALID_CREDENTIALS));
    }

    @Test
    void leavingDeletesTheEndpointAndTellsWhetherItIsGone() {
        assertThat(leave()).isTrue();
        server.on(DELETE, call -> Reply.of(404, "{}"));
        assertThat(leave()).as("it was gone").isTrue();
        for (int status : new int[] {401, 403, 503}) {
            server.on(DELETE, call -> Reply.of(status, "{}"));
            assertThat(leave()).as("status %d", status).isFalse();
        }
    }

    private boolean leave() {
        return stage.platforms.health().leave(stage.connection(STRIPE), ADDRESS);
    }
}
