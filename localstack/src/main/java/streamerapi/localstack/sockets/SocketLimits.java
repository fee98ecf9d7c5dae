package streamerapi.localstack.sockets;

import java.time.Duration;

/// How long a connection lives: without a frame, and at all; and how long a slow receiver may hold up a post.
public record SocketLimits(Duration idle, Duration lifetime, Duration slowReceiver) {

    /// API Gateway's own: ten minutes without a frame, two hours at all.
    public static SocketLimits ofApiGateway() {
        return new SocketLimits(Duration.ofMinutes(10), Duration.ofHours(2), Duration.ofSeconds(10));
    }
}
