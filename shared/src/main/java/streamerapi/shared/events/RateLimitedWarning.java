package streamerapi.shared.events;

/// A credential asks more often than its limit allows (the warning `rate_limited`).
///
/// @param credential its id: of an API key, or of an authorization
public record RateLimitedWarning(String credential) {

    public static final EventSchema<RateLimitedWarning> EVENT = EventSchema.warning("rate_limited", s -> {
        EventSchema.message(s, it -> "A credential asks more often than its limit allows, and is refused");
        s.text("credential", RateLimitedWarning::credential).component("CredentialId");
    });
}
