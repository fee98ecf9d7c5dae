package streamerapi.media;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/// The video sites, asked whether a video can be played elsewhere than on their own pages.
///
/// What is dialled is the site's own fixed address: of what a caller sent, the video's id alone is in it. No redirect
/// is followed, and at most 64 KiB of an answer are read.
public final class VideoSites {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final int LARGEST_ANSWER = 64 * 1024;
    private static final int TOO_MANY_REQUESTS = 429;

    private final String base;

    /// @param base what stands before a site's host: `https://`, or the address of a stand-in for them
    public VideoSites(String base) {
        this.base = base;
    }

    /// What the site says of a video, or null if it says no.
    ///
    /// @throws Problem `unavailable` if it does not answer in time
    @Nullable
    Video look(VideoLink link) {
        try {
            Map<String, @Nullable Object> answer = ask(base + link.question());
            return answer == null ? null : Video.of(link, answer);
        } catch (IOException | Json.Malformed e) {
            throw unavailable();
        }
    }

    private static @Nullable Map<String, @Nullable Object> ask(String address) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(address).toURL().openConnection();
        connection.setInstanceFollowRedirects(false);
        connection.setConnectTimeout((int) PATIENCE.toMillis());
        connection.setReadTimeout((int) PATIENCE.toMillis());
        connection.setRequestProperty("Accept", "application/json");
        int status = connection.getResponseCode();
        if (status == 200) {
            try (InputStream in = connection.getInputStream()) {
                return Json.readObject(read(in));
            }
        }
        connection.disconnect();
        if (status >= 400 && status < 500 && status != TOO_MANY_REQUESTS) {
            return null;
        }
        throw unavailable();
    }

    private static byte[] read(InputStream in) throws IOException {
        long deadline = System.nanoTime() + LONGEST.toNanos();
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        byte[] buffer = new byte[8 * 1024];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            answer.write(buffer, 0, read);
            if (answer.size() > LARGEST_ANSWER || System.nanoTime() > deadline) {
                throw new IOException("The answer is too long");
            }
        }
        return answer.toByteArray();
    }

    private static Problem unavailable() {
        return Problem.of(ErrorCode.UNAVAILABLE, "The video site does not answer; try again in a moment");
    }
}
