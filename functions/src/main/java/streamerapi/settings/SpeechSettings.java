package streamerapi.settings;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Row;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    public static final int MIN_CHARACTERS = 20;
    public static final int MAX_CHARACTERS = 500;
    public static final int DEFAULT_CHARACTERS = 300;
    public static final int DEFAULT_CHARACTERS_LIMIT = 100_000;

    /// What a template can name.
    public static final List<String> PLACEHOLDERS = List.of("name", "amount", "message");

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w*)}");

    /// Whether a template names only what there is.
    public static boolean isTemplate(String template) {
        return PLACEHOLDER.matcher(template).results().allMatch(found -> PLACEHOLDERS.contains(found.group(1)));
    }

    static SpeechSettings of(Row stored) {
        return new SpeechSettings(
                Objects.requireNonNullElse(stored.textOrNull("template"), DEFAULT_TEMPLATE),
                stored.has("max_characters") ? (int) stored.number("max_characters") : DEFAULT_CHARACTERS,
                Objects.requireNonNullElse(stored.decimalOrNull("min_amount"), BigDecimal.ZERO),
                stored.textOrNull("voice"),
                stored.has("characters_limit") ? (int) stored.number("characters_limit") : DEFAULT_CHARACTERS_LIMIT);
    }

    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("template", template);
        json.put("max_characters", maxCharacters);
        json.put("min_amount", minAmount);
        json.put("voice", voice);
        json.put("characters_limit", charactersLimit);
        return json;
    }
}
