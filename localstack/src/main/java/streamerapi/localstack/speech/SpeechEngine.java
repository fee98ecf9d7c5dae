package streamerapi.localstack.speech;

/// Makes speech of plain text, without a network.
interface SpeechEngine {

    /// Whether this engine is the right one for a text.
    boolean reads(String text);

    /// Speaks a text; many may be asked for at once.
    ///
    /// @return a WAV file; empty if nothing of the text can be said
    byte[] speak(String text);
}
