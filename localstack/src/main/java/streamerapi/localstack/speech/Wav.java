package streamerapi.localstack.speech;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;

/// WAV files: RIFF with one `fmt ` and one `data` chunk of PCM.
final class Wav {

    private static final int HEADER = 44;

    private Wav() {}

    /// A file of samples; empty if there are none.
    static byte[] of(byte[] samples, AudioFormat format) {
        if (samples.length == 0) {
            return new byte[0];
        }
        var file = new ByteArrayOutputStream();
        var stream =
                new AudioInputStream(new ByteArrayInputStream(samples), format, samples.length / format.getFrameSize());
        try (stream) {
            AudioSystem.write(stream, AudioFileFormat.Type.WAVE, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.toByteArray();
    }

    /// A file that was written to a pipe, with its lengths put right: a program that streams does not know them when it
    /// writes the header.
    static byte[] sized(byte[] streamed) {
        if (streamed.length <= HEADER) {
            return new byte[0];
        }
        byte[] file = Arrays.copyOf(streamed, streamed.length);
        ByteBuffer.wrap(file)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(4, file.length - 8)
                .putInt(HEADER - 4, file.length - HEADER);
        return file;
    }
}
