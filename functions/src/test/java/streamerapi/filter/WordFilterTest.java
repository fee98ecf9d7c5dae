package streamerapi.filter;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds what the filter finds, and what it leaves alone (contract "Tips").
@NullMarked
class WordFilterTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = true, textBlock = """
                    darn            | That jump was darn good     | That jump was **** good
                    DARN            | darn                        | ****
                    darn            | DaRn! (darn)                | ****! (****)
                    darn            | dàrn d̈arn                 | **** ****
                    dàrn            | darn                        | ****
                    darn            | ｄａｒｎ                    | ****
                    darn            | 𝐝𝐚𝐫𝐧 𝓭𝓪𝓻𝓷 ⓓⓐⓡⓝ        | **** **** ****
                    darn            | 🅳🅰🆁🅽                    | ****
                    darn            | dаrn ԁаrп                   | **** ****
                    flock           | ғʟᴏᴄᴋ ƒℓσ¢к ʄʟօƈӄ ᖴᒪOᑕK     | ***** ***** ***** *****
                    hyde            | ħɏđɇ ɦʏɖɛ н¥∂€              | **** **** ****
                    sow             | ʂơա 50€ 5¢                  | *** 50€ 5¢
                    see             | 5€€ for 5€, 5 €             | 5€€ for 5€, 5 €
                    darn            | d4rn d@rn                   | **** ****
                    darn            | ᴅᴀʀɴ                        | ****
                    darn            | ᎠᎪᏒN                        | ****
                    hen             | ΗΕΝ                         | ***
                    ill             | iII ILl 1ll                 | *** *** ***
                    kill            | kiII KlLL k!ll k1ll kíll    | **** **** **** **** ****
                    fail            | fall FALL ball              | fall FALL ball
                    fall            | FAIL fail Fail              | FAIL fail Fail
                    hell            | he'll he’ll hell's          | he'll he’ll ****'s
                    idiot           | !diot id!ot idiot!          | ***** ***** *****!
                    ass             | a$$ a55 ass! $ass$ class    | *** *** ***! $***$ class
                    ass             | 455 4$$ assassin bass       | 455 4$$ assassin bass
                    bad             | b.a.d b-a-d b_a_d b*a*d     | ***** ***** ***** *****
                    bad             | ba.d ba...d b😀ad           | **** ****** ****
                    bad             | b a d                       | * * *
                    bad             | ba d b ad a b a dc           | ba d b ad a b a dc
                    it              | i t I. t                    | i t I. t
                    bad             | bad😀 😀bad bad™ bad²       | ***😀 😀*** ***™ ***²
                    bad             | badly abad bad2 2bad        | badly abad bad2 2bad
                    cheap followers | cheap followers             | ***** *********
                    cheap followers | Cheap... FOLLOWERS          | ******** *********
                    cheap followers | cheap-followers             | ***************
                    cheap followers | cheapfollowers              | cheapfollowers
                    cheap followers | cheap! $$ followers         | ****** ** *********
                    the rapist      | therapist                   | therapist
                    zork            | zorrk zooorkkk ZZork zork   | ***** ******** ***** ****
                    zork            | z🇴rk 🇿🇴🇷🇰 z🇴r.rk         | **** ** ******
                    zork            | zor zorc zo rk              | zor zorc zo rk
                    book            | bok book boook b.o.o.k      | bok **** ***** *******
                    god             | good god                    | good ***
                    de              | 🇩🇪 de                       | 🇩🇪 **
                    🇩🇪              | 🇩🇪 de 🇺🇸                    | * de 🇺🇸
                    f*ck            | f*ck f ck fck               | **** * ** fck
                    88              | 88 ８８ 188 bb 8.8          | ** ** 188 bb ***
                    100             | 100 loo lOO                 | *** loo lOO
                    1ol             | lol 101 1o1                 | *** 101 ***
                    #metoo          | #metoo metoo                | ****** metoo
                    .ru             | x.ru ru                     | x*** ru
                    c++             | c++ c                       | *** c
                    c#              | c# c                        | ** c
                    🍆              | a🍆b🍆                      | a*b*
                    👍              | 👍🏽 👍                      | * *
                    👨              | 👨‍👩‍👧 👨                | 👨‍👩‍👧 *
                    :D              | :D D d                      | ** D d
                    $$$             | $$$ sss                     | *** sss
                    straße          | STRASSE Straße STRAẞE       | ******* ****** ******
                    λόγος           | ΛΟΓΟΣ λογοσ λόγου           | ***** ***** λόγου
                    νυν             | ΝΥΝ νυν                     | *** ***
                    плохо           | ПЛОХО плохой п-л-о-х-о      | ***** плохой *********
                    dom             | дом дома dom                | *** дома ***
                    kolos           | κώλος ΚΏΛΟΣ κὼλος κωλος     | ***** ***** ***** *****
                    pipa            | πίπα πϊπα                   | **** ****
                    baka            | ﾊﾞｶ バカ ばか                | ** ** **
                    ばか            | ﾊﾞｶ baka                    | ** ****
                    плохо           | plokho plokhoj              | ****** plokhoj
                    ばか            | これはばかです はか         | これは**です はか
                    笨蛋            | 你是笨蛋吗                  | 你是**吗
                    가              | 각 가                       | 각 *
                    कि              | का कि किताब                 | का * किताब
                    سيء             | سَيِّء                      | ***
                    سب              | سـب سـ‍ـب سبب               | ** ** سبب
                    غبي             | غـبـي غبى غبی               | *** *** ***
                    غبية            | غبيه غبي                    | **** غبي
                    """)
    void aListedWordIsFoundAndNothingElse(String listed, String text, String left) {
        assertThat(new WordFilter(List.of(listed), List.of()).judge(text).text())
                .isEqualTo(left);
    }

    @Test
    void whatIsNotSeenHidesNoWord() {
        WordFilter filter = new WordFilter(List.of("bad"), List.of());

        assertThat(filter.judge("b\u200Ba\u00ADd").text()).isEqualTo("***");
        assertThat(filter.judge("\u2060b\u034Fad\uFE0F\u200D x").text()).isEqualTo("\u2060*** x");
        assertThat(new WordFilter(List.of("\u200Bbad\u0000\u200B"), List.of())
                        .judge("bad")
                        .text())
                .isEqualTo("***");
        assertThat(filter.judge("b\u0000a\u3164d").text()).isEqualTo("***");
        assertThat(filter.judge("ba\u0301\u0302\u0303\u20DDd\u0336").text()).isEqualTo("***");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0E47", "\u0730", "\u0941", "\u0951", "\u3099", "\u1B03"})
    void aMarkOfAnotherScriptHidesNoWord(String mark) {
        WordFilter filter = new WordFilter(List.of("bad"), List.of());
        String marked = "b" + mark + "a" + mark + mark + "d" + mark;

        assertThat(filter.judge(marked + " x" + marked).text()).isEqualTo("*** x" + marked);
        assertThat(filter.judge(mark + "bad").text()).isEqualTo(mark + "***");
    }

    /// Some vowel signs of Burmese are characters of their own (Unicode TR 29).
    @Test
    void aVowelSignBehindItsLetterIsOfTheWord() {
        WordFilter filter = new WordFilter(List.of("\u1000\u102C\u1019", "bad"), List.of());

        assertThat(filter.judge("\u1000\u1019").isReplaced()).isFalse();
        assertThat(filter.judge("\u1000\u102C\u1038\u1019").isReplaced()).isFalse();
        assertThat(filter.judge("\u1000\u102C\u1019").text()).isEqualTo("***");
        assertThat(filter.judge("b\u102C\u1038a\u102Cd").text()).isEqualTo("******");
    }

    /// Such letters are drawn as a space.
    @ParameterizedTest
    @ValueSource(strings = {"\u115F", "\u1160", "\u3164", "\uFFA0", "\u2800"})
    void aLetterWithoutAShapePartsWords(String filler) {
        WordFilter filter = new WordFilter(List.of("bad", "cheap followers"), List.of());

        assertThat(filter.judge("you" + filler + "bad").text()).isEqualTo("you" + filler + "***");
        assertThat(filter.judge("cheap" + filler + "followers").isReplaced()).isTrue();
    }

    @Test
    void theWordsAreToldAsTheyAreListedInTheOrderOfTheText() {
        WordFilter filter = new WordFilter(List.of("Heck", "darn", "never"), List.of());
        WordFilter.Verdict verdict = filter.judge("DÁRN it, h3ck, darn");

        assertThat(verdict)
                .isEqualTo(new WordFilter.Verdict("**** it, ****, ****", List.of("darn", "Heck"), List.of()));
        assertThat(verdict.isReplaced()).isTrue();
        assertThat(verdict.isBlocked()).isFalse();
    }

    @Test
    void aBlockedWordKeepsTheTextOutAsItIs() {
        WordFilter filter = new WordFilter(List.of("darn"), List.of("Cheap followers", "darn"));

        assertThat(filter.judge("Get chеap followers, darn"))
                .isEqualTo(new WordFilter.Verdict(
                        "Get chеap followers, darn", List.of(), List.of("Cheap followers", "darn")));
    }

    @Test
    void asterisksUncoverNoWord() {
        WordFilter filter = new WordFilter(List.of("bad"), List.of("sad"));

        assertThat(filter.judge("ba.bad.d").text()).isEqualTo("********");
        assertThat(filter.judge("s.bad.a.bad.d").blocked()).containsExactly("sad");
        assertThat(filter.judge("sa.ba.d.d").blocked()).containsExactly("sad");
    }

    @Test
    void whatIsListedOverlappingIsReplacedAsOne() {
        WordFilter filter = new WordFilter(List.of("red hot", "hot dog"), List.of());

        assertThat(filter.judge("a red hot dog"))
                .isEqualTo(new WordFilter.Verdict("a *** *** ***", List.of("red hot", "hot dog"), List.of()));
    }

    @Test
    void nothingListedFindsNothing() {
        assertThat(new WordFilter(List.of(), List.of()).judge("darn").text()).isEqualTo("darn");
        assertThat(new WordFilter(List.of("\u200B", "\u0301"), List.of())
                        .judge("x\u200By")
                        .text())
                .isEqualTo("x\u200By");
    }

    /// Tries each text that took seconds once at half its length too, because the work may grow with it and no faster.
    @Test
    void theWorkGrowsWithTheTextAndNoFaster() {
        List<String> signs = new ArrayList<>();
        for (int length = 1; length <= 60; length++) {
            signs.add("!".repeat(length));
            signs.add("$".repeat(length));
        }
        List<String> lookAlikes = IntStream.range(0, 350)
                .mapToObj(i -> (i % 2 == 0 ? "a" : "а").repeat(32 + i % 32) + "ɑ")
                .toList();
        Map<String, List<String>> worst = Map.of("$", signs, "!", signs, "a ", lookAlikes, "a.", lookAlikes);
        worst.forEach((letters, list) -> {
            long half = steps(list, letters.repeat(250 / letters.length()));
            long whole = steps(list, letters.repeat(500 / letters.length()));
            assertThat(whole)
                    .as(letters)
                    .isLessThan(500L * list.stream().mapToInt(String::length).sum());
            assertThat(whole).as(letters).isLessThan(3 * half + 10_000);
        });
    }

    @Test
    void wordsAroundWordsAreReplacedWithoutMoreWork() {
        WordFilter filter = new WordFilter(List.of("xy"), List.of());
        assertThat(filter.judge("see x.x.xy.y.y there").text()).isEqualTo("see ********** there");
        assertThat(filter.judge(nested(30)).text()).matches("\\*+").hasSameSizeAs(nested(30));

        long half = stepsOfReplacing(nested(60));
        assertThat(stepsOfReplacing(nested(120))).isLessThan(3 * half);
    }

    /// `x.x.xy.y.y` with so many pairs of letters around the inner word.
    private static String nested(int pairs) {
        return "x.".repeat(pairs) + "xy" + ".y".repeat(pairs);
    }

    private static long stepsOfReplacing(String text) {
        WordFilter filter = new WordFilter(List.of("xy"), List.of());
        filter.judge(text);
        return filter.steps();
    }

    private static long steps(List<String> list, String text) {
        WordFilter filter = new WordFilter(List.of(), list);
        filter.judge(text);
        return filter.steps();
    }
}
