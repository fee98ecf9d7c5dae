package streamerapi.shared.text;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// Which texts a platform could take for a command (contract "What the bot says").
@NullMarked
class PlatformCommandsTest {

    private static final List<Integer> UNSEEN = List.of(
            0x20, 0x09, 0x0A, 0x00, 0x7F, 0x85, 0xA0, 0xAD, 0x034F, 0x061C, 0x115F, 0x180E, 0x2000, 0x200B, 0x200C,
            0x200D, 0x200E, 0x202E, 0x2028, 0x205F, 0x2060, 0x2062, 0x2064, 0x2066, 0x2800, 0x3000, 0x3164, 0xFE0F,
            0xFEFF, 0xFFA0, 0xFFF9, 0xE0001, 0xE0020, 0xE007F, 0xE0100, 0x0301);

    @Test
    void aSlashOrADotBeginsOne() {
        for (String text : List.of("/mod a", ".mod a", "/", ".", "//", "...", "…", "‥")) {
            assertThat(PlatformCommands.isCommand(text)).as(text).isTrue();
        }
    }

    @Test
    void whatLooksLikeThemBeginsOneToo() {
        for (int sign : List.of(
                0xFF0F, 0x2044, 0x2215, 0x2571, 0x29F8, 0x1735, 0xFF0E, 0x2024, 0xFE52, 0xFF61, 0x3002, 0x06D4, 0x0701,
                0x0702, 0xA60E, 0xA4F8)) {
            assertThat(PlatformCommands.isCommand(Character.toString(sign) + "ban x"))
                    .as("U+%04X", sign)
                    .isTrue();
        }
    }

    @Test
    void whatIsNotSeenHidesNoCommand() {
        for (int unseen : UNSEEN) {
            String hidden = Character.toString(unseen);
            assertThat(PlatformCommands.isCommand(hidden + "/ban x"))
                    .as("U+%04X", unseen)
                    .isTrue();
            assertThat(PlatformCommands.isCommand(hidden + " " + hidden + "\uFF0Eban x"))
                    .as("U+%04X", unseen)
                    .isTrue();
            assertThat(PlatformCommands.isCommand(hidden + "hello /x"))
                    .as("U+%04X", unseen)
                    .isFalse();
            assertThat(PlatformCommands.isUnseen(hidden)).as("U+%04X", unseen).isTrue();
        }
    }

    @Test
    void whatBeginsOtherwiseIsNone() {
        for (String text : List.of(
                "", " ", "hello", "a/b", "3.5", "!so x", "-", ",", "'/me'", "¡hola", "«.»", "ノート", "丿", "名.", "🦊/")) {
            assertThat(PlatformCommands.isCommand(text)).as(text).isFalse();
        }
    }
}
