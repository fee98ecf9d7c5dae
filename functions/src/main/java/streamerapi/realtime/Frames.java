package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// The frames that the server sends beside events (contract "Realtime stream").
final class Frames {

    /// The reason for which a client is told to come again.
    enum Reason {
        /// API Gateway closes the socket for its age.
        MAX_AGE,
        /// There is more to replay than one sign-in can send.
        REPLAY_CONTINUES
    }

    static final byte[] PONG = Json.write(Map.of("type", "pong"));
    static final byte[] REPLAY_GAP = Json.write(Map.of("type", "replay_gap"));

    private Frames() {}

    static byte[] ready(Map<String, @Nullable Object> data) {
        return frame("ready", data);
    }

    static byte[] replayComplete(int count) {
        return frame("replay_complete", Map.of("count", count));
    }

    /// @param closes when the socket is closed
    static byte[] reconnect(Reason reason, Instant closes) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("reason", reason.name().toLowerCase(Locale.ROOT));
        data.put("closes_at", closes);
        return frame("reconnect", data);
    }

    /// A line of chat, for an overlay.
    static byte[] chatLine(Map<String, @Nullable Object> line) {
        return frame("chat_line", line);
    }

    /// Lines of chat that an overlay no longer shows.
    ///
    /// @param userId whose; null for every chatter of the platform
    /// @param messageId which of them; null for all
    /// @param at lines that were written later stay
    static byte[] chatRemoved(String platform, @Nullable String userId, @Nullable String messageId, Instant at) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("platform", platform);
        data.put("user_id", userId);
        data.put("message_id", messageId);
        data.put("at", at);
        return frame("chat_removed", data);
    }

    static byte[] error(Problem problem) {
        return error(problem.code().label(), problem.getMessage());
    }

    /// @param message for people
    static byte[] error(String code, @Nullable String message) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("code", code);
        data.put("error", message);
        return frame("error", data);
    }

    private static byte[] frame(String type, Map<String, ? extends @Nullable Object> data) {
        Map<String, @Nullable Object> frame = new LinkedHashMap<>();
        frame.put("type", type);
        frame.put("data", data);
        return Json.write(frame);
    }
}
