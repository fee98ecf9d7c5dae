package streamerapi.hooks;

import streamerapi.connections.HookConnections;
import streamerapi.connections.ProviderConnection;
import streamerapi.kofi.KofiTip;
import streamerapi.shared.digests.Hmac;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Arrays;

/// Takes what Ko-fi sends: a form whose field `data` is a JSON object, with the token of the streamer's settings in it.
///
/// @param connections open the token
record KofiReceiver(HookConnections connections, InstantSource clock) implements PlatformReceiver {

    private static final String FIELD = "data=";

    @Override
    public Reception receive(Hook hook, ProviderConnection connection) {
        EventFields data = new EventFields("data.", Json.asObject(data(hook)));
        String token = connections.secret(connection);
        if (token == null
                || !(data.fields().get("verification_token") instanceof String sent)
                || !Hmac.isSame(token, sent)) {
            throw Problem.of(ErrorCode.INVALID_SIGNATURE, "The token is not the one of this connection");
        }
        String type = data.text("type", EventFields.NAME);
        KofiTip tip = KofiEvents.of(type, data);
        return tip == null
                ? new Reception.Ignored(type)
                : new Reception.Taken(new ReceivedMessage.Supported(
                        connection.tenantId(), connection.provider(), tip, connection.isNews(clock.instant())));
    }

    private static Object data(Hook hook) {
        String encoded = Arrays.stream(new String(hook.body(), StandardCharsets.UTF_8).split("&", -1))
                .filter(field -> field.startsWith(FIELD))
                .findFirst()
                .orElseThrow(() -> Problem.badField("data", "data is missing"));
        try {
            String text = URLDecoder.decode(encoded.substring(FIELD.length()), StandardCharsets.UTF_8);
            return Json.readObject(text.getBytes(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException | Json.Malformed e) {
            throw Problem.badField("data", "data is not a JSON object");
        }
    }
}
