package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Service;
import streamerapi.service.TestSocket;
import streamerapi.shared.events.EventLog;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Clients;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.storage.Keys;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A replay that takes too long goes on at the client's next socket.
class CatchUpTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final EventLog log = new EventLog(account.table());

    @Test
    void whenTheTimeIsOverTheClientIsToldToComeAgain() {
        for (int i = 0; i < 3; i++) {
            account.tip("Tip " + i);
        }
        await().until(() -> log.after(account.tenantId(), EventLog.BEGINNING, 4).size() == 3);
        try (TestSocket client = TestSocket.signIn(service, account.apiKey())) {
            String connection = (String) Objects.requireNonNull(
                    Json.asObject(client.next("ready").get("data")).get("connection_id"));
            Socket socket =
                    Socket.of(Objects.requireNonNull(account.table().get(Keys.socket(account.tenantId(), connection))));
            Instant over = service.clock().instant().minusMillis(1);

            CatchUp catchUp = new CatchUp(log, connections(), socket, EventLog.BEGINNING, over);

            assertThat(catchUp.run(service.clock())).isFalse();
            assertThat(catchUp.sent()).isEqualTo(1);
            String last =
                    (String) Objects.requireNonNull(client.next("tip.created").get("id"));
            assertThat(Json.asObject(client.next("reconnect").get("data"))).containsEntry("reason", "replay_continues");
            assertThat(log.after(account.tenantId(), Objects.requireNonNull(log.placeOf(account.tenantId(), last)), 4))
                    .hasSize(2);
        }
    }

    @Test
    void aSocketOfRareTypesGoesOnAfterEventsThatItIsNotSent() {
        for (int i = 0; i < 3; i++) {
            account.tip("Tip " + i);
        }
        account.api().post("/tipping/close").expect(200);
        await().until(() -> log.after(account.tenantId(), EventLog.BEGINNING, 5).size() == 4);
        String since = null;
        for (int sockets = 1; sockets <= 4; sockets++) {
            try (TestSocket client = TestSocket.open(service)) {
                client.send(Map.of("data", Map.of("apiKey", account.apiKey()), "events", List.of("tipping.closed")));
                String connection = (String) Objects.requireNonNull(
                        Json.asObject(client.next("ready").get("data")).get("connection_id"));
                Socket socket = Socket.of(
                        Objects.requireNonNull(account.table().get(Keys.socket(account.tenantId(), connection))));
                String from = since == null
                        ? EventLog.BEGINNING
                        : Objects.requireNonNull(log.placeOf(account.tenantId(), since));

                CatchUp catchUp = new CatchUp(
                        log,
                        connections(),
                        socket,
                        from,
                        service.clock().instant().minusMillis(1));

                assertThat(catchUp.run(service.clock())).isFalse();
                if (sockets == 4) {
                    client.next("tipping.closed");
                }
                Map<String, @Nullable Object> told =
                        Json.asObject(client.next("reconnect").get("data"));
                assertThat(told.get("since")).isNotNull().isNotEqualTo(since);
                since = (String) told.get("since");
            }
        }
    }

    private Connections connections() {
        Map<String, String> variables =
                service.stack().functions().settings("RealtimeFunction").variables();
        return new Connections(new Clients(new Environment(variables, service.clock()))
                .connections(Objects.requireNonNull(variables.get("CONNECTIONS_URL"))));
    }
}
