package streamerapi.shared.text;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.NullMarked;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.util.List;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// What is kept of viewers' text (contract "Text from viewers").
@NullMarked
class ViewerTextPropertyTest {

    private static final List<Integer> BIDI = IntStream.concat(
                    IntStream.of(0x061C, 0x200E, 0x200F),
                    IntStream.concat(IntStream.rangeClosed(0x202A, 0x202E), IntStream.rangeClosed(0x2066, 0x2069)))
            .boxed()
            .toList();

    @Example
    void bidiControlCharactersAreRemoved() {
        for (int character : BIDI) {
            assertThat(kept("a" + Character.toString(character) + "b")).isEqualTo("ab");
        }
    }

    @Example
    void aTextOfWhichNothingIsSeenIsBlank() {
        for (int unseen : new int[] {
            ' ', '\n', 0xA0, 0x2007, 0x202F, 0x3000, 0xFEFF, 0x200B, 0x200D, 0x2060, 0xAD, 0x2800, 0x115F, 0x1160,
            0x3164, 0xFFA0, 0xE0020
        }) {
            String text = Character.toString(unseen);
            assertThat(ViewerText.isBlank(text + " " + text))
                    .as("U+%04X", unseen)
                    .isTrue();
            assertThat(ViewerText.isBlank(text + "a")).as("U+%04X", unseen).isFalse();
        }
        assertThat(ViewerText.isBlank("")).isTrue();
        for (String seen : List.of("a", "0", "-", "é", "한", "名", "😀", "⠁")) {
            assertThat(ViewerText.isBlank(seen)).as(seen).isFalse();
        }
    }

    @Example
    void controlCharactersButLineFeedAreRefusedByTheField() {
        for (int character = 0; character < 0xA0; character++) {
            String text = "a" + Character.toString(character);
            boolean control = character < 0x20 || character >= 0x7F;
            if (!control || character == '\n') {
                assertThat(kept(text)).isEqualTo(text);
            } else {
                assertThatThrownBy(() -> kept(text)).isInstanceOfSatisfying(Problem.class, problem -> {
                    assertThat(problem.code()).isEqualTo(ErrorCode.BAD_REQUEST);
                    assertThat(problem.body()).containsEntry("field", "message");
                });
            }
        }
    }

    @Example
    void textOfAnotherServiceIsCleanedOfThem() {
        assertThat(ViewerText.cleaned("a\u0000b\tc\r\n\u202Ed")).isEqualTo("a b c \nd");
    }

    @Example
    void aLetterKeepsItsFirstEightMarks() {
        String mark = "\u0301";
        assertThat(kept("e" + mark.repeat(8) + "x")).isEqualTo("e" + mark.repeat(8) + "x");
        assertThat(kept("e" + mark.repeat(200) + "x" + mark)).isEqualTo("e" + mark.repeat(8) + "x" + mark);
        assertThat(kept(("e" + mark.repeat(5) + "\u200D").repeat(1) + mark.repeat(20)))
                .isEqualTo("e" + mark.repeat(5) + "\u200D" + mark.repeat(3));
        assertThat(kept(mark.repeat(20))).isEqualTo(mark.repeat(8));
    }

    @Example
    void whatPeopleWriteIsKept() {
        for (String text : List.of(
                "Hello, NovaFox!\nGood luck",
                "שלום עולם",
                "مَرْحَبًا بِكُمْ",
                "नमस्ते दुनिया",
                "สวัสดีที่นี่",
                "Tiếng Việt",
                "👩‍👩‍👧‍👦 ❤️ 🏳️‍🌈 👋🏽",
                "naïve e\u0301",
                "𝕳𝖊𝖑𝖑𝖔")) {
            assertThat(kept(text)).isEqualTo(text);
        }
    }

    @Property(tries = 1_000)
    void whatIsKeptIsKeptAgainAndHoldsNothingThatIsNot(@ForAll("texts") String text) {
        String kept = kept(text);
        assertThat(kept(kept)).isEqualTo(kept);
        assertThat(kept.codePoints()).noneMatch(BIDI::contains);
        assertThat(kept.length()).isLessThanOrEqualTo(text.length());
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of(
                        "a", "e\u0301", "\u0301", "\u20DD", "\u0903", "\u200D", "\u202E", "\u2066", "\u061C", "😀",
                        "\n", " ", "ש", "\uFE0F")
                .list()
                .ofMaxSize(60)
                .map(pieces -> String.join("", pieces));
    }

    private static String kept(String text) {
        return ViewerText.kept("message", text);
    }
}
