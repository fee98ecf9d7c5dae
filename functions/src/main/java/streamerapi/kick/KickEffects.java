package streamerapi.kick;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.AccountAccess;
import streamerapi.connections.PlatformEffects;
import streamerapi.providers.JsonFields;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.json.Json;

import java.util.Map;

/// Kick's chat, by the streamer's token. A message of type `bot` goes to the channel of the token's owner.
public final class KickEffects implements PlatformEffects {

    private final KickApi api;

    public KickEffects(KickApi api) {
        this.api = api;
    }

    @Override
    public @Nullable String scope(EffectAction action) {
        return action == EffectAction.CHAT_SEND ? "chat:write" : null;
    }

    @Override
    public EffectResult carryOut(AccountAccess access, Effect effect) {
        String message = Json.text(effect.data(), "message");
        JsonFields line = new JsonFields(api.calls()
                        .body(api.post("/chat", access.accessToken(), Map.of("type", "bot", "content", message))))
                .object("data");
        return line.flag("is_sent")
                ? new EffectResult.Done(Map.of("message_id", line.text("message_id")))
                : new EffectResult.Refused("not sent");
    }
}
