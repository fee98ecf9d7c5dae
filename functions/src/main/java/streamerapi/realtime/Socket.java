package streamerapi.realtime;

import streamerapi.shared.events.Channel;
import streamerapi.shared.events.EventType;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import java.time.Instant;
import java.util.List;
import java.util.Set;

/// A socket that has signed in, as its row has it.
public record Socket(Row row) {

    /// The first characters of a socket's name among an account's subscribers.
    public static final String PREFIX = "socket_";

    /// The filter that lets everything through.
    static final String ALL = "*";

    /// A socket that signs in now.
    static Socket signingIn(
            String tenantId,
            String connectionId,
            String credentialId,
            Set<Channel> channels,
            List<String> events,
            Instant closes) {
        return new Socket(Row.of(Keys.socket(tenantId, connectionId))
                .with("credential_id", credentialId)
                .with("channels", channels.stream().map(Channel::label).toList())
                .with("events", events)
                .with("expires_at", closes.getEpochSecond()));
    }

    /// API Gateway's name for the connection.
    public String connectionId() {
        return row.key().sort().substring((Keys.SUBSCRIBER + PREFIX).length());
    }

    /// Whether it is to be sent events of this type: their channel is open to it, and its filter lets them through.
    public boolean wants(EventType type) {
        List<String> events = row.texts("events");
        return row.texts("channels").contains(type.channel().label())
                && (events.contains(ALL) || events.contains(type.label()));
    }
}
