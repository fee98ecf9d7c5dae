package streamerapi.shared.storage;

/// The keys of effects and of follow-ups that are due later than a queue can hold them (docs/table.md).
public final class EffectKeys {

    /// The partition of all accounts' effects, in whose index they stand by when they are due again. The stream's
    /// filter in template.yaml names it.
    public static final String EFFECTS = "EFFECTS";

    /// The partition of all accounts' messages of the work queue that are due later than SQS can hold them, in the
    /// order of their times.
    public static final String LATER = "LATER";

    private EffectKeys() {}

    /// An effect.
    ///
    /// @param subject what it is about, of which an account has one effect at a time
    public static Key effect(String tenantId, String subject) {
        return new Key(EFFECTS, tenantId + "#" + subject);
    }

    /// The account of an effect.
    public static String tenantOf(Key effect) {
        return effect.sort().substring(0, effect.sort().indexOf('#'));
    }

    /// The subject of an effect.
    public static String subjectOf(Key effect) {
        return effect.sort().substring(effect.sort().indexOf('#') + 1);
    }

    /// A message that is due later.
    ///
    /// @param due its time, ISO 8601 with milliseconds
    /// @param id of what it is about: the same message has the same key
    public static Key later(String tenantId, String due, String id) {
        return new Key(LATER, due + "#" + tenantId + "#" + id);
    }

    /// The account of a message that is due later.
    public static String tenantOfLater(Key later) {
        return later.sort().split("#", 3)[1];
    }
}
