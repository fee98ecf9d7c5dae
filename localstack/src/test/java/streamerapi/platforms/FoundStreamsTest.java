package streamerapi.platforms;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.bot.BotPresence;
import streamerapi.bot.BotState;
import streamerapi.platforms.ScriptedPlatform.Reply;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Query;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static streamerapi.connections.Provider.TWITCH;
import static streamerapi.platforms.ConnectionStage.TENANT;
import static streamerapi.platforms.ConnectionStage.WEBHOOK;

/// A check asks whether the channel is live, because the platform's events can have been missed.
@NullMarked
class FoundStreamsTest {

    private static final String STREAMS = "GET /helix/streams";

    private final ConnectionStage stage = new ConnectionStage();

    @BeforeEach
    void connected() {
        new TwitchScript(stage);
        stage.connected(TWITCH);
    }

    @AfterEach
    void close() {
        stage.close();
    }

    private void platformSays(@Nullable Instant since) {
        stage.server.on(
                STREAMS,
                call -> Reply.json(Map.of(
                        "data",
                        since == null || !"12345".equals(call.query().get("user_id"))
                                ? List.of()
                                : List.of(Map.of("type", "live", "started_at", since.toString())))));
    }

    private BotState checked() {
        assertThat(stage.platforms
                        .health()
                        .check(stage.connection(TWITCH), WEBHOOK)
                        .after()
                        .status()
                        .toString())
                .startsWith("Connected");
        return state();
    }

    private BotState state() {
        return new BotPresence(stage.table).read(TENANT);
    }

    private @Nullable Instant liveSince() {
        return checked().on(Platform.ALPHA).liveSince();
    }

    private Instant ago(Duration time) {
        return stage.clock.instant().minus(time);
    }

    private void told(boolean isOnline, Instant at) {
        BotPresence bot = new BotPresence(stage.table);
        stage.table.write(
                (isOnline ? bot.online(TENANT, Platform.ALPHA, at, at) : bot.offline(TENANT, Platform.ALPHA, at))
                        .writes());
    }

    private int beginnings() {
        String partition = ChatKeys.streamBegun(TENANT, "").partition();
        return stage.table.query(Query.of(partition, "begun_")).size();
    }

    @Test
    void aChannelThatIsConnectedWhileItIsLiveIsLive() {
        Instant since = ago(Duration.ofMinutes(40));
        platformSays(since);

        assertThat(liveSince()).isEqualTo(since);
        assertThat(beginnings()).isOne();
    }

    @Test
    void aStreamThatIsKnownIsNotWrittenAgain() {
        Instant since = ago(Duration.ofMinutes(40));
        told(true, since);
        platformSays(since);
        long revision = state().revision();

        assertThat(checked().revision()).isEqualTo(revision);
        assertThat(beginnings()).isZero();
    }

    @Test
    void anEndThatWasNotToldIsFound() {
        told(true, ago(Duration.ofHours(3)));
        platformSays(null);

        assertThat(liveSince()).isNull();
    }

    @Test
    void aBeginningThatIsToldAfterItWasAskedForCounts() {
        told(true, ago(Duration.ofHours(3)));
        platformSays(null);
        checked();
        Instant since = ago(Duration.ofSeconds(30));
        told(true, since);

        assertThat(state().on(Platform.ALPHA).liveSince()).isEqualTo(since);
    }

    @Test
    void aNewerStreamTakesThePlaceOfOneWhoseEndWasNotTold() {
        told(true, ago(Duration.ofHours(20)));
        Instant since = ago(Duration.ofHours(1));
        platformSays(since);

        assertThat(liveSince()).isEqualTo(since);
        assertThat(beginnings()).isOne();
    }

    @Test
    void aStreamThatHasJustBegunIsNotEndedByAnAnswerThatLags() {
        Instant since = ago(Duration.ofMinutes(9));
        told(true, since);
        platformSays(null);

        assertThat(liveSince()).isEqualTo(since);
    }

    @Test
    void aStreamThatHasJustEndedDoesNotBeginAgainByAnAnswerThatLags() {
        Instant since = ago(Duration.ofHours(2));
        told(true, since);
        told(false, ago(Duration.ofSeconds(20)));
        platformSays(since);

        assertThat(liveSince()).isNull();
        assertThat(beginnings()).isZero();
    }

    /// Twitch tells of an end some time after it, and the streamer may have begun the next stream by then.
    @Test
    void aStreamThatBeganBeforeTheEndOfTheOneBeforeWasToldIsFoundOnceNoAnswerLagsAnyMore() {
        told(true, ago(Duration.ofHours(3)));
        told(false, ago(Duration.ofMinutes(11)));
        Instant since = ago(Duration.ofMinutes(12));
        platformSays(since);

        assertThat(liveSince()).isEqualTo(since);
        assertThat(beginnings()).isOne();
    }

    @ParameterizedTest
    @CsvSource({
        "500, {}",
        "401, {}",
        "200, {\"data\":[{\"type\":\"live\"}]}",
        "200, {\"data\":[{\"started_at\":\"soon\"}]}"
    })
    void aPlatformThatDoesNotTellLeavesTheLastNews(int status, String body) {
        Instant since = ago(Duration.ofHours(2));
        told(true, since);
        stage.server.on(STREAMS, call -> Reply.of(status, body));

        assertThat(Objects.requireNonNull(liveSince())).isEqualTo(since);
    }
}
