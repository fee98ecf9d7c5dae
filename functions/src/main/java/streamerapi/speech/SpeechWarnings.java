package streamerapi.speech;

import streamerapi.shared.events.EventSchema;

/// The warnings about tips that are not spoken.
public final class SpeechWarnings {

    /// The month's characters are used up.
    public static final EventSchema<SpeechUsage> LIMIT_REACHED = EventSchema.warning("speech_limit_reached", s -> {
        EventSchema.message(s, it -> "The month's characters are used up: tips are not spoken");
        s.text("month", it -> it.month().toString()).doc("The calendar month, UTC.");
        s.integer("characters_used", SpeechUsage::charactersUsed);
        s.integer("characters_limit", SpeechUsage::charactersLimit);
    });

    /// The speech service refused a tip's text.
    public static final EventSchema<Refusal> REFUSED = EventSchema.warning("speech_refused", s -> {
        EventSchema.message(
                s, it -> "The speech service does not speak a tip: " + it.reason + ". Choose another voice");
        s.anyText("reason", Refusal::reason);
        s.anyText("voice", Refusal::voice);
    });

    private SpeechWarnings() {}

    /// @param reason as the speech service says it
    public record Refusal(String reason, String voice) {}
}
