package streamerapi.pages;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Scope;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import static streamerapi.shared.auth.Scope.AI_VOICES_MANAGE;
import static streamerapi.shared.auth.Scope.CHANNEL_POINTS_MANAGE;
import static streamerapi.shared.auth.Scope.CHAT_WRITE;
import static streamerapi.shared.auth.Scope.COMMANDS_MANAGE;
import static streamerapi.shared.auth.Scope.COUNTERS_MANAGE;
import static streamerapi.shared.auth.Scope.MEDIA_CONTROL;
import static streamerapi.shared.auth.Scope.MEDIA_READ;
import static streamerapi.shared.auth.Scope.OVERLAYS_MANAGE;
import static streamerapi.shared.auth.Scope.TIMERS_MANAGE;
import static streamerapi.shared.auth.Scope.TIPPING_CONTROL;
import static streamerapi.shared.auth.Scope.TTS_CONTROL;
import static streamerapi.shared.auth.Scope.TTS_READ;
import static streamerapi.shared.auth.Scope.VIEWERS_READ;

/// A usual set of scopes for a new API key: a link ticks the boxes, and the streamer may still change them.
public enum KeyPreset {
    OVERLAY("Overlay or player", "It plays your queues: reads tips and videos, starts, finishes and skips them."),
    CONTROLS(
            "Buttons for the show",
            "For a stream deck: it pauses, skips, opens and closes tipping, changes counters, and celebrates. It"
                    + " cannot read viewers."),
    CHAT_BOT("Chat bot", "It writes in your chat and manages commands, timers, counters and channel points."),
    READ_ONLY("Read only", "It reads tips, videos and viewers, and changes nothing."),
    EVERYTHING("Everything", "It can do everything that a key can. Use it only for a program that you wrote yourself.");

    private final String title;
    private final String words;

    KeyPreset(String title, String words) {
        this.title = title;
        this.words = words;
    }

    /// The text of its link.
    public String title() {
        return title;
    }

    /// A sentence about the abilities of such a key.
    public String words() {
        return words;
    }

    /// The name in an address.
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The form with its boxes ticked.
    public FormValues entered() {
        List<String> labels = Scope.all().stream()
                .filter(scopes()::contains)
                .map(Scope::label)
                .toList();
        return new FormValues(Map.of("scopes", labels));
    }

    private Set<Scope> scopes() {
        return switch (this) {
            case OVERLAY -> Set.of(TTS_READ, TTS_CONTROL, MEDIA_READ, MEDIA_CONTROL);
            case CONTROLS -> Set.of(TTS_CONTROL, MEDIA_CONTROL, TIPPING_CONTROL, COUNTERS_MANAGE, OVERLAYS_MANAGE);
            case CHAT_BOT ->
                Set.of(
                        CHAT_WRITE,
                        COMMANDS_MANAGE,
                        TIMERS_MANAGE,
                        COUNTERS_MANAGE,
                        CHANNEL_POINTS_MANAGE,
                        AI_VOICES_MANAGE);
            case READ_ONLY -> Set.of(TTS_READ, MEDIA_READ, VIEWERS_READ);
            case EVERYTHING -> Scope.all();
        };
    }

    /// The preset with this label, or null.
    public static @Nullable KeyPreset labelled(@Nullable String label) {
        return Arrays.stream(values())
                .filter(preset -> preset.label().equals(label))
                .findFirst()
                .orElse(null);
    }
}
