package streamerapi.service;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import streamerapi.localstack.sockets.SocketFault;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Keys;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A socket that API Gateway's management API does not answer for, or refuses to send to: it is forgotten, and every
/// other socket and endpoint hears each event once.
class UnreachableSocketTest {

    @AutoClose
    private static Service service;

    private final Account account = service.newAccount();

    @AutoClose
    private final TestReceiver receiver = TestReceiver.open();

    @BeforeAll
    static void startService() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"));
    }

    @ParameterizedTest
    @EnumSource(SocketFault.class)
    void itHoldsUpNobodyAndIsForgotten(SocketFault fault) {
        account.api()
                .post("/webhook-endpoints", Map.of("url", receiver.url(), "events", List.of("*")))
                .expect(201);
        try (TestSocket healthy = TestSocket.signIn(service, account.apiKey());
                TestSocket unreachable = TestSocket.signIn(service, account.apiKey())) {
            healthy.next("ready");
            Object id = Json.asObject(unreachable.next("ready").get("data")).get("connection_id");
            service.stack().sockets().fail((String) Objects.requireNonNull(id), fault);

            account.tip("Ada");
            account.tip("Bob");

            assertThat(Json.asObject(healthy.next("tip.created").get("data"))).containsEntry("name", "Ada");
            assertThat(Json.asObject(healthy.next("tip.created").get("data"))).containsEntry("name", "Bob");
            await().until(() -> receiver.received().size() == 2);
            await().until(() -> account.rows(Keys.SUBSCRIBER + "socket_").size() == 1);
            account.tip("Cleo");
            assertThat(Json.asObject(healthy.next("tip.created").get("data")))
                    .as("nothing came twice")
                    .containsEntry("name", "Cleo");
        }
    }
}
