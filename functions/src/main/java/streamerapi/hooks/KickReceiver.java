package streamerapi.hooks;

import streamerapi.connections.ProviderAccount;
import streamerapi.connections.ProviderConnection;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;

/// Takes what Kick sends: a signature of message id, time and body, with points between. Kick signs for every app with
/// one key, and signs neither type nor subscription, so the body must be about the connected channel and have the
/// fields of the type.
record KickReceiver(KickPublicKey key, InstantSource clock) implements PlatformReceiver {

    private static final String PREFIX = "kick-event-";

    @Override
    public Reception receive(Hook hook, ProviderConnection connection) {
        String id = hook.header(PREFIX + "message-id");
        String signature = hook.header(PREFIX + "signature");
        String type = hook.header(PREFIX + "type");
        Instant at = hook.time(PREFIX + "message-timestamp", clock.instant());
        if (!key.isOf(signature, signed(id + "." + hook.header(PREFIX + "message-timestamp") + ".", hook.body()))) {
            throw Problem.of(ErrorCode.INVALID_SIGNATURE, "The signature does not match this body");
        }
        EventFields body;
        try {
            body = new EventFields("", Json.readObject(hook.body()));
        } catch (Json.Malformed unreadable) {
            return new Reception.Ignored("unreadable: " + unreadable.getMessage());
        }
        check(body, connection);
        PlatformEvent event = KickEvents.of(type, id, at, body);
        return event == null
                ? new Reception.Ignored(type)
                : new Reception.Taken(ReceivedMessage.Happened.of(connection, event, clock.instant()));
    }

    private static void check(EventFields body, ProviderConnection connection) {
        ProviderAccount account = connection.account();
        String broadcaster = body.object("broadcaster").id("user_id");
        if (account == null || !account.id().equals(broadcaster)) {
            throw Problem.badField("broadcaster.user_id", "broadcaster.user_id is not the connected channel");
        }
    }

    private static byte[] signed(String before, byte[] body) {
        ByteArrayOutputStream signed = new ByteArrayOutputStream();
        signed.writeBytes(before.getBytes(StandardCharsets.UTF_8));
        signed.writeBytes(body);
        return signed.toByteArray();
    }
}
