package streamerapi.pages;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds that text can be read in and on every colour that a streamer can choose.
@NullMarked
class AccentTest {

    private static final int STEP = 0x11;

    @Test
    void everyColourIsReadableByDayAndByNight() {
        for (int red = 0; red <= 0xFF; red += STEP) {
            for (int green = 0; green <= 0xFF; green += STEP) {
                for (int blue = 0; blue <= 0xFF; blue += STEP) {
                    isReadable("%02x%02x%02x".formatted(red, green, blue));
                }
            }
        }
    }

    private static void isReadable(String colour) {
        Accent accent = Accent.of(colour);
        int fill = Integer.parseInt(colour, 16);
        assertThat(Accent.contrast(accent.onFill(), fill)).as(colour).isGreaterThanOrEqualTo(Accent.READABLE);
        assertThat(Accent.contrast(accent.onFill(), accent.hover())).as(colour).isGreaterThanOrEqualTo(Accent.READABLE);
        for (boolean isDay : new boolean[] {true, false}) {
            int text = accent.text(isDay);
            assertThat(Accent.grounds(isDay))
                    .as(colour)
                    .allSatisfy(ground ->
                            assertThat(Accent.contrast(text, ground)).isGreaterThanOrEqualTo(Accent.READABLE));
            assertThat(Accent.contrast(text, accent.soft(isDay))).as(colour).isGreaterThanOrEqualTo(Accent.READABLE);
        }
    }

    @Test
    void aColourThatCanBeReadIsTakenAsItIs() {
        assertThat(Accent.of("4b46d6").stylesheet())
                .contains("--accent: light-dark(#4b46d6, ", "--accent-fill: #4b46d6;", "--on-accent: #ffffff");
        assertThat(Accent.of("ffe000").stylesheet())
                .contains("--accent-fill: #ffe000;", "--on-accent: #000000")
                .doesNotContain("light-dark(#ffe000");
    }

    @Test
    void contrastIsThatOfTheGuidelines() {
        assertThat(Accent.contrast(0, 0xFFFFFF)).isEqualTo(21.0);
        assertThat(Accent.contrast(0x767676, 0xFFFFFF)).isBetween(4.54, 4.55);
    }
}
