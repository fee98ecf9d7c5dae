package streamerapi.imports;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.function.Function;

/// A text of another bot, with our variables in the place of its own.
///
/// @param translated the variables that have become ours, `$(user)` and what it has become
/// @param unknown the variables that we have not; they stay as they are written
record Translation(String text, List<String> translated, List<String> unknown) {

    private static final int MAX_TEXT = 5_000;

    /// A text whose variables are ours.
    static Translation none(String text) {
        return new Translation(text, List.of(), List.of());
    }

    /// Translates a text.
    ///
    /// @param openings what a variable begins with behind its `$`: `(`, or `({`
    /// @param dictionary our variable for what stands between a variable's brackets; null if there is none
    static Translation of(String text, String openings, Function<String, @Nullable String> dictionary) {
        if (text.length() > MAX_TEXT) {
            return none(text);
        }
        StringBuilder result = new StringBuilder();
        SequencedSet<String> translated = new LinkedHashSet<>();
        SequencedSet<String> unknown = new LinkedHashSet<>();
        int done = 0;
        for (int at = text.indexOf('$'); at >= 0; at = text.indexOf('$', Math.max(at + 1, done))) {
            int end = end(text, at, openings);
            if (end < 0) {
                continue;
            }
            String source = text.substring(at, end);
            String ours =
                    dictionary.apply(source.substring(2, source.length() - 1).strip());
            if (ours == null) {
                unknown.add(source);
            } else {
                translated.add(source + " → " + ours);
            }
            result.append(text, done, at).append(ours == null ? source : ours);
            done = end;
        }
        return new Translation(
                result.append(text.substring(done)).toString(), new ArrayList<>(translated), new ArrayList<>(unknown));
    }

    /// Behind the bracket that closes the variable at `start`; -1 if there is no variable.
    private static int end(String text, int start, String openings) {
        if (start + 1 >= text.length() || openings.indexOf(text.charAt(start + 1)) < 0) {
            return -1;
        }
        char opening = text.charAt(start + 1);
        char closing = opening == '(' ? ')' : '}';
        int depth = 0;
        for (int i = start + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == opening) {
                depth++;
            } else if (c == closing && --depth == 0) {
                return i + 1;
            }
        }
        return -1;
    }
}
