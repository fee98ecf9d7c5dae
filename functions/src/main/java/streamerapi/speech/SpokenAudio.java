package streamerapi.speech;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.tasks.Host;

import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;

/// Audio of texts, which is made once and used again for the same words in the same voice.
final class SpokenAudio {

    private static final Attribute<String> NAME = Attribute.text("name");
    private static final Attribute<Instant> REUSABLE_UNTIL = Attribute.time("reusable_until");

    /// How long audio is used again for the same words, and how long an address is good.
    static final Duration KEPT = Duration.ofDays(30);

    private static final int RANDOM_BYTES = 16;

    private final Polly polly;
    private final AudioStore store;

    SpokenAudio(Polly polly, AudioStore store) {
        this.polly = polly;
        this.store = store;
    }

    /// The key of the row that remembers the audio of a text in this bucket: a stack that is made anew on a kept table
    /// has another one.
    ///
    /// @param voice null for the deployment's own
    Key key(String tenantId, String text, @Nullable String voice) {
        return SpeechKeys.audio(tenantId, Sha256.hex(store.address() + "\n" + polly.spokenBy(voice) + "\n" + text));
    }

    /// The name of audio that was made before; null if there is none, or if it is too old.
    static @Nullable String remembered(@Nullable Row row, Instant now) {
        return row != null && now.isBefore(row.get(REUSABLE_UNTIL)) ? row.get(NAME) : null;
    }

    /// The write that remembers audio.
    static Write remembering(Key key, String name, Instant now) {
        return Write.put(Row.of(key)
                .with(NAME, name)
                .with(REUSABLE_UNTIL, now.plus(KEPT))
                .with(Table.EXPIRES_AT, now.plus(KEPT).getEpochSecond()));
    }

    /// Makes audio, and keeps it in the bucket.
    ///
    /// @return its name; null if the text gave no sound
    /// @throws Polly.Refused if another attempt would fail too
    @Nullable
    String make(String text, @Nullable String voice) {
        Polly.Speech speech = polly.speak(text, voice);
        if (speech.bytes().length == 0) {
            return null;
        }
        String name = random() + "." + speech.extension();
        store.put(name, speech);
        return name;
    }

    /// 128 random bits in 32 hexadecimal digits.
    private static String random() {
        byte[] bytes = new byte[RANDOM_BYTES];
        Host.random().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
