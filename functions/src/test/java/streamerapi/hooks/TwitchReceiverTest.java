package streamerapi.hooks;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// A delivery of Twitch's own command line tool, which others publish with its secret.
final class TwitchReceiverTest {

    private static final String ID = "ae2ff348-e102-16be-a3eb-6830c1bf38d2";
    private static final String TIME = "2021-02-19T23:47:00.8091512Z";
    private static final byte[] BODY = ("{\"subscription\":{\"id\":\"" + ID
                    + "\",\"status\":\"enabled\",\"type\":\"channel.follow\",\"version\":\"1\","
                    + "\"condition\":{\"broadcaster_user_id\":\"44429626\"},"
                    + "\"transport\":{\"method\":\"webhook\",\"callback\":\"null\"},"
                    + "\"created_at\":\"2021-02-19T23:47:00.7621315Z\"},"
                    + "\"event\":{\"user_id\":\"28408015\",\"user_login\":\"testFromUser\",\"user_name\":\"testFromUser\","
                    + "\"broadcaster_user_id\":\"44429626\",\"broadcaster_user_login\":\"44429626\","
                    + "\"broadcaster_user_name\":\"testBroadcaster\"}}")
            .getBytes(StandardCharsets.UTF_8);

    @Test
    void theSignatureIsThatOfAPublishedDelivery() {
        assertThat(TwitchReceiver.signature("secretabcd", ID + TIME, BODY))
                .isEqualTo("sha256=d10f5bd9474b7ac7bd7105eb79c2d52768b4d0cd2a135982c3bf5a1d59a78823");
    }

    @Test
    void itsTimeHasSevenDecimals() {
        Hook hook = new Hook(Map.of("twitch-eventsub-message-timestamp", TIME), BODY);
        Instant sent = Instant.parse(TIME);
        assertThat(hook.time("twitch-eventsub-message-timestamp", sent.plusSeconds(600)))
                .isEqualTo(sent);
    }
}
