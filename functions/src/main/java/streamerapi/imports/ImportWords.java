package streamerapi.imports;

import streamerapi.shared.problems.Problem;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/// The words in which an import says why something cannot be imported. A streamer knows the file and not the API, so
/// they have no names of fields and no types of JSON.
final class ImportWords {

    private static final Map<String, String> FIELDS = Map.of(
            "name", "the name",
            "response", "the response",
            "message", "the message",
            "aliases", "the aliases",
            "cooldown_seconds", "the cooldown in seconds",
            "interval_minutes", "the interval in minutes",
            "interval_max_minutes", "the longest interval in minutes",
            "min_chat_lines", "the number of chat lines",
            "value", "the value");

    private static final Map<String, String> PHRASES = Map.of(
            " is required", " is missing",
            "a list of strings", "a list of texts",
            "a string", "a text",
            " elements", " entries");

    /// A name of a field with an underscore, which no sentence has by itself.
    private static final Pattern NAME = Pattern.compile("[a-z]+(?:_[a-z]+)+");

    private ImportWords() {}

    /// Why an item cannot be imported.
    static String of(Problem problem) {
        String message = Objects.requireNonNullElse(problem.getMessage(), "");
        String field = Objects.toString(problem.body().get("field"), "");
        String rest = !field.isEmpty() && message.startsWith(field) ? message.substring(field.length()) : message;
        String told = NAME.matcher(rest).replaceAll(name -> words(name.group()));
        for (Map.Entry<String, String> phrase : PHRASES.entrySet()) {
            told = told.replace(phrase.getKey(), phrase.getValue());
        }
        return rest.equals(message) ? told : capitalized(words(field)) + told;
    }

    private static String words(String field) {
        return FIELDS.getOrDefault(field, "“" + field + "”");
    }

    private static String capitalized(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }
}
