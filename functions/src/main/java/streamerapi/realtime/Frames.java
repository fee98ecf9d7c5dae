package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;

import java.util.LinkedHashMap;
import java.util.Map;

/// The frames that the server sends beside events (contract "Realtime stream").
final class Frames {

    static final byte[] PONG = Json.write(Map.of("type", "pong"));
    static final byte[] REPLAY_GAP = Json.write(Map.of("type", "replay_gap"));

    private Frames() {}

    static byte[] ready(Map<String, @Nullable Object> data) {
        return frame("ready", data);
    }

    static byte[] replayComplete(int count) {
        return frame("replay_complete", Map.of("count", count));
    }

    static byte[] error(Problem problem) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("code", problem.code().label());
        data.put("error", problem.getMessage());
        return frame("error", data);
    }

    private static byte[] frame(String type, Map<String, ? extends @Nullable Object> data) {
        Map<String, @Nullable Object> frame = new LinkedHashMap<>();
        frame.put("type", type);
        frame.put("data", data);
        return Json.write(frame);
    }
}
