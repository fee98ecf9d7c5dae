package streamerapi.shared.auth;

import streamerapi.shared.problems.Problem;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A right of an API key or an OAuth access token, picked by the streamer (spec: Authentication).
///
/// No scope reaches payments, settings or the team.
public enum Scope {
    TTS_READ("tts:read", "Read the TTS queue and played history, with messages and audio URLs."),
    TTS_CONTROL("tts:control", "Pause, resume, skip, clear, remove, replay, start, finish and release TTS."),
    TIPS_CREATE("tips:create", "Create tips that the service took no payment for."),
    MEDIA_READ("media:read", "Read the media queue, its history and its live status."),
    MEDIA_CONTROL("media:control", "Pause, resume and skip media, queue videos, and show or hide the player."),
    TIPPING_CONTROL("tipping:control", "Open and close tipping."),
    VIEWERS_READ(
            "viewers:read",
            "Read viewers, first sign-in dates, sub tiers, credit balances and past sub-reward messages."),
    VIEWERS_MANAGE("viewers:manage", "Grant and revoke viewers' credits."),
    CHANNEL_POINTS_MANAGE("channel_points:manage", "Fulfill or cancel redemptions of managed channel point rewards."),
    WEBHOOKS_MANAGE("webhooks:manage", "Manage webhook endpoints."),
    TIMERS_MANAGE("timers:manage", "Manage chat timers."),
    COUNTERS_MANAGE("counters:manage", "Manage chat counters."),
    CHAT_WRITE("chat:write", "Send messages to your chat as the bot."),
    COMMANDS_MANAGE("commands:manage", "Manage the chat bot's custom commands."),
    OVERLAYS_MANAGE(
            "overlays:manage",
            "List, delete and reload overlays, celebrate on them, and read, update and add to their tip goals."),
    AI_VOICES_MANAGE("ai_voices:manage", "Manage AI voices."),
    EVENTS_TRIGGER("events:trigger", "Send test events to your sockets and webhook endpoints.");

    private static final Map<String, Scope> BY_LABEL =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Scope::label, Function.identity()));
    private static final Set<Scope> ALL = Collections.unmodifiableSet(EnumSet.allOf(Scope.class));

    private final String label;
    private final String description;

    Scope(String label, String description) {
        this.label = label;
        this.description = description;
    }

    /// The scope as it is written in requests and answers, for example `tts:read`.
    public String label() {
        return label;
    }

    /// The rights of the scope, in one sentence for the streamer: shown on the consent screen and by `GET /events`.
    public String description() {
        return description;
    }

    /// The rights of a connected app with the scope, for the streamer: an app manages its own webhook endpoints alone
    /// (contract "Webhooks").
    public String grantsAnApp() {
        return this == WEBHOOKS_MANAGE
                ? "Send what it may read to internet addresses of its choice, as it happens and also while you are"
                        + " away, until you disconnect it. It manages only its own webhook endpoints, not yours or"
                        + " other apps'."
                : description;
    }

    /// The scope with this label, if there is one; the match is exact.
    public static Optional<Scope> of(String label) {
        return Optional.ofNullable(BY_LABEL.get(label));
    }

    /// The labels of a request, each once and in the specification's order.
    ///
    /// @throws Problem `bad_request` with `field` `scopes` for one that does not exist
    public static List<String> known(List<String> labels) {
        for (String label : labels) {
            if (!BY_LABEL.containsKey(label)) {
                throw Problem.badField("scopes", "There is no scope " + label);
            }
        }
        return ALL.stream().map(Scope::label).filter(labels::contains).toList();
    }

    /// The scopes with these labels.
    public static Set<Scope> of(Collection<String> labels) {
        return labels.stream().flatMap(label -> of(label).stream()).collect(Collectors.toUnmodifiableSet());
    }

    /// Every scope, in the specification's order; unmodifiable.
    public static Set<Scope> all() {
        return ALL;
    }
}
