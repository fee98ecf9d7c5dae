package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.overlays.SocketFrame;
import streamerapi.shared.labels.Labelled;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/// The frames that the server sends beside events (contract "Realtime stream").
final class Frames {

    /// The reason why a client should reconnect.
    private enum Reason implements Labelled {
        /// API Gateway closes the socket for its age.
        MAX_AGE,
        /// There is more to replay than one sign-in can send.
        REPLAY_CONTINUES
    }

    /// @param closes when the socket is closed
    /// @param since the event after which a replay goes on, which the socket may not have been sent; null for the last
    /// one that it was sent
    private record Reconnect(
            Reason reason, Instant closes, @Nullable String since) {
        private static final Schema<Reconnect> SCHEMA = Schema.shown("Reconnect", "Come again.", s -> {
            s.choice("reason", Reconnect::reason, List.of(Reason.values()));
            s.time("closes_at", Reconnect::closes);
            s.text("since", Reconnect::since).orAbsent();
        });
    }

    private record ChatRemoved(
            String platform,
            @Nullable String userId,
            @Nullable String messageId,
            Instant at) {
        private static final Schema<ChatRemoved> SCHEMA = Schema.shown("ChatRemoved", "Lines that go.", s -> {
            s.text("platform", ChatRemoved::platform);
            s.anyText("user_id", ChatRemoved::userId);
            s.anyText("message_id", ChatRemoved::messageId);
            s.time("at", ChatRemoved::at);
        });
    }

    /// @param message for people
    private record Refusal(String code, @Nullable String message) {
        private static final Schema<Refusal> SCHEMA = Schema.shown("Refusal", "Why a frame was refused.", s -> {
            s.text("code", Refusal::code);
            s.anyText("error", Refusal::message);
        });
    }

    static final byte[] PONG = SocketFrame.of("pong").bytes();
    static final byte[] REPLAY_GAP = SocketFrame.of("replay_gap").bytes();

    private Frames() {}

    static byte[] replayComplete(int count) {
        return new SocketFrame("replay_complete", Map.of("count", count)).bytes();
    }

    /// Tells the client to come again because the socket grows old.
    ///
    /// @param closes when the socket is closed
    static byte[] reconnect(Instant closes) {
        return reconnect(new Reconnect(Reason.MAX_AGE, closes, null));
    }

    /// Tells the client to come again because there is more to replay. It names the last event that was
    /// read, because a client that wants none of those before it knows no later place to go on from.
    ///
    /// @param closes when the socket is closed
    /// @param since the id of the last event that was read
    static byte[] replayContinues(Instant closes, String since) {
        return reconnect(new Reconnect(Reason.REPLAY_CONTINUES, closes, since));
    }

    private static byte[] reconnect(Reconnect reconnect) {
        return SocketFrame.of("reconnect", Reconnect.SCHEMA, reconnect).bytes();
    }

    /// A line of chat, for an overlay.
    static byte[] chatLine(Map<String, @Nullable Object> line) {
        return new SocketFrame("chat_line", line).bytes();
    }

    /// Lines of chat that an overlay no longer shows.
    ///
    /// @param userId whose; null for every chatter of the platform
    /// @param messageId which of them; null for all
    /// @param at lines that were written later stay
    static byte[] chatRemoved(String platform, @Nullable String userId, @Nullable String messageId, Instant at) {
        return SocketFrame.of("chat_removed", ChatRemoved.SCHEMA, new ChatRemoved(platform, userId, messageId, at))
                .bytes();
    }

    static byte[] error(Problem problem) {
        return error(problem.code().label(), problem.getMessage());
    }

    /// @param message for people
    static byte[] error(String code, @Nullable String message) {
        return SocketFrame.of("error", Refusal.SCHEMA, new Refusal(code, message))
                .bytes();
    }
}
