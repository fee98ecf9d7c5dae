package streamerapi.alerts;

import org.jspecify.annotations.Nullable;
import streamerapi.filter.WordFilter;
import streamerapi.settings.Settings;
import streamerapi.shared.text.ViewerText;

import java.util.ArrayList;
import java.util.List;

/// Text of viewers as events about the platform tell it: without the characters that text of viewers cannot have, and
/// without the words that the account's filter replaces or blocks. Such an event has happened already, so a blocked
/// word is removed from it and the event is sent.
public final class CleanText {

    private final WordFilter filter;

    public CleanText(Settings settings) {
        List<String> words = new ArrayList<>(settings.filter().replace());
        words.addAll(settings.filter().block());
        this.filter = new WordFilter(words, List.of());
    }

    /// The cleaned text.
    public String of(String text) {
        return filter.judge(ViewerText.cleaned(text)).text();
    }

    /// The cleaned text, or null.
    public @Nullable String orNull(@Nullable String text) {
        return text == null ? null : of(text);
    }
}
