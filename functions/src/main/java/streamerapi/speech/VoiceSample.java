package streamerapi.speech;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.labels.Labelled;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.util.List;

/// A sentence in a voice, so that a streamer hears the voice before choosing it. An account has the one that was asked
/// for last.
///
/// @param id of the asking
/// @param voice null for the deployment's own
/// @param text the sentence
/// @param url the address of its audio; null while there is none
public record VoiceSample(
        String id,
        @Nullable String voice,
        String text,
        State state,
        @Nullable String url) {

    private static final Attribute<String> ID = Attribute.text("id");

    /// The state of the audio, or the reason why there is none.
    public enum State implements Labelled {
        MAKING,
        READY,
        /// The speech service has no such voice, or the voice cannot say the sentence.
        REFUSED,
        /// The month's characters are used up.
        OVER_LIMIT,
        /// This installation speaks no tips.
        SPEECH_OFF
    }

    public static final Schema<VoiceSample> SCHEMA =
            Schema.of("VoiceSample", "A sentence in a voice, to hear the voice before it is chosen.", s -> {
                var id = s.anyText("id", VoiceSample::id).readOnly().example("vs_01k4zf2m7xnnbkct3529q5as4y");
                var voice = s.anyText("voice", VoiceSample::voice)
                        .orNull()
                        .readOnly()
                        .doc("Null for the deployment's own.")
                        .example("Joanna");
                var text = s.anyText("text", VoiceSample::text)
                        .readOnly()
                        .doc("The sentence, in the voice's language.")
                        .example("Hello! This is how I sound.");
                var state = s.choice("state", VoiceSample::state, List.of(State.values()))
                        .readOnly()
                        .live()
                        .doc(
                                "`making` at first. `ready` with its `url`; `refused` by the speech service; `over_limit` if"
                                        + " the month's characters are used up; `speech_off` if this installation speaks no"
                                        + " tips.")
                        .example("ready");
                var url = s.anyText("url", VoiceSample::url)
                        .orNull()
                        .readOnly()
                        .live()
                        .uri()
                        .doc("The address of the audio, good for 30 days.")
                        .example("https://api.example.com/audio/voice/0123456789abcdef0123456789abcdef.mp3");
                return in -> new VoiceSample(id.of(in), voice.of(in), text.of(in), state.of(in), url.of(in));
            });

    /// The sample that a row of [SpeechKeys#sample] holds.
    public static VoiceSample of(Row row) {
        return SCHEMA.of(row);
    }

    /// The sample that was asked for.
    public static VoiceSample asked(String id, @Nullable String voice, String text) {
        return new VoiceSample(id, voice, text, State.MAKING, null);
    }

    VoiceSample ended(State other, @Nullable String address) {
        return new VoiceSample(id, voice, text, other, address);
    }

    /// The write that makes it the account's.
    public Write asked(String tenantId, Instant now) {
        return Write.put(row(tenantId, now));
    }

    /// The write that ends it, unless another was asked for since.
    Write ending(String tenantId, Row asked, Instant now) {
        return Write.put(row(tenantId, now)).when(Condition.all(Condition.rowExists(), Condition.unchanged(asked, ID)));
    }

    private Row row(String tenantId, Instant now) {
        return SCHEMA.row(SpeechKeys.sample(tenantId), this)
                .with(Table.EXPIRES_AT, now.plus(SpokenAudio.KEPT).getEpochSecond());
    }
}
