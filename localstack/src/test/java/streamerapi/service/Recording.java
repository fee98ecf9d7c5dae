package streamerapi.service;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.UnsupportedAudioFileException;

/// A tip's audio, fetched as a player does and decoded.
///
/// @param seconds how long it is
/// @param loudness the root mean square of its samples, of 32,767
public record Recording(double seconds, double loudness) {

    /// The audio that an address leads to.
    public static Recording of(String address) throws IOException, InterruptedException, UnsupportedAudioFileException {
        HttpResponse<byte[]> response = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build()
                .send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new AssertionError(address + " answered " + response.statusCode());
        }
        try (AudioInputStream audio = AudioSystem.getAudioInputStream(new ByteArrayInputStream(response.body()))) {
            AudioFormat format = audio.getFormat();
            byte[] samples = audio.readAllBytes();
            double seconds = samples.length / (double) format.getFrameSize() / format.getFrameRate();
            ByteBuffer values = ByteBuffer.wrap(samples)
                    .order(format.isBigEndian() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
            double sum = 0;
            int count = samples.length / 2;
            for (int i = 0; i < count; i++) {
                double value = values.getShort(2 * i);
                sum += value * value;
            }
            return new Recording(seconds, Math.sqrt(sum / Math.max(1, count)));
        }
    }
}
