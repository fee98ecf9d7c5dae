package streamerapi.media;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import java.time.Duration;
import java.time.Instant;

import static org.assertj.core.api.Assertions.assertThat;

/// The player on the overlay, and the position in its video.
@NullMarked
class PlayerTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final Row ROW = Row.of(Keys.mediaPlayer("ten_0000000000000"));

    @ParameterizedTest
    @CsvSource({
        "PT0S,      0,   0,   0",
        "PT0.999S,  0,   0,   0",
        "PT1S,      0,   0,   1",
        "PT90S,     30,  0,   120",
        "PT90S,     30,  121, 120",
        "PT90S,     30,  120, 120",
        "PT91S,     30,  120, 120",
        "PT1H,      0,   120, 120",
        "PT0S,      200, 120, 120",
        "PT-5S,     30,  0,   30"
    })
    void thePositionIsTheStartAndTheTimeSinceAndNeverBehindTheEnd(
            Duration playing, long start, long duration, long position) {
        Player player = new Player(false, false, "media_1", NOW.minus(playing), false);

        assertThat(player.position(item(start, duration), NOW)).isEqualTo(position);
    }

    @Test
    void thePositionIsUnknownWhilePausedAndSinceAPause() {
        assertThat(new Player(true, false, "media_1", NOW, false).position(item(0, 60), NOW))
                .isNull();
        assertThat(new Player(false, false, "media_1", null, false).position(item(0, 60), NOW))
                .isNull();
        assertThat(new Player(false, true, "media_1", NOW, true).position(item(0, 60), NOW))
                .as("hidden, of a test tip")
                .isZero();
    }

    @Test
    void aNewPlayerRunsAndIsVisible() {
        Player none = new Player(false, false, null, null, false);

        assertThat(Player.of(null)).isEqualTo(none);
        assertThat(Player.of(ROW)).isEqualTo(none);
    }

    @Test
    void itsRowHasWhatItPlays() {
        Row row = ROW.with(Player.PAUSED, true)
                .with(Attribute.text("current_order_id"), "media_1")
                .with(Attribute.time("anchor"), NOW)
                .with(Attribute.flag("is_test"), true);

        assertThat(Player.of(row)).isEqualTo(new Player(true, false, "media_1", NOW, true));
        assertThat(Player.of(ROW.with(Player.HIDDEN, true))).isEqualTo(new Player(false, true, null, null, false));
    }

    private static MediaItem item(long start, long duration) {
        return new MediaItem(ROW.with(MediaItem.START_TIME, start).with(MediaItem.DURATION, duration));
    }
}
