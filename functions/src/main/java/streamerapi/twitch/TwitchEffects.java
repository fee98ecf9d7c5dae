package streamerapi.twitch;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.AccountAccess;
import streamerapi.connections.PlatformEffects;
import streamerapi.connections.ProviderException;
import streamerapi.providers.JsonFields;
import streamerapi.providers.ProviderCalls;
import streamerapi.shared.calls.JsonCall;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.effects.EffectResult.Cause;
import streamerapi.shared.json.Json;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Twitch's chat and its redemptions, by a user's token.
public final class TwitchEffects implements PlatformEffects {

    private static final String FULFILLED = "FULFILLED";
    private static final String CANCELED = "CANCELED";
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int NOT_FOUND = 404;

    private final TwitchApi api;

    public TwitchEffects(TwitchApi api) {
        this.api = api;
    }

    @Override
    public @Nullable String scope(EffectAction action) {
        return switch (action) {
            case CHAT_SEND -> "user:write:chat";
            case FULFILL, CANCEL -> "channel:manage:redemptions";
            case CAPTURE, RELEASE, REFUND -> null;
        };
    }

    @Override
    public EffectResult carryOut(AccountAccess access, Effect effect) {
        return switch (effect.action()) {
            case CHAT_SEND -> say(access, Json.text(effect.data(), "message"));
            case FULFILL -> resolve(access, effect, FULFILLED);
            case CANCEL -> resolve(access, effect, CANCELED);
            case CAPTURE, RELEASE, REFUND -> new EffectResult.Refused("twitch has no payments");
        };
    }

    /// Says a line as the streamer. Twitch answers 200 for a line that it drops, too.
    private EffectResult say(AccountAccess access, String message) {
        String id = access.account().id();
        Map<String, Object> body = Map.of("broadcaster_id", id, "sender_id", id, "message", message);
        List<JsonFields> data = ProviderCalls.data(api.calls()
                .body(api.post(
                        api.helix("/chat/messages", Map.of()), access.credentials(), access.accessToken(), body)));
        if (data.isEmpty()) {
            throw api.calls().unreadable();
        }
        JsonFields line = data.getFirst();
        return line.flag("is_sent")
                ? new EffectResult.Done(Map.of("message_id", line.text("message_id")))
                : new EffectResult.Refused(
                        "dropped: " + line.object("drop_reason").text("code"));
    }

    private EffectResult resolve(AccountAccess access, Effect effect, String status) {
        URI redemption = redemption(access, effect);
        JsonCall.Answer answer = api.calls().answer(api.patch(redemption, access, Map.of("status", status)));
        if (answer.isSuccess()) {
            return new EffectResult.Done(Map.of());
        }
        return switch (answer.status()) {
            case UNAUTHORIZED -> throw api.calls().refused(UNAUTHORIZED);
            case BAD_REQUEST -> decided(api.get(redemption, access.credentials(), access.accessToken()), status);
            case NOT_FOUND -> new EffectResult.Refused("status 404", Cause.NOT_FOUND);
            default -> new EffectResult.Refused("status " + answer.status());
        };
    }

    /// The result for a redemption that Twitch does not change because it was decided before: by the streamer at
    /// Twitch, or by an earlier attempt whose answer was lost.
    private EffectResult decided(JsonCall question, String status) {
        JsonCall.Answer answer;
        try {
            answer = api.calls().answer(question);
        } catch (ProviderException.Unavailable unavailable) {
            return new EffectResult.Refused("status 400", Cause.DECIDED);
        }
        List<JsonFields> found = ProviderCalls.data(answer.body());
        String now = found.isEmpty() ? "" : found.getFirst().text("status");
        return new EffectResult.Refused("status 400", cause(now, status));
    }

    private static Cause cause(String now, String asked) {
        if (now.equals(asked)) {
            return Cause.DONE_BEFORE;
        }
        return now.equals(FULFILLED) || now.equals(CANCELED) ? Cause.DONE_OTHERWISE : Cause.DECIDED;
    }

    private URI redemption(AccountAccess access, Effect effect) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("broadcaster_id", access.account().id());
        query.put("reward_id", Json.text(effect.data(), "reward_id"));
        query.put("id", Json.text(effect.data(), "redemption_id"));
        return api.helix("/channel_points/custom_rewards/redemptions", query);
    }
}
