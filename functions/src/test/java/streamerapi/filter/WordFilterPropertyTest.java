package streamerapi.filter;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.NullMarked;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds the filter's properties for every list and every text.
@NullMarked
class WordFilterPropertyTest {

    @Property(tries = 2_000)
    void filteringTwiceIsFilteringOnce(@ForAll("lists") List<String> words, @ForAll("texts") String text) {
        WordFilter filter = new WordFilter(words, List.of());
        WordFilter.Verdict once = filter.judge(text);

        assertThat(filter.judge(once.text())).isEqualTo(new WordFilter.Verdict(once.text(), List.of(), List.of()));
    }

    @Property(tries = 2_000)
    void aTextChangesWhereSomethingIsFoundAlone(@ForAll("lists") List<String> words, @ForAll("texts") String text) {
        WordFilter.Verdict verdict = new WordFilter(words, List.of()).judge(text);

        assertThat(verdict.isReplaced()).isEqualTo(!verdict.text().equals(text));
        assertThat(words).containsAll(verdict.replaced());
        assertThat(new WordFilter(List.of(), words).judge(text).isBlocked()).isEqualTo(verdict.isReplaced());
    }

    @Property(tries = 2_000)
    void whatIsLeftIsTheTextWithAsterisksInIt(@ForAll("lists") List<String> words, @ForAll("texts") String text) {
        String left = new WordFilter(words, List.of()).judge(text).text();
        String pattern = "(?s)"
                + left.codePoints()
                        .mapToObj(c -> c == '*' ? ".+?" : "\\Q" + Character.toString(c) + "\\E")
                        .reduce("", (one, other) -> one + UNSEEN + other)
                + UNSEEN;

        assertThat(left.codePointCount(0, left.length())).isLessThanOrEqualTo(text.codePointCount(0, text.length()));
        assertThat(left.codePoints()).noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
        assertThat(text).matches(pattern);
    }

    private static final String UNSEEN = "[\\p{Cf}\\p{M}\\x00]*?";

    @Property(tries = 2_000)
    void aWordIsFoundHoweverItIsDisguisedAndItsSurroundingsStay(
            @ForAll("plainWords") String word,
            @ForAll("disguises") Disguise disguise,
            @ForAll("surroundings") String around) {
        // "дом" sounds as "dom": it is that word, in another script.
        Assume.that(!Romanized.of(around).equals(word));
        String disguised = disguise.of(word);
        String left = new WordFilter(List.of(word), List.of())
                .judge(around + " " + disguised + ", " + around)
                .text();

        assertThat(left).isEqualTo(around + " " + "*".repeat(word.length()) + ", " + around);
    }

    /// A way to write a word that looks the same.
    @FunctionalInterface
    interface Disguise {
        String of(String word);
    }

    @Provide
    static Arbitrary<Disguise> disguises() {
        return Arbitraries.of(
                word -> word.toUpperCase(Locale.ROOT),
                word -> each(word, c -> Character.toString(c - 'a' + 0x1D400 + 26)),
                word -> each(word, c -> Character.toString(c - 'a' + 0xFF41)),
                word -> each(word, c -> (char) c + "\u0301\u0323"),
                word -> Normalizer.normalize(each(word, c -> (char) c + "\u0301"), Normalizer.Form.NFC),
                word -> each(word, c -> (char) c + "\u200B\u00AD").replaceFirst("\u200B\u00AD$", ""),
                word -> each(word, c -> (char) c + "\u200D"),
                word -> word.replace('a', 'а')
                        .replace('o', 'ο')
                        .replaceFirst("e", "3")
                        .replace('s', 'ѕ'));
    }

    private static String each(String word, java.util.function.IntFunction<String> as) {
        return word.codePoints().mapToObj(as).reduce("", String::concat);
    }

    @Provide
    static Arbitrary<String> plainWords() {
        return Arbitraries.strings().withCharRange('a', 'z').ofMinLength(2).ofMaxLength(12);
    }

    /// Texts without Latin letters and digits.
    @Provide
    static Arbitrary<String> surroundings() {
        return Arbitraries.of(
                "😀",
                "Ω",
                "дом",
                "👨‍👩‍👧",
                "e\u0301".substring(1),
                "",
                "…",
                "文字",
                "각",
                "कि",
                "𝄞",
                "\uD83C\uDDE9\uD83C\uDDEA");
    }

    @Provide
    static Arbitrary<String> texts() {
        return pieces(0, 30);
    }

    @Provide
    static Arbitrary<List<String>> lists() {
        return Combinators.combine(pieces(1, 4), plainWords())
                .as((pieces, word) -> pieces.matches("[*\\s\\p{M}\\p{Cf}\\u0000]*") ? word : pieces)
                .list()
                .ofMinSize(1)
                .ofMaxSize(8)
                .map(list -> list.stream().distinct().toList());
    }

    /// Texts of few kinds of piece, so that many are found in others.
    private static Arbitrary<String> pieces(int min, int max) {
        return Arbitraries.of(
                        "a",
                        "b",
                        "B",
                        "A",
                        "4",
                        "8",
                        "@",
                        "!",
                        "i",
                        "l",
                        "I",
                        "1",
                        "а",
                        "Β",
                        "ß",
                        "ſ",
                        "ﬃ",
                        "é",
                        "e\u0301",
                        "\u0301",
                        "\u200B",
                        "\u200D",
                        "\uFE0F",
                        "\u00AD",
                        " ",
                        " ",
                        "  ",
                        "\n",
                        ".",
                        "-",
                        "*",
                        "'",
                        "😀",
                        "👍🏽",
                        "👨‍👩‍👧",
                        "👨",
                        "𝐚",
                        "𝐛",
                        "🅰",
                        "字",
                        "か",
                        "が",
                        "각",
                        "가",
                        "कि",
                        "क",
                        "™",
                        "²",
                        "\uD83C\uDDE9",
                        "\uD83C\uDDEA",
                        "\r\n",
                        "\u0000")
                .list()
                .ofMinSize(min)
                .ofMaxSize(max)
                .map(list -> String.join("", list));
    }
}
