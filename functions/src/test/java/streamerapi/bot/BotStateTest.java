package streamerapi.bot;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.bot.BotState.OnPlatform;

import java.time.Duration;
import java.time.Instant;

import static org.assertj.core.api.Assertions.assertThat;

@NullMarked
class BotStateTest {

    private static final Instant BEGAN = Instant.parse("2026-03-01T18:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);

    private static OnPlatform live() {
        return OnPlatform.NONE.connected("ada", null, null, BEGAN).online(BEGAN, BEGAN);
    }

    @Test
    void aStreamWhoseEndWasNotToldIsOverWhenTheBotComesBackDaysLater() {
        Instant left = BEGAN.plus(HOUR);
        OnPlatform away = live().disconnected(left);

        assertThat(away.connected("ada", null, null, left.plus(HOUR)).liveSince())
                .as("within the stream")
                .isEqualTo(BEGAN);
        assertThat(away.connected("ada", null, null, BEGAN.plus(BotState.MAX_STREAM))
                        .liveSince())
                .isNull();
    }

    @Test
    void aStreamBehindOneWhoseEndWasNotToldBeginsAnew() {
        Instant next = BEGAN.plus(BotState.MAX_STREAM);

        assertThat(live().online(next, next).liveSince()).isEqualTo(next);
        assertThat(live().online(next.minus(HOUR), next.minus(HOUR)).liveSince())
                .as("told again while it goes on")
                .isEqualTo(BEGAN);
    }

    @Test
    void aStreamThatIsToldAfterTheEndOfTheOneBeforeBeginsThoughItBeganBeforeThat() {
        Instant began = BEGAN.plus(HOUR);
        Instant endTold = began.plusSeconds(30);
        OnPlatform ended = live().offline(endTold);

        assertThat(ended.online(began, endTold.plusSeconds(1)).liveSince()).isEqualTo(began);
        assertThat(ended.online(began, endTold.minusSeconds(1)).liveSince())
                .as("told before that end")
                .isNull();
    }
}
