package streamerapi.bot;

import streamerapi.connectors.Connector;
import streamerapi.connectors.Connectors;

import java.util.Map;

/// Says something in a platform's chat as the bot, by the platform's connector (contract "Ingest", `chat.send`).
public final class ChatSender {

    private final Connectors connectors;

    public ChatSender(Connectors connectors) {
        this.connectors = connectors;
    }

    /// Sends a message, once.
    ///
    /// @param platform `alpha` or `beta`
    /// @return whether the platform took it
    public boolean send(String tenantId, String platform, String text) {
        Connector connector = Connector.of(platform).orElseThrow();
        return !text.isEmpty()
                && connectors.call(tenantId, connector, "chat.send", Map.of("message", text)) == Connectors.Result.DONE;
    }
}
