package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.events.EventType;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.text.ViewerText;

import java.util.List;
import java.util.Map;

/// A client's first frame: its credential, the events that it subscribes to, and the place after which it gets them.
///
/// @param secret an API key, an access token, a realtime token or an overlay's key
/// @param events event types, or `*`
/// @param since the last event that it has seen, or null
record SocketSignIn(
        Secret secret, List<String> events, @Nullable String since) {

    /// Characters of an unknown event type that a refusal repeats.
    private static final int MAX_SHOWN = 64;

    /// Reads the frame.
    ///
    /// @throws Problem `bad_request`, `invalid_api_key` or `invalid_token`
    /// @throws CloseReason.Reached `invalid_overlay_key`
    static SocketSignIn of(Map<String, @Nullable Object> frame) {
        return new SocketSignIn(secret(frame.get("data")), events(frame.get("events")), since(frame.get("since")));
    }

    private static Secret secret(@Nullable Object sent) {
        if (sent instanceof Map<?, ?> data) {
            if (data.get("apiKey") instanceof String credential) {
                boolean token = credential.startsWith(Secret.Kind.ACCESS_TOKEN.prefix());
                return Secret.parseBearer(credential)
                        .filter(secret -> secret.kind() != Secret.Kind.OVERLAY_KEY)
                        .orElseThrow(() -> Problem.of(token ? ErrorCode.INVALID_TOKEN : ErrorCode.INVALID_API_KEY));
            }
            if (data.get("token") instanceof String token) {
                return Secret.parse(token)
                        .filter(secret -> secret.kind() == Secret.Kind.REALTIME_TOKEN)
                        .orElseThrow(() -> Problem.of(ErrorCode.INVALID_TOKEN));
            }
            if (data.get("overlayKey") instanceof String key) {
                return Secret.parse(key)
                        .filter(secret -> secret.kind() == Secret.Kind.OVERLAY_KEY)
                        .orElseThrow(CloseReason.INVALID_OVERLAY_KEY::reached);
            }
        }
        throw Problem.of(
                ErrorCode.BAD_REQUEST,
                "A frame is a ping, a report or, once and first, a sign-in: {\"data\": {…}} with an apiKey, a token or an"
                        + " overlayKey");
    }

    private static List<String> events(@Nullable Object sent) {
        if (sent == null) {
            return List.of(Socket.ALL);
        }
        if (!(sent instanceof List<?> list) || list.isEmpty()) {
            throw Problem.badField("events", "events must be a list of event types, or [\"*\"]");
        }
        for (Object type : list) {
            if (!isType(type)) {
                throw Problem.badField(
                        "events",
                        type instanceof String unknown
                                ? "events names “" + ViewerText.cut(unknown, MAX_SHOWN)
                                        + "”, which is not an event type that can be subscribed to"
                                : "events must be a list of event types, or [\"*\"]");
            }
        }
        return list.stream().map(String.class::cast).distinct().toList();
    }

    private static boolean isType(@Nullable Object sent) {
        return sent instanceof String text
                && (text.equals(Socket.ALL)
                        || EventType.of(text)
                                .filter(type -> type.subscribable() || type == EventType.WARNING)
                                .isPresent());
    }

    private static @Nullable String since(@Nullable Object sent) {
        if (sent == null) {
            return null;
        }
        if (!(sent instanceof String id) || !id.matches("evt_[0-9a-hjkmnp-tv-z]{26}")) {
            throw Problem.badField("since", "since must be an event id");
        }
        return id;
    }

    /// The frame that a text holds.
    ///
    /// @throws Problem `bad_request`
    static Map<String, @Nullable Object> frame(@Nullable String text) {
        try {
            return Json.asObject(Json.read(text == null ? "" : text));
        } catch (Json.Malformed e) {
            throw Problem.of(ErrorCode.BAD_REQUEST, "The frame is not a JSON object: " + e.getMessage());
        }
    }
}
