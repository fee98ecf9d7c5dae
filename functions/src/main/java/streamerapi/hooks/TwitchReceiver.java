package streamerapi.hooks;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.HookConnections;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderAccount;
import streamerapi.connections.ProviderConnection;
import streamerapi.shared.digests.Hmac;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// Takes what Twitch's EventSub sends: `sha256=` and the hex HMAC-SHA256 of message id, time and body, under the secret
/// that the service gave the subscription.
///
/// @param connections open the secret
record TwitchReceiver(HookConnections connections, InstantSource clock) implements PlatformReceiver {

    private static final String PREFIX = "twitch-eventsub-message-";
    private static final String CHALLENGE = "webhook_callback_verification";
    private static final List<String> CHANNELS = List.of("broadcaster_user_id", "to_broadcaster_user_id");

    @Override
    public Reception receive(Hook hook, ProviderConnection connection) {
        String id = hook.header(PREFIX + "id");
        String type = hook.header(PREFIX + "type");
        String signature = hook.header(PREFIX + "signature");
        Instant at = hook.time(PREFIX + "timestamp", clock.instant());
        String secret = connections.secret(connection);
        String signed = id + hook.header(PREFIX + "timestamp");
        if (secret == null || !isOf(signature, secret, signed, hook.body())) {
            throw Problem.of(ErrorCode.INVALID_SIGNATURE, "The signature does not match this body");
        }
        try {
            return read(type, id, at, new EventFields("", Json.readObject(hook.body())), connection);
        } catch (Json.Malformed | Problem unreadable) {
            return new Reception.Ignored("unreadable: " + unreadable.getMessage());
        }
    }

    private static boolean isOf(String signature, String secret, String before, byte[] body) {
        return Hmac.isSame(signature(secret, before, body), signature);
    }

    /// The signature of a call.
    ///
    /// @param before the message id and the time, as the headers have them
    static String signature(String secret, String before, byte[] body) {
        return "sha256=" + Hmac.hex(secret, before, body);
    }

    private Reception read(String kind, String id, Instant at, EventFields body, ProviderConnection connection) {
        EventFields subscription = body.object("subscription");
        String type = subscription.text("type", EventFields.ID);
        if (!kind.equals(CHALLENGE) && isOfAnotherChannel(subscription, connection)) {
            return new Reception.Ignored(type + " of another channel");
        }
        return switch (kind) {
            case CHALLENGE ->
                body.fields().get("challenge") instanceof String challenge
                        ? new Reception.Challenged(
                                challenge, new ReceivedMessage.Verified(connection.tenantId(), Provider.TWITCH, type))
                        : new Reception.Ignored("no challenge");
            case "revocation" ->
                new Reception.Taken(new ReceivedMessage.Revoked(
                        connection.tenantId(), Provider.TWITCH, subscription.text("status", EventFields.ID), at));
            case "notification" -> happened(TwitchEvents.of(type, id, at, body.object("event")), type, connection);
            default -> new Reception.Ignored(kind);
        };
    }

    /// Whether a subscription is one of the channel that was connected before. Twitch sends its events until it is
    /// deleted, which can fail.
    private static boolean isOfAnotherChannel(EventFields subscription, ProviderConnection connection) {
        EventFields condition = subscription.objectOrNull("condition");
        ProviderAccount account = connection.account();
        return condition != null
                && account != null
                && CHANNELS.stream()
                        .map(field -> condition.textOrNull(field, EventFields.ID))
                        .anyMatch(channel -> channel != null && !channel.equals(account.id()));
    }

    private Reception happened(@Nullable PlatformEvent event, String type, ProviderConnection connection) {
        return event == null
                ? new Reception.Ignored(type)
                : new Reception.Taken(ReceivedMessage.Happened.of(connection, event, clock.instant()));
    }
}
