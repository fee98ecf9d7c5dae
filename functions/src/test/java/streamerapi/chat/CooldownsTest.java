package streamerapi.chat;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;

import java.time.Instant;

import static org.assertj.core.api.Assertions.assertThat;

/// The cooldown of a command.
@NullMarked
class CooldownsTest {

    private static final Instant UNTIL = Instant.parse("2026-11-21T12:00:00Z");
    private static final Row ROW =
            Row.of(new Key("A#ten_0000000000000", "COOLDOWN#so")).with(Attribute.time("until"), UNTIL);

    @ParameterizedTest
    @CsvSource({"-1,true", "0,false", "1,false"})
    void aCooldownGoesOnBeforeItsEnd(long millisAfter, boolean goesOn) {
        assertThat(Cooldowns.goesOn(ROW, UNTIL.plusMillis(millisAfter))).isEqualTo(goesOn);
    }

    @Test
    void withoutARowNoneGoesOn() {
        assertThat(Cooldowns.goesOn(null, UNTIL)).isFalse();
    }
}
