package streamerapi.events;

import streamerapi.shared.tasks.Beside;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/// Starts the functions that a stream needs when it begins, so that the evening's first tip meets none that has to
/// start: one `OPTIONS` request for each group of endpoints, or two at the same time, which start two copies. It
/// needs no credential and reads no table. The functions behind the queues and the table's stream are started by the
/// message that leads here.
final class WakeUp {

    /// The only field of [#MESSAGE].
    static final String TASK = "stream";

    /// The message that asks for it.
    static final String MESSAGE = "{\"" + TASK + "\":{\"begun\":true}}";

    private static final List<String> PATHS = List.of(
            "/v1/tips",
            "/v1/tts/queue",
            "/v1/media/queue",
            "/v1/tipping",
            "/v1/overlays",
            "/v1/counters",
            "/v1/leaderboard",
            "/v1/realtime/token",
            "/overlay");

    private static final Duration TIMEOUT = Duration.ofSeconds(8);

    private final String origin;
    private final int copies;

    /// @param origin of the service: `https://api.example.com`
    /// @param copies how many of each function are started, 0 for none
    WakeUp(String origin, int copies) {
        this.origin = origin;
        this.copies = copies;
    }

    /// Starts them, and tells how many answered. One that does not is started by its first request, as without this.
    long call() {
        List<Beside<Boolean>> calls = PATHS.stream()
                .flatMap(path -> IntStream.range(0, copies).mapToObj(copy -> Beside.start(() -> answers(path))))
                .toList();
        return calls.stream().filter(Beside::join).count();
    }

    private boolean answers(String path) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(origin + path).toURL().openConnection();
            connection.setRequestMethod("OPTIONS");
            connection.setInstanceFollowRedirects(false);
            connection.setConnectTimeout((int) TIMEOUT.toMillis());
            connection.setReadTimeout((int) TIMEOUT.toMillis());
            int status = connection.getResponseCode();
            connection.disconnect();
            return status / 100 == 2;
        } catch (IOException e) {
            return false;
        }
    }
}
