package streamerapi.bot;

import streamerapi.connectors.Connector;
import streamerapi.connectors.Connectors;
import streamerapi.shared.text.PlatformCommands;

import java.util.Map;

/// Says something in a platform's chat as the bot, by the platform's connector (contract "Ingest", `chat.send`).
public final class ChatSender {

    private final Connectors connectors;

    public ChatSender(Connectors connectors) {
        this.connectors = connectors;
    }

    /// Sends a message, once. One that the platform could take for a command to itself is left out: the bot says what
    /// viewers and apps wrote too, and moderates most channels.
    ///
    /// @param platform `alpha` or `beta`
    /// @return whether the platform took it
    public boolean send(String tenantId, String platform, String text) {
        Connector connector = Connector.of(platform).orElseThrow();
        return !PlatformCommands.isUnseen(text)
                && !PlatformCommands.isCommand(text)
                && connectors.call(tenantId, connector, "chat.send", Map.of("message", text)) == Connectors.Result.DONE;
    }
}
