package streamerapi.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.service.TestClock;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.aws.AwsAnswer;
import streamerapi.shared.aws.AwsTransport;
import streamerapi.shared.aws.ServiceUnreachable;
import streamerapi.shared.json.Json;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;
import streamerapi.webhooks.SentMessages;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/// The connections of an app that thousands of streamers use end in steps, of which each fits into its time.
@NullMarked
class LargeAppTest {

    private static final int CONNECTIONS = 1_500;

    /// Three calls for each of 21 transactions, and one for the app's row.
    private static final int MOST_CALLS = 64;

    private final TestClock clock = new TestClock();
    private final SentMessages sent = new SentMessages();
    private final AwsTransport memory = new TableService(MemoryTable.ofInserts(row -> {})).transport();
    private final Table table = TableService.over(this::counted);
    private final Ids ids = new Ids(clock);
    private final ConnectedApps connected = new ConnectedApps(
            table,
            new Authorizations(
                    new Credentials(table, new RateLimiter(table, clock, BigDecimal.ONE), ids, clock), ids, clock),
            sent.services(clock).work(),
            clock);
    private final OAuthApp app = new OAuthApp(
            "oc_1", "ten_0000000000000", "Deck", null, List.of(), List.of("tts:read"), null, 2, clock.instant());
    private final String number = Keys.appNumber(app.clientId());
    private int calls;
    private boolean isEnding;

    private AwsAnswer counted(String operation, byte[] body) throws IOException {
        calls++;
        if (isEnding && calls > 3) {
            throw new IOException("the process has ended");
        }
        return memory.once(operation, body);
    }

    @Test
    void whatARequestHasNoTimeForIsDoneByMessages() throws IOException {
        connections(CONNECTIONS);

        calls = 0;
        connected.endWith(app, List.of(Write.put(app.row())), app.revision());
        assertThat(calls).isLessThanOrEqualTo(MOST_CALLS);
        assertThat(left()).isBetween(1, CONNECTIONS - 1);

        for (List<JsonNode> messages = sent.take(); !messages.isEmpty(); messages = sent.take()) {
            for (JsonNode message : messages) {
                calls = 0;
                connected.goOn(Json.readObject(
                        message.path(ConnectedApps.TASK).toString().getBytes(StandardCharsets.UTF_8)));
                assertThat(calls).isLessThanOrEqualTo(MOST_CALLS);
            }
        }
        assertThat(left()).isZero();
    }

    @Test
    void aStreamerWhoAllowsItAnewMeanwhileStaysConnected() throws IOException {
        connections(CONNECTIONS);
        connected.endWith(app, List.of(Write.put(app.row())), app.revision());
        connection(CONNECTIONS - 1, app.revision());

        handleMessages();
        assertThat(left()).isEqualTo(1);
    }

    @Test
    void aProcessThatEndsAfterTheChangeLeavesTheOthersToAMessage() throws IOException {
        connections(100);
        calls = 0;
        isEnding = true;
        assertThatExceptionOfType(ServiceUnreachable.class)
                .isThrownBy(() -> connected.endWith(app, List.of(Write.put(app.row())), app.revision()));
        isEnding = false;
        assertThat(left()).isBetween(1, 99);

        handleMessages();
        assertThat(left()).isZero();
    }

    private void handleMessages() throws IOException {
        for (List<JsonNode> messages = sent.take(); !messages.isEmpty(); messages = sent.take()) {
            for (JsonNode message : messages) {
                connected.goOn(Json.readObject(
                        message.path(ConnectedApps.TASK).toString().getBytes(StandardCharsets.UTF_8)));
            }
        }
    }

    private int left() {
        return table.query(Query.of(Keys.appPartition(number), Keys.CONNECTED)).size();
    }

    private void connections(int count) {
        for (int i = 0; i < count; i++) {
            connection(i, 1);
        }
    }

    private void connection(int streamer, long revision) {
        String tenantId = String.format("ten_%013d", streamer);
        table.write(List.of(
                Write.put(Row.of(Keys.connected(number, tenantId))),
                Write.put(Row.of(Keys.authorization(tenantId, number))
                        .with(Caller.ID, "oa_" + streamer)
                        .with(Attribute.whole("revision"), revision))));
    }
}
