package streamerapi.speech;

import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Partitions;

/// The keys of the rows about speech, beside the account's own.
public final class SpeechKeys {

    private SpeechKeys() {}

    /// How many characters an account's tips were spoken with in a month.
    ///
    /// @param month `YYYY-MM`
    public static Key speechUsage(String tenantId, String month) {
        return new Key(Partitions.speech(tenantId), "SPEECH#" + month);
    }

    /// The sample of a voice that an account asked for last.
    public static Key sample(String tenantId) {
        return new Key(Partitions.speech(tenantId), "SAMPLE");
    }

    /// Audio that was made of a text, found by the hash of voice, engine and text.
    public static Key audio(String tenantId, String hash) {
        return Partitions.spread(tenantId, "AUDIO#" + hash);
    }
}
