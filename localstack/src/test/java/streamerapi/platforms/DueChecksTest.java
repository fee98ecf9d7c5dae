package streamerapi.platforms;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import streamerapi.connections.ConnectionRows;
import streamerapi.connections.ProviderConnection;
import streamerapi.platforms.ScriptedPlatform.Reply;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.ConnectionKeys;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static streamerapi.connections.Provider.TWITCH;
import static streamerapi.platforms.ConnectionStage.TENANT;
import static streamerapi.platforms.ConnectionStage.WEBHOOK;
import static streamerapi.platforms.TwitchScript.CREATE;
import static streamerapi.platforms.TwitchScript.LIST;
import static streamerapi.platforms.TwitchScript.VALIDATE;

@NullMarked
class DueChecksTest {

    private final ConnectionStage stage = new ConnectionStage();
    private final TwitchScript twitch = new TwitchScript(stage);
    private final DueChecks checks = stage.platforms.checks("https://api.example.com");

    @AfterEach
    void close() {
        stage.close();
    }

    private List<Row> kept() {
        return stage.table.query(Query.of(EffectKeys.LATER, "2"));
    }

    private Instant due(Row row) {
        return row.get(Attribute.time("due"));
    }

    private void handle(Row row) {
        Map<String, ?> message =
                Json.readObject(row.get(Attribute.text("message")).getBytes(StandardCharsets.UTF_8));
        checks.goOn(Json.asObject(message.get(DueChecks.TASK)));
    }

    private Row begun() {
        ProviderConnection connection = stage.connected(TWITCH);
        stage.table.write(stage.platforms.health().firstChecks(connection));
        stage.platforms.health().begin(connection, WEBHOOK);
        Row soon = kept().getFirst();
        assertThat(kept()).hasSize(2);
        assertThat(due(soon)).isBefore(stage.clock.instant().plus(Duration.ofMinutes(20)));
        stage.table.write(List.of(Write.delete(soon.key())));
        return kept().getFirst();
    }

    @Test
    void aConnectionIsCheckedOnceADayAtATimeOfItsOwn() {
        Instant connectedAt = stage.clock.instant();
        Row first = begun();
        assertThat(due(first))
                .isBetween(connectedAt, connectedAt.plus(Duration.ofDays(1).plusSeconds(1)));

        stage.clock.advance(Duration.between(stage.clock.instant(), due(first).plusSeconds(30)));
        stage.server.forget();
        handle(first);
        handle(first);

        assertThat(stage.server.calls(VALIDATE)).hasSize(2);
        assertThat(kept()).hasSize(2);
        assertThat(due(kept().getLast())).isEqualTo(due(first).plus(Duration.ofDays(1)));
    }

    @Test
    void aDailyCheckThatFailsIsNotTheLast() {
        Row first = begun();
        stage.clock.advance(Duration.between(stage.clock.instant(), due(first).plusSeconds(30)));
        stage.table.update(Write.update(ConnectionKeys.connection(TENANT, "twitch"))
                .set(Attribute.text("tokens"), "a broken seal"));
        assertThatThrownBy(() -> handle(first)).isInstanceOf(RuntimeException.class);
        assertThat(due(kept().getLast())).isEqualTo(due(first).plus(Duration.ofDays(1)));
    }

    @Test
    void theChecksOfAConnectionThatWasEndedOrAuthorizedAnewEnd() {
        Row first = begun();
        ProviderConnection connection = stage.connection(TWITCH);
        stage.clock.advance(Duration.ofDays(1));
        stage.connected(TWITCH);
        stage.server.forget();
        handle(first);
        assertThat(stage.server.routes()).isEmpty();

        ConnectionRows.erase(stage.table, stage.connections, stage.connection(TWITCH));
        handle(first);
        assertThat(stage.server.routes()).isEmpty();
        assertThat(kept()).hasSize(1);
        assertThat(connection.connectedAt()).isNotNull();
    }

    @Test
    void aSilentPlatformIsAskedThreeTimesMoreSoon() {
        stage.connected(TWITCH);
        stage.server.on(LIST, call -> Reply.of(503, "{}"));
        stage.platforms.health().check(stage.connection(TWITCH), WEBHOOK);
        stage.platforms.health().check(stage.connection(TWITCH), WEBHOOK);
        assertThat(kept()).hasSize(1);

        for (int again = 1; again <= 3; again++) {
            Row next = kept().getLast();
            assertThat(due(next)).isAfter(stage.clock.instant());
            stage.clock.advance(Duration.between(stage.clock.instant(), due(next)));
            handle(next);
            assertThat(kept()).hasSize(Math.min(again + 1, 3));
        }
        assertThat(stage.warnings()).containsExactly("twitch unreachable");
        new TwitchScript(stage);
        handle(kept().getLast());
        assertThat(stage.status(TWITCH).label()).isEqualTo("connected");
    }

    @Test
    void aSubscriptionThatIsRefusedIsAskedForAgainSoon() {
        stage.connected(TWITCH);
        stage.server.on(CREATE, call -> Reply.of(429, "{}"));
        stage.platforms.health().check(stage.connection(TWITCH), WEBHOOK);
        new TwitchScript(stage);
        handle(kept().getLast());
        assertThat(stage.status(TWITCH).label()).isEqualTo("connected");
    }

    @Test
    void aStreamThatBeginsHasItsConnectionsChecked() {
        checks.streamBegins(TENANT);
        assertThat(stage.server.routes()).isEmpty();

        stage.connected(TWITCH);
        checks.streamBegins(TENANT);
        assertThat(twitch.enabled()).hasSize(10);
        String callback = (String) Objects.requireNonNull(((Map<?, ?>)
                        Objects.requireNonNull(twitch.subscriptions.getFirst().get("transport")))
                .get("callback"));
        assertThat(callback)
                .isEqualTo("https://api.example.com/hooks/twitch/"
                        + stage.connection(TWITCH).id());
    }
}
