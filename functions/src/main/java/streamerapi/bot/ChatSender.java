package streamerapi.bot;

import streamerapi.effects.EffectTransport;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.effects.EffectResult;
import streamerapi.shared.text.PlatformCommands;

import java.util.Map;

/// Says something in a platform's chat as the bot. A line is sent once: one that is said twice, or late, is worse than
/// none.
public final class ChatSender {

    private final EffectTransport transport;

    public ChatSender(EffectTransport transport) {
        this.transport = transport;
    }

    /// Sends a message, once. A message that the platform could take for one of its own commands is not sent: the bot
    /// also sends texts of viewers and apps, and it is a moderator in most channels.
    ///
    /// @param about what the message answers or comes from, the same for the same message: `message:<id>`
    /// @return whether the platform took it
    public boolean send(String tenantId, Platform platform, String about, String text) {
        return !PlatformCommands.isUnseen(text)
                && !PlatformCommands.isCommand(text)
                && transport.carryOut(
                                tenantId,
                                new Effect(
                                        about, EffectAction.CHAT_SEND, platform.connector(), Map.of("message", text)))
                        instanceof EffectResult.Done;
    }
}
