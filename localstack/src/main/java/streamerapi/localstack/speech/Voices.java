package streamerapi.localstack.speech;

import java.util.List;

/// The speech engines of this machine: FreeTTS always, and eSpeak NG for scripts other than Latin if it is
/// installed.
public final class Voices {

    private final List<SpeechEngine> engines;

    private Voices(List<SpeechEngine> engines) {
        this.engines = engines;
    }

    public static Voices ofThisMachine() {
        SpeechEngine freeTts = new FreeTtsEngine();
        return new Voices(
                EspeakEngine.onPath().map(espeak -> List.of(espeak, freeTts)).orElse(List.of(freeTts)));
    }

    /// Speaks a text with the first engine that reads it.
    byte[] speak(String text) {
        return engines.stream()
                .filter(engine -> engine.reads(text))
                .findFirst()
                .orElseThrow()
                .speak(text);
    }
}
