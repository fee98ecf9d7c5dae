package streamerapi.shared.events;

import streamerapi.shared.auth.Scope;

import java.util.Collections;
import java.util.Locale;
import java.util.Set;

/// A group of event types that a credential sees on the realtime stream, or does not (contract: Realtime stream).
public enum Channel {
    TIPS,
    TTS,
    MEDIA,
    ALERTS,
    CHANNEL_POINTS,
    CHAT,
    COUNTERS,
    OVERLAYS,
    TIPPING,
    SYSTEM;

    private final String label = name().toLowerCase(Locale.ROOT);

    /// The channel as the `ready` frame names it, for example `channel_points`.
    public String label() {
        return label;
    }

    /// The scopes any one of which opens the channel; empty if every credential may read it.
    public Set<Scope> scopes() {
        return switch (this) {
            case TIPS, TTS -> Set.of(Scope.TTS_READ);
            case MEDIA -> Set.of(Scope.MEDIA_READ);
            case ALERTS -> Set.of(Scope.VIEWERS_READ);
            case CHANNEL_POINTS -> Set.of(Scope.CHANNEL_POINTS_MANAGE);
            case CHAT -> Set.of(Scope.CHAT_WRITE, Scope.COMMANDS_MANAGE);
            case COUNTERS -> Set.of(Scope.COUNTERS_MANAGE);
            case OVERLAYS -> Set.of(Scope.OVERLAYS_MANAGE);
            case TIPPING, SYSTEM -> Set.of();
        };
    }

    /// Whether a credential with these scopes sees the channel's events.
    public boolean openTo(Set<Scope> scopes) {
        Set<Scope> openers = scopes();
        return openers.isEmpty() || !Collections.disjoint(openers, scopes);
    }
}
