package streamerapi.platforms;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.PlatformEffects;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.connections.ProviderException;
import streamerapi.effects.EffectTransport;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.json.Json;

import java.util.Map;
import java.util.Objects;

/// The way to the platforms that an account is connected to by the service itself, and to the connectors' addresses for
/// all others. It reads the connection's row each time.
final class ProviderTransport implements EffectTransport {

    private final ProviderConnections connections;
    private final Map<Provider, PlatformEffects> effects;
    private final AccessTokens tokens;
    private final SentLines lines;
    private final EffectTransport others;

    /// @param others the way to everything that is not connected
    ProviderTransport(
            ProviderConnections connections,
            Map<Provider, PlatformEffects> effects,
            AccessTokens tokens,
            SentLines lines,
            EffectTransport others) {
        this.connections = connections;
        this.effects = effects;
        this.tokens = tokens;
        this.lines = lines;
        this.others = others;
    }

    @Override
    public EffectResult carryOut(String tenantId, Effect effect) {
        Provider provider = Provider.of(effect.connector());
        PlatformEffects platform = effects.get(provider);
        ProviderConnection connection = platform == null ? null : connections.find(tenantId, provider);
        if (platform == null || connection == null || !connection.isUsable()) {
            return others.carryOut(tenantId, effect);
        }
        String scope = platform.scope(effect.action());
        if (scope == null) {
            return new EffectResult.Refused(
                    provider.label() + " has no " + effect.action().label());
        }
        if (!tokens.tokens(connection).scopes().contains(scope)) {
            return new EffectResult.Refused("no scope for " + effect.action().label());
        }
        return effect.action() == EffectAction.CHAT_SEND
                ? said(connection, platform, effect)
                : asked(connection, platform, effect);
    }

    private EffectResult asked(ProviderConnection connection, PlatformEffects platform, Effect effect) {
        try {
            return tokens.with(connection, access -> platform.carryOut(access, effect));
        } catch (ProviderException.Refused refused) {
            return new EffectResult.Refused("status " + refused.status());
        } catch (ProviderException.Unavailable unavailable) {
            return new EffectResult.Unknown(Objects.requireNonNull(unavailable.getMessage()), unavailable.retryAfter());
        }
    }

    /// Says a line of chat, which is noted so that its echo is known.
    private EffectResult said(ProviderConnection connection, PlatformEffects platform, Effect effect) {
        String text = Json.text(effect.data(), "message");
        lines.begin(connection.tenantId(), connection.provider(), effect.id(), text);
        EffectResult result = asked(connection, platform, effect);
        if (!(result instanceof EffectResult.Unknown)) {
            lines.end(connection.tenantId(), connection.provider(), effect.id(), messageId(result));
        }
        return result;
    }

    private static @Nullable String messageId(EffectResult result) {
        return result instanceof EffectResult.Done done && done.answer().get("message_id") instanceof String id
                ? id
                : null;
    }
}
