package streamerapi.speech;

import org.jspecify.annotations.Nullable;
import streamerapi.settings.SpeechSettings;
import streamerapi.shared.text.ViewerText;
import streamerapi.tts.CountedAs;
import streamerapi.tts.Tip;
import streamerapi.tts.TipSource;

import java.math.BigDecimal;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The text that is spoken for a tip: the account's template, filled in and made safe to speak.
///
/// It is plain text and never markup. Amounts and links are said in the voice's language, links as `a link`; tags are
/// left out, a run of one character is cut to three (of one digit if it has more than nine), a word to 40 letters, the
/// whole to the account's `max_characters`. Scripts that part no words by spaces have no long words.
final class SpokenText {

    private static final int MAX_RUN = 3;
    private static final int MAX_DIGITS = 9;
    private static final String WITHOUT_AMOUNT = "{name}. {message}";

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(name|amount|message)}");
    private static final Pattern LINK = Pattern.compile("(?i)\\b(?:https?://|www\\.)\\S+");
    private static final Pattern TAG = Pattern.compile("</?[a-zA-Z!][^<>]{0,200}>");
    private static final Pattern UNSPOKEN = Pattern.compile("[\\p{Cntrl}\\p{Cf}\\p{Co}\\p{Cs}<>{}\\[\\]|\\\\^~`*_]+");
    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Pattern RUN =
            Pattern.compile("((?!\\p{Nd})\\X)\\1{" + MAX_RUN + ",}|(\\p{Nd})\\2{" + MAX_DIGITS + ",}");
    private static final Pattern MARKS = Pattern.compile("(\\p{M}{2})\\p{M}+");

    /// The scripts that part no words by spaces (Unicode Standard Annex 14: their lines break between letters, or by a
    /// dictionary).
    private static final String UNSPACED =
            "\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsThai}\\p{IsLao}\\p{IsKhmer}\\p{IsMyanmar}";

    private static final Pattern LONG_WORD = Pattern.compile("(L{40})L+".replace("L", "[\\S&&[^" + UNSPACED + "]]"));

    /// A link, by language.
    private static final Map<String, String> LINKS = Map.ofEntries(
            Map.entry("ar", "رابط"),
            Map.entry("ca", "un enllaç"),
            Map.entry("cs", "odkaz"),
            Map.entry("da", "et link"),
            Map.entry("de", "ein Link"),
            Map.entry("en", "a link"),
            Map.entry("es", "un enlace"),
            Map.entry("fi", "linkki"),
            Map.entry("fr", "un lien"),
            Map.entry("it", "un link"),
            Map.entry("ja", "リンク"),
            Map.entry("ko", "링크"),
            Map.entry("nb", "en lenke"),
            Map.entry("nl", "een link"),
            Map.entry("pl", "link"),
            Map.entry("pt", "um link"),
            Map.entry("ru", "ссылка"),
            Map.entry("sv", "en länk"),
            Map.entry("tr", "bir bağlantı"),
            Map.entry("zh", "链接"));

    private SpokenText() {}

    /// Returns the text that is spoken for a tip.
    ///
    /// @param language the voice's
    /// @return null if the tip is below the amount that is spoken, or if nothing of it can be said
    static @Nullable String of(Tip tip, SpeechSettings settings, Locale language) {
        BigDecimal amount = tip.amount();
        BigDecimal worth = CountedAs.worth(tip);
        boolean isEnough =
                worth == null ? !settings.hasLeastAmount() || isForCreditOrPoints(tip) : settings.isEnough(worth);
        if (!isEnough) {
            return null;
        }
        String name = clean(tip.name(), language);
        String message = clean(tip.message(), language);
        boolean worthSaying = amount != null || isSayable(name) || isSayable(message);
        String template = amount == null ? WITHOUT_AMOUNT : settings.template();
        String spoken = amount == null ? "" : SpokenAmount.of(amount, tip.currency(), language);
        String text = fill(template, Map.of("name", name, "amount", spoken, "message", message));
        String whole = cut(SPACE.matcher(text).replaceAll(" ").strip(), settings.maxCharacters());
        return worthSaying && isSayable(whole) ? whole : null;
    }

    /// Whether the viewer has given a credit or channel points, and no money, to have it spoken.
    private static boolean isForCreditOrPoints(Tip tip) {
        return tip.isSubReward() || tip.source().equals(TipSource.CHANNEL_POINT);
    }

    private static boolean isSayable(String text) {
        return text.codePoints().anyMatch(Character::isLetterOrDigit);
    }

    /// Values are inserted literally: a placeholder inside a name is not replaced.
    private static String fill(String template, Map<String, String> values) {
        return PLACEHOLDER
                .matcher(template)
                .replaceAll(found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), "")));
    }

    private static String clean(@Nullable String text, Locale language) {
        if (text == null) {
            return "";
        }
        String plain =
                TAG.matcher(Normalizer.normalize(text, Normalizer.Form.NFC)).replaceAll(" ");
        plain = LINK.matcher(plain).replaceAll(LINKS.getOrDefault(language.getLanguage(), "link"));
        plain = UNSPOKEN.matcher(plain).replaceAll(" ");
        plain = MARKS.matcher(plain).replaceAll("$1");
        plain = RUN.matcher(plain).replaceAll("$1".repeat(MAX_RUN) + "$2".repeat(MAX_RUN));
        plain = LONG_WORD.matcher(plain).replaceAll("$1");
        return SPACE.matcher(plain.strip()).replaceAll(" ");
    }

    /// At most so many characters, cut behind a word if there is one in the second half.
    private static String cut(String text, int characters) {
        String head = ViewerText.cut(text, characters);
        int space = head.lastIndexOf(' ');
        return head.length() == text.length() || space < head.length() / 2 ? head : head.substring(0, space);
    }
}
