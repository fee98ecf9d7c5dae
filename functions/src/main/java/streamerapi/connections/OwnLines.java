package streamerapi.connections;

/// The lines that the service said in the streamer's chats, in the streamer's own name.
@FunctionalInterface
public interface OwnLines {

    /// Whether a line of the connected account itself is one that the service said. If one with the same text is being
    /// sent, this waits for the platform's answer, which names the line.
    ///
    /// @param messageId as the platform names the line
    /// @param text of the line
    boolean isOwn(String tenantId, Provider provider, String messageId, String text);
}
