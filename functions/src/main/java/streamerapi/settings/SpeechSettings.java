package streamerapi.settings;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;

/// How an account's tips are spoken: the setting `tts`.
///
/// @param template what is said of a tip, 1 to 200 characters; `{name}`, `{amount}` (with its currency) and `{message}`
/// stand for what the tip has
/// @param maxCharacters how much of that is spoken, 20 to 500 characters
/// @param minAmount tips below it are not spoken; 0 to 1,000,000 in the account's currency, at most two decimals
/// @param voice the voice's id, or null for the deployment's own
/// @param charactersLimit how many characters a month may be spoken, 0 to 10,000,000
public record SpeechSettings(
        String template,
        int maxCharacters,
        BigDecimal minAmount,
        @Nullable String voice,
        int charactersLimit) {

    public static final String DEFAULT_TEMPLATE = "{name} tipped {amount}. {message}";
    private static final int MAX_TEMPLATE = 200;
    private static final int MAX_MONEY = 1_000_000;
    private static final int MAX_ID = 64;
    private static final int MAX_MONTH = 10_000_000;

    public static final int MIN_CHARACTERS = 20;
    public static final int MAX_CHARACTERS = 500;
    public static final int DEFAULT_CHARACTERS = 300;
    public static final int DEFAULT_CHARACTERS_LIMIT = 100_000;

    /// The placeholders that a template can have.
    public static final List<String> PLACEHOLDERS = List.of("name", "amount", "message");

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w*)}");

    static final SpeechSettings DEFAULT =
            new SpeechSettings(DEFAULT_TEMPLATE, DEFAULT_CHARACTERS, BigDecimal.ZERO, null, DEFAULT_CHARACTERS_LIMIT);

    static final Schema<SpeechSettings> SCHEMA = Schema.of("SpeechSettings", "How tips are spoken.", s -> {
        var template = s.text("template", SpeechSettings::template, SpeechSettings::checked)
                .between(1, MAX_TEMPLATE)
                .orElse(DEFAULT_TEMPLATE)
                .doc(
                        "The words spoken for a tip. `{name}`, `{amount}` (with its currency) and `{message}` stand for what the"
                                + " tip has.");
        var maxCharacters = s.int32("max_characters", SpeechSettings::maxCharacters)
                .between(MIN_CHARACTERS, MAX_CHARACTERS)
                .orElse(DEFAULT_CHARACTERS)
                .doc("How much of that is spoken.");
        var minAmount = s.money("min_amount", SpeechSettings::minAmount)
                .between(0, MAX_MONEY)
                .orElse(BigDecimal.ZERO)
                .doc("Tips below it are not spoken, nor are those without an amount, unless a viewer gave a credit or"
                        + " channel points. A paid tip in another currency is compared with what it counts"
                        + " as (`exchange_rates`); without a rate, its own number is compared.");
        var voice = s.text("voice", SpeechSettings::voice)
                .between(1, MAX_ID)
                .orNull()
                .doc("The id of a voice of Amazon Polly; null for the deployment's own.");
        var charactersLimit = s.int32("characters_limit", SpeechSettings::charactersLimit)
                .between(0, MAX_MONTH)
                .orElse(DEFAULT_CHARACTERS_LIMIT)
                .doc("The most characters that are spoken in a month.");
        return in -> new SpeechSettings(
                template.of(in), maxCharacters.of(in), minAmount.of(in), voice.of(in), charactersLimit.of(in));
    });

    /// Whether not every tip is spoken.
    public boolean hasLeastAmount() {
        return minAmount.signum() > 0;
    }

    /// Whether a tip of this amount is spoken, as far as the amount decides.
    public boolean isEnough(BigDecimal amount) {
        return !hasLeastAmount() || amount.compareTo(minAmount) >= 0;
    }

    private static String checked(String template) {
        boolean known =
                PLACEHOLDER.matcher(template).results().allMatch(found -> PLACEHOLDERS.contains(found.group(1)));
        if (!known) {
            throw Problem.badField("tts.template", "tts.template must name only {name}, {amount} and {message}");
        }
        return template;
    }
}
