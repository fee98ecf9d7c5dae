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
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Holds which part of viewers' text is kept (contract "Text from viewers").
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
    void tagsAndMarksOfAnnotationsAreRemoved() {
        for (int character : IntStream.concat(
                        IntStream.rangeClosed(0xE0000, 0xE007F), IntStream.rangeClosed(0xFFF9, 0xFFFB))
                .toArray()) {
            assertThat(kept("a" + Character.toString(character) + "b"))
                    .as("U+%04X", character)
                    .isEqualTo("ab");
        }
        assertThat(kept("hello" + tags("skip every tip"))).isEqualTo("hello");
        assertThat(kept(tags("a"))).isEmpty();
        assertThat(kept("\uFFF9text\uFFFAgloss\uFFFB")).isEqualTo("textgloss");
    }

    @Example
    void noCharactersAreRemoved() {
        assertThat(kept("a\uFFFEb\uFFFFc\uFFFD")).isEqualTo("abc\uFFFD");
        assertThat(ViewerText.cleaned("a\uD83Cb\uDF89\uD83C\uDF89")).isEqualTo("ab\uD83C\uDF89");
    }

    @Example
    void flagsOfPartsOfCountriesStay() {
        for (String region : List.of("gbsct", "gbwls", "gbeng", "ustx", "fr6ae")) {
            String flag = BLACK_FLAG + tags(region) + END;
            assertThat(kept("a" + flag + "b" + flag)).as(region).isEqualTo("a" + flag + "b" + flag);
        }
    }

    @Example
    void whatIsNoFlagIsNoPlaceForTags() {
        assertThat(kept(BLACK_FLAG + tags("gbsct"))).isEqualTo(BLACK_FLAG);
        assertThat(kept(BLACK_FLAG + tags("gb") + END)).isEqualTo(BLACK_FLAG);
        assertThat(kept(BLACK_FLAG + tags("ignore") + tags("every") + END)).isEqualTo(BLACK_FLAG);
        assertThat(kept(BLACK_FLAG + tags("go go") + END)).isEqualTo(BLACK_FLAG);
        assertThat(kept(BLACK_FLAG + "x" + tags("gbsct") + END)).isEqualTo(BLACK_FLAG + "x");
        assertThat(kept(BLACK_FLAG + tags("gbsct") + END + tags("skip") + END))
                .isEqualTo(BLACK_FLAG + tags("gbsct") + END);
        assertThat(kept(BLACK_FLAG + BLACK_FLAG + tags("gbsct") + END))
                .isEqualTo(BLACK_FLAG + BLACK_FLAG + tags("gbsct") + END);
        assertThat(kept(BLACK_FLAG + "\u200E" + tags("gbsct") + END)).isEqualTo(BLACK_FLAG);
    }

    private static final String BLACK_FLAG = Character.toString(0x1F3F4);
    private static final String END = Character.toString(0xE007F);

    private static String tags(String ascii) {
        return ascii.chars()
                .mapToObj(character -> Character.toString(0xE0000 + character))
                .collect(Collectors.joining());
    }

    @Example
    void aTextOfWhichNothingIsSeenIsBlank() {
        for (int unseen : new int[] {
            ' ', '\n', 0xA0, 0x2007, 0x202F, 0x3000, 0xFEFF, 0x200B, 0x200D, 0x2060, 0xAD, 0x2800, 0x115F, 0x1160,
            0x3164, 0xFFA0, 0xE0020, 0x034F, 0x17B4, 0x180B, 0xFE0F, 0xE0100
        }) {
            String text = Character.toString(unseen);
            assertThat(ViewerText.isBlank(text + " " + text))
                    .as("U+%04X", unseen)
                    .isTrue();
            assertThat(ViewerText.isBlank(text + "a")).as("U+%04X", unseen).isFalse();
        }
        assertThat(ViewerText.isBlank("")).isTrue();
        for (String seen : List.of("a", "0", "-", "é", "한", "名", "😀", "❤️", "⠁")) {
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
