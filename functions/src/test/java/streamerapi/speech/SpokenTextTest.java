package streamerapi.speech;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.settings.SpeechSettings;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;
import streamerapi.tts.CountedAs;
import streamerapi.tts.Tip;
import streamerapi.tts.TipSource;

import java.math.BigDecimal;
import java.util.Locale;

import static org.assertj.core.api.Assertions.assertThat;

@NullMarked
class SpokenTextTest {

    private static final SpeechSettings USUAL =
            new SpeechSettings("{name} tipped {amount}. {message}", 300, BigDecimal.ZERO, null, 100_000);

    @Test
    void theTemplateIsFilledIn() {
        assertThat(spoken("Ada", "5", "Hello!")).isEqualTo("Ada tipped five dollars. Hello!");
        assertThat(spoken("Ada", "5", null)).isEqualTo("Ada tipped five dollars.");
        assertThat(spoken("Ada", null, "Hello!")).isEqualTo("Ada. Hello!");
        assertThat(english(
                        tip("Ada", "5", "Hi"),
                        new SpeechSettings("{amount} from {name}: {message}", 300, BigDecimal.ZERO, null, 1)))
                .isEqualTo("five dollars from Ada: Hi");
    }

    @Test
    void aPlaceholderInANameIsNone() {
        assertThat(spoken("{message}", "5", "secret")).isEqualTo("message tipped five dollars. secret");
        assertThat(spoken("$1\\", "5", null)).isEqualTo("$1 tipped five dollars.");
    }

    @Test
    void markupIsNotSpoken() {
        assertThat(spoken("Ada", "5", "<speak><break time=\"10s\"/>Hello</speak> & <prosody rate='x-slow'>bye"))
                .isEqualTo("Ada tipped five dollars. Hello & bye");
        assertThat(spoken("<script>alert(1)</script>", "5", null)).isEqualTo("alert(1) tipped five dollars.");
        assertThat(spoken("Ada", "5", "1 < 2 and 3 > 2")).isEqualTo("Ada tipped five dollars. 1 2 and 3 2");
    }

    @Test
    void whatWouldGoOnForMinutesIsCut() {
        assertThat(spoken("Ada", "5", "a".repeat(500))).isEqualTo("Ada tipped five dollars. aaa");
        assertThat(spoken("Ada", "5", "ab".repeat(250))).isEqualTo("Ada tipped five dollars. " + "ab".repeat(20));
        assertThat(spoken("Ada", "5", "n\u0303".repeat(400))).hasSizeLessThan(120);
        String many = spoken("Ada", "5", "word ".repeat(100));
        assertThat(many).hasSizeBetween(280, 300).endsWith("word");
        assertThat(spoken("Ada", "5", "e" + "\u0301".repeat(8_000))).hasSizeLessThan(120);
    }

    @Test
    void aSentenceOfAScriptWithoutSpacesIsNoLongWord() {
        String japanese = "今日の配信はとても楽しかったです。".repeat(6);
        String thai = "ขอบคุณสำหรับการถ่ายทอดสดวันนี้".repeat(3);

        assertThat(spoken("Ada", "5", japanese)).isEqualTo("Ada tipped five dollars. " + japanese);
        assertThat(spoken("Ada", "5", thai)).isEqualTo("Ada tipped five dollars. " + thai);
        assertThat(spoken("Ada", "5", "今" + "ab".repeat(30) + "日"))
                .isEqualTo("Ada tipped five dollars. 今" + "ab".repeat(20) + "日");
    }

    @Test
    void aNumberKeepsItsZeros() {
        assertThat(spoken("Ada", "5", "10000 hours, 3000000 views, no!!!!!"))
                .isEqualTo("Ada tipped five dollars. 10000 hours, 3000000 views, no!!!");
        assertThat(spoken("Ada", "5", "1" + "0".repeat(40))).isEqualTo("Ada tipped five dollars. 1000");
    }

    @Test
    void linksAreNotReadOut() {
        assertThat(spoken("Ada", "5", "see https://example.com/a?b=c and www.example.org"))
                .isEqualTo("Ada tipped five dollars. see a link and a link");
    }

    /// The words of the template are the streamer's.
    @Test
    void amountsAndLinksAreSaidInTheLanguageOfTheVoice() {
        SpeechSettings german =
                new SpeechSettings("{name} gibt {amount}. {message}", 300, BigDecimal.ZERO, "Vicki", 100_000);
        assertThat(SpokenText.of(
                        tip("Jürgen", "5", "siehe https://example.com"), german, VoiceLanguages.language("Vicki")))
                .isEqualTo("Jürgen gibt 5 $. siehe ein Link");
        assertThat(VoiceLanguages.language("Takumi").getLanguage()).isEqualTo("ja");
        assertThat(VoiceLanguages.language("Mizuki").getLanguage()).isEqualTo("ja");
        assertThat(VoiceLanguages.language("Somebody").getLanguage()).isEqualTo("en");
    }

    @Test
    void aTipBelowTheLeastAmountIsNotSpoken() {
        SpeechSettings fromFive =
                new SpeechSettings("{name} tipped {amount}. {message}", 300, new BigDecimal(5), null, 100_000);
        assertThat(english(tip("Ada", "4.99", "Hi"), fromFive)).isNull();
        assertThat(english(tip("Ada", null, "Hi"), fromFive)).isNull();
        assertThat(english(tip("Ada", "5", "Hi"), fromFive)).isNotNull();
        Tip yen = tip("Ada", "500", "Hi");
        assertThat(english(new CountedAs(new BigDecimal("2.99"), "EUR").on(yen), fromFive))
                .isNull();
        assertThat(english(new CountedAs(new BigDecimal("5.00"), "EUR").on(yen), fromFive))
                .isNotNull();
    }

    /// Viewers gave something else than money for it to be spoken.
    @Test
    void aMessageForACreditOrForChannelPointsIsSpokenWhateverTheLeastAmount() {
        SpeechSettings fromFive =
                new SpeechSettings("{name} tipped {amount}. {message}", 300, new BigDecimal(5), null, 100_000);
        Tip message = tip("Ada", null, "Hi");
        assertThat(english(message.with(Tip.IS_SUB_REWARD, true), fromFive)).contains("Hi");
        assertThat(english(message.with(Tip.SOURCE, TipSource.CHANNEL_POINT), fromFive))
                .contains("Hi");
        assertThat(english(message.with(Tip.SOURCE, TipSource.MANUAL), fromFive))
                .isNull();
    }

    @Test
    void nothingIsSaidWhereNothingCanBe() {
        assertThat(spoken("\uD83D\uDE00", null, null)).isNull();
        assertThat(spoken("!!!", null, "… — ·")).isNull();
        assertThat(spoken("\u200B", null, "\u2066\u2069")).isNull();
        assertThat(spoken("\uD83D\uDE00", "5", null)).contains("five dollars");
    }

    private static @Nullable String spoken(String name, @Nullable String amount, @Nullable String message) {
        return english(tip(name, amount, message), USUAL);
    }

    /// The text that an English voice says.
    private static @Nullable String english(Tip tip, SpeechSettings settings) {
        return SpokenText.of(tip, settings, Locale.ENGLISH);
    }

    private static Tip tip(String name, @Nullable String amount, @Nullable String message) {
        return new Tip(Row.of(new Key("A#ten_1", "TIP#tip_1_a"))
                .with(Attribute.any("name"), name)
                .with(Attribute.any("source"), "card_processor")
                .with(Attribute.any("amount"), amount == null ? null : new BigDecimal(amount))
                .with(Attribute.any("currency"), "USD")
                .with(Attribute.any("message"), message));
    }
}
