package streamerapi.settings;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Row;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The words that an account does not want to read or hear (contract "Tips").
///
/// @param replace words that are replaced in a tip's name and message
/// @param block words that keep a tip out
/// @param onMatch what becomes of a tip that has a word of `replace`
public record FilterSettings(List<String> replace, List<String> block, OnMatch onMatch) {

    /// What becomes of a tip that has a word that the filter replaces.
    public enum OnMatch {
        /// The word is replaced, and the tip goes on.
        REPLACE,
        /// The tip waits for a moderator's decision.
        HOLD;

        /// The choice as it is written: `hold`.
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /// The choice with this label.
        public static OnMatch of(String label) {
            return valueOf(label.toUpperCase(Locale.ROOT));
        }
    }

    static FilterSettings of(Row stored) {
        String onMatch = stored.textOrNull("on_match");
        return new FilterSettings(
                stored.texts("replace"),
                stored.texts("block"),
                onMatch == null ? OnMatch.REPLACE : OnMatch.of(onMatch));
    }

    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("replace", replace);
        json.put("block", block);
        json.put("on_match", onMatch.label());
        return json;
    }
}
