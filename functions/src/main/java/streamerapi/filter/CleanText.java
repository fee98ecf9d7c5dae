package streamerapi.filter;

import org.jspecify.annotations.Nullable;
import streamerapi.settings.Settings;
import streamerapi.shared.text.ViewerText;

import java.util.List;
import java.util.stream.Stream;

/// Text of viewers about which no decision is made: in events about the platform, in the bot's answers, in the names of
/// those who request videos, and in names that are shown on stream long after they came. It is without the characters
/// that text of viewers cannot have, and without the words that the account's filter replaces or blocks, as they are
/// listed now. Its occasion has happened already, so a blocked word is removed from it and the rest is told.
public final class CleanText {

    private final List<String> words;
    private @Nullable WordFilter filter;

    public CleanText(Settings settings) {
        this.words = Stream.concat(settings.filter().replace().stream(), settings.filter().block().stream())
                .toList();
    }

    /// The cleaned text.
    public String of(String text) {
        String cleaned = ViewerText.cleaned(text);
        if (words.isEmpty()) {
            return cleaned;
        }
        if (filter == null) {
            filter = new WordFilter(words, List.of());
        }
        return filter.judge(cleaned).text();
    }

    /// The cleaned text, or null.
    public @Nullable String orNull(@Nullable String text) {
        return text == null ? null : of(text);
    }
}
