package streamerapi.localstack.speech;

import com.sun.speech.freetts.audio.AudioPlayer;
import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;

import javax.sound.sampled.AudioFormat;

/// Takes what FreeTTS says, and plays nothing.
final class CollectingPlayer implements AudioPlayer {

    private final ByteArrayOutputStream samples = new ByteArrayOutputStream();
    private @Nullable AudioFormat format;

    /// The speech as a WAV file; empty if the text had nothing to say.
    byte[] wav() {
        AudioFormat known = format;
        return known == null ? new byte[0] : Wav.of(samples.toByteArray(), known);
    }

    @Override
    public void setAudioFormat(AudioFormat given) {
        format = given;
    }

    @Override
    public @Nullable AudioFormat getAudioFormat() {
        return format;
    }

    @Override
    public boolean write(byte[] audio) {
        return write(audio, 0, audio.length);
    }

    @Override
    public boolean write(byte[] audio, int from, int length) {
        samples.write(audio, from, length);
        return true;
    }

    @Override
    public float getVolume() {
        return 1;
    }

    @Override
    public void setVolume(float volume) {}

    @Override
    public long getTime() {
        return -1;
    }

    @Override
    public void resetTime() {}

    @Override
    public void startFirstSampleTimer() {}

    @Override
    public void begin(int size) {}

    @Override
    public boolean end() {
        return true;
    }

    @Override
    public boolean drain() {
        return true;
    }

    @Override
    public void pause() {}

    @Override
    public void resume() {}

    @Override
    public void reset() {}

    @Override
    public void cancel() {}

    @Override
    public void close() {}

    @Override
    public void showMetrics() {}
}
