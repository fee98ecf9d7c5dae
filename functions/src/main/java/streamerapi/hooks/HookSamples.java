package streamerapi.hooks;

import streamerapi.shared.json.Json;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Calls of platforms as API Gateway hands them over: handled before a snapshot, they load what a call can need. They
/// go to the connections of `priming/rows.json`.
final class HookSamples {

    /// The secret that the row of the connection to Twitch holds, sealed.
    private static final String SECRET = "priming-priming-priming-priming-";

    private static final String CONNECTION = "con_0000000000000" + "0".repeat(32);
    private static final String LINE = """
            {"subscription": {"type": "channel.chat.message"}, "event": {"broadcaster_user_id": "1",
            "chatter_user_id": "2", "chatter_user_login": "novafox", "chatter_user_name": "NovaFox", "message_id": "m",
            "message": {"text": "Hello"}, "badges": [{"set_id": "moderator", "id": "1", "info": ""}]}}""";
    private static final String REDEMPTION = """
            {"subscription": {"type": "channel.channel_points_custom_reward_redemption.add"}, "event": {"id": "r",
            "broadcaster_user_id": "1", "user_id": "2", "user_login": "novafox", "user_name": "NovaFox",
            "user_input": "Hello", "status": "unfulfilled", "redeemed_at": "2026-09-12T18:20:31.123Z",
            "reward": {"id": "w", "title": "Hydrate!", "cost": 500}}}""";

    private HookSamples() {}

    /// Calls that are made at a time.
    static List<byte[]> at(Instant now) {
        return List.of(twitch(LINE, now), twitch(REDEMPTION, now), unsigned(now));
    }

    private static byte[] twitch(String body, Instant now) {
        String time = now.toString();
        return event(
                "twitch",
                Map.of(
                        "content-type", "application/json",
                        "twitch-eventsub-message-id", "priming",
                        "twitch-eventsub-message-type", "notification",
                        "twitch-eventsub-message-timestamp", time,
                        "twitch-eventsub-message-signature",
                                TwitchReceiver.signature(SECRET, "priming" + time, body.getBytes(UTF_8))),
                body);
    }

    /// A call that is refused, and counted.
    private static byte[] unsigned(Instant now) {
        return event(
                "kick",
                Map.of(
                        "content-type", "application/json",
                        "kick-event-message-id", "priming",
                        "kick-event-type", "chat.message.sent",
                        "kick-event-message-timestamp", now.toString(),
                        "kick-event-signature", "none"),
                "{}");
    }

    private static byte[] event(String provider, Map<String, String> headers, String body) {
        return Json.write(Map.of(
                "rawPath",
                "/hooks/" + provider + "/" + CONNECTION,
                "headers",
                headers,
                "body",
                body,
                "isBase64Encoded",
                false,
                "requestContext",
                Map.of("requestId", "priming", "http", Map.of("method", "POST", "sourceIp", "127.0.0.1"))));
    }
}
