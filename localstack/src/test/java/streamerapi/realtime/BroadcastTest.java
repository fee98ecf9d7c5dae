package streamerapi.realtime;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.apigatewaymanagementapi.ApiGatewayManagementApiClient;
import software.amazon.awssdk.services.apigatewaymanagementapi.model.DeleteConnectionResponse;
import software.amazon.awssdk.services.apigatewaymanagementapi.model.PostToConnectionResponse;
import streamerapi.overlays.OverlayPresence;
import streamerapi.service.TestClock;
import streamerapi.shared.events.Channel;
import streamerapi.shared.events.EventLog;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.tasks.SteppedHost;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;
import streamerapi.webhooks.SentMessages;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// A socket that takes each frame slowly does not keep the events of all accounts of its shard waiting.
class BroadcastTest {

    private static final String TENANT = "ten_0123456789abc";
    private static final Key SLOW = Keys.socket(TENANT, "slow");
    private static final int MANY = 100;

    private final TestClock clock = new TestClock();
    private final SteppedHost host = new SteppedHost();
    private final Table table = TableService.over(MemoryTable.ofInserts(row -> {}));
    private final List<String> calls = new ArrayList<>();

    @Test
    void aSocketThatTakesTooLongForABatchIsClosedAndForgotten() {
        table.write(List.of(Write.put(Row.of(SLOW)
                .with(Socket.TENANT_ID, TENANT)
                .with(Socket.CREDENTIAL_ID, "ak_1")
                .with(
                        Attribute.texts("channels"),
                        Arrays.stream(Channel.values()).map(Channel::label).toList())
                .with(Attribute.texts("events"), List.of(Socket.ALL))
                .with(Attribute.time("closes"), clock.instant().plus(Duration.ofHours(2))))));
        List<LoggedEvent> events =
                IntStream.range(0, MANY).mapToObj(this::event).toList();
        Broadcast broadcast = new Broadcast(sockets(), new Connections(client(Duration.ofMillis(1_900))), clock);

        host.run(() -> broadcast.tell(Socket.of(Objects.requireNonNull(table.get(SLOW))), events, List.of()));

        assertThat(host.nanoseconds()).isLessThan(Duration.ofSeconds(20).toNanos());
        assertThat(calls).endsWith("postToConnection", "deleteConnection");
        assertThat(table.get(SLOW)).isNull();
    }

    private Sockets sockets() {
        Outbox outbox = new Outbox(table, new Ids(clock), clock);
        return new Sockets(
                table,
                outbox,
                new OverlayPresence(
                        table, outbox, new SentMessages().services(clock).work(), clock),
                clock);
    }

    private LoggedEvent event(int number) {
        return LoggedEvent.of(
                Row.of(Keys.event(TENANT, Ids.earliest("evt", clock.instant())))
                        .with(LoggedEvent.TYPE, "tip.created")
                        .with(LoggedEvent.BODY, "{}"),
                EventLog.BEGINNING + number);
    }

    /// API Gateway, whose answers take that long.
    private ApiGatewayManagementApiClient client(Duration taking) {
        return (ApiGatewayManagementApiClient) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ApiGatewayManagementApiClient.class},
                (proxy, method, arguments) -> {
                    calls.add(method.getName());
                    host.step(taking);
                    return method.getName().equals("postToConnection")
                            ? PostToConnectionResponse.builder().build()
                            : DeleteConnectionResponse.builder().build();
                });
    }
}
