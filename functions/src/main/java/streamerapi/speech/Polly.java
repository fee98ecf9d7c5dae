package streamerapi.speech;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.polly.PollyClient;
import software.amazon.awssdk.services.polly.model.OutputFormat;
import software.amazon.awssdk.services.polly.model.PollyException;
import software.amazon.awssdk.services.polly.model.SynthesizeSpeechResponse;
import software.amazon.awssdk.services.polly.model.TextType;
import software.amazon.awssdk.services.polly.model.VoiceId;

import java.util.Locale;

/// Amazon Polly, which makes speech of plain text.
public final class Polly {

    private static final int BAD_REQUEST = 400;
    private static final String WAV = "audio/wav";

    private final PollyClient client;
    private final String engine;
    private final String voice;

    /// @param engine `standard` or `neural`
    /// @param voice the voice of accounts that have chosen none
    public Polly(PollyClient client, String engine, String voice) {
        this.client = client;
        this.engine = engine;
        this.voice = voice;
    }

    /// Speech, encoded.
    ///
    /// @param extension of the file's name, which tells the encoding: `mp3`; the local stack makes `wav`
    @SuppressWarnings("ArrayRecordComponent")
    record Speech(byte[] bytes, String type, String extension) {}

    /// Polly refuses the request for good: it has no such voice, or the voice cannot say the text.
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        Refused(PollyException cause) {
            super(cause.awsErrorDetails().errorCode(), cause);
        }

        /// Polly's own name of the reason: `EngineNotSupportedException`.
        String reason() {
            return String.valueOf(getMessage());
        }
    }

    /// Whether Polly has a voice of this id, in any engine.
    public static boolean hasVoice(String id) {
        return VoiceId.knownValues().stream().anyMatch(voice -> voice.toString().equals(id));
    }

    /// The engine and the voice that a text is spoken with, as one name: `neural/Joanna`.
    String spokenBy(@Nullable String chosen) {
        return engine + "/" + voice(chosen);
    }

    /// The language of the voice that a text is spoken with.
    Locale language(@Nullable String chosen) {
        return VoiceLanguages.language(voice(chosen));
    }

    /// Speaks a text.
    ///
    /// @param chosen the voice's id, or null for the deployment's own
    /// @throws Refused if another attempt would fail too. Other faults, such as throttling, pass by themselves.
    Speech speak(String text, @Nullable String chosen) {
        try {
            ResponseBytes<SynthesizeSpeechResponse> answer = client.synthesizeSpeech(
                    r -> r.engine(engine)
                            .voiceId(voice(chosen))
                            .textType(TextType.TEXT)
                            .text(text)
                            .outputFormat(OutputFormat.MP3),
                    ResponseTransformer.toBytes());
            String type = answer.response().contentType();
            return WAV.equals(type)
                    ? new Speech(answer.asByteArrayUnsafe(), WAV, "wav")
                    : new Speech(answer.asByteArrayUnsafe(), "audio/mpeg", "mp3");
        } catch (PollyException e) {
            if (e.statusCode() == BAD_REQUEST && !e.isThrottlingException() && !e.isClockSkewException()) {
                throw new Refused(e);
            }
            throw e;
        }
    }

    private String voice(@Nullable String chosen) {
        return chosen == null ? voice : chosen;
    }
}
