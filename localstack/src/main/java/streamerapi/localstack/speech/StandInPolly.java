package streamerapi.localstack.speech;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import software.amazon.awssdk.services.polly.model.VoiceId;
import streamerapi.speech.VoiceLanguages;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Answers for Amazon Polly's SynthesizeSpeech, below [#PATH], with this machine's voices. The answer is WAV, also if
/// another format was asked for.
public final class StandInPolly extends Handler.Wrapper {

    /// The prefix of Polly's paths.
    public static final String PATH = "/polly";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_CHARACTERS = 3_000;

    private final Voices voices;

    /// @param next answers every other path
    public StandInPolly(Handler next, Voices voices) {
        super(next);
        this.voices = voices;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!request.getHttpURI().getPath().equals(PATH + "/v1/speech")) {
            return super.handle(request, response, callback);
        }
        JsonNode asked = JSON.readTree(Content.Source.asInputStream(request));
        String text = asked.path("Text").asText();
        if (!VoiceId.knownValues()
                .contains(VoiceId.fromValue(asked.path("VoiceId").asText()))) {
            refuse(response, callback, "ValidationException", "There is no such voice");
            return true;
        }
        if (!hasVoice(asked.path("Engine").asText(), asked.path("VoiceId").asText())) {
            refuse(response, callback, "EngineNotSupportedException", "The engine does not have this voice");
            return true;
        }
        if (text.length() > MAX_CHARACTERS) {
            refuse(response, callback, "TextLengthExceededException", "The text is too long");
            return true;
        }
        response.getHeaders().put("Content-Type", "audio/wav");
        response.getHeaders().put("x-amzn-RequestCharacters", text.length());
        response.write(true, ByteBuffer.wrap(voices.speak(text)), callback);
        return true;
    }

    /// Whether an engine has a voice. Of the long-form and the generative engine it is not known.
    private static boolean hasVoice(String engine, String voice) {
        return !List.of("standard", "neural").contains(engine)
                || VoiceLanguages.of(engine).stream().anyMatch(of -> of.ids().contains(voice));
    }

    private static void refuse(Response response, Callback callback, String code, String message) {
        response.setStatus(400);
        response.getHeaders().put("Content-Type", "application/json");
        response.getHeaders().put("x-amzn-ErrorType", code);
        byte[] body = ("{\"message\":\"" + message + "\"}").getBytes(StandardCharsets.UTF_8);
        response.write(true, ByteBuffer.wrap(body), callback);
    }
}
