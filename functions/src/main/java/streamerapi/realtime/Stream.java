package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.events.Channel;
import streamerapi.shared.events.EventType;
import streamerapi.shared.limits.RateLimit;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.tts.TtsPages;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Lets sockets in: finds the caller, subscribes the socket, and tells it how everything stands.
///
/// The subscription stands before the snapshot and the replay are read, so nothing that happens meanwhile is missed; an
/// event can come twice, and carries an id to know it by.
final class Stream {

    private static final Duration LIFE = Duration.ofHours(2);
    private static final int LARGEST_FRAME = 120 * 1024;
    private static final int TIPS = 100;
    private static final int FEWER_TIPS = 25;
    private static final int REPLAYED_AT_ONCE = 100;

    private final Table table;
    private final Credentials credentials;
    private final RateLimiter limiter;
    private final Connections connections;
    private final TtsPages tts;

    Stream(Table table, Credentials credentials, RateLimiter limiter, Connections connections) {
        this.table = table;
        this.credentials = credentials;
        this.limiter = limiter;
        this.connections = connections;
        this.tts = new TtsPages(table);
    }

    /// Signs a socket in.
    ///
    /// @param connected when the socket was opened
    /// @throws Problem `invalid_api_key`, `invalid_token`, or `bad_request` for a socket that has signed in already
    Caller enter(String connectionId, Instant connected, SignIn signIn) {
        Caller caller = caller(signIn.secret());
        Set<Channel> channels = EnumSet.noneOf(Channel.class);
        for (Channel channel : Channel.values()) {
            if (channel.openTo(caller.scopes())) {
                channels.add(channel);
            }
        }
        Instant closes = connected.plus(LIFE);
        subscribe(
                caller,
                Socket.signingIn(caller.tenantId(), connectionId, caller.id(), channels, signIn.events(), closes));
        connections.send(connectionId, ready(caller, connectionId, channels, closes, TIPS));
        if (signIn.since() != null) {
            replay(caller.tenantId(), connectionId, signIn.since());
        }
        return caller;
    }

    /// Forgets a socket that is gone.
    void leave(String connectionId) {
        Key key = Keys.connection(connectionId);
        Row connection = table.get(key);
        if (connection != null) {
            table.write(
                    List.of(Write.delete(key), Write.delete(Keys.socket(connection.text("tenant_id"), connectionId))));
        }
    }

    private Caller caller(Secret secret) {
        Caller caller = credentials.find(secret, limiter.window(RateLimit.REQUESTS_PER_KEY, secret.hash()));
        if (caller == null) {
            throw Problem.of(
                    secret.kind() == Secret.Kind.ACCESS_TOKEN ? ErrorCode.INVALID_TOKEN : ErrorCode.INVALID_API_KEY);
        }
        return caller;
    }

    private void subscribe(Caller caller, Socket socket) {
        Row connection = Row.of(Keys.connection(socket.connectionId()))
                .with("tenant_id", caller.tenantId())
                .with("expires_at", socket.row().number("expires_at"));
        table.write(List.of(
                Write.put(connection)
                        .when(Condition.noRow())
                        .orElse(current -> Problem.of(ErrorCode.BAD_REQUEST, "The socket has signed in already")),
                Write.put(socket.row())));
    }

    private byte[] ready(Caller caller, String connectionId, Set<Channel> channels, Instant closes, int tips) {
        String last = lastEventId(caller.tenantId());
        Map<String, @Nullable Object> snapshot = new LinkedHashMap<>();
        if (caller.scopes().contains(Scope.TTS_READ)) {
            snapshot.put("tts", tts.queue(caller.tenantId(), tips, null));
        }
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("connection_id", connectionId);
        data.put("tenant_id", caller.tenantId());
        data.put("channels", channels.stream().map(Channel::label).toList());
        data.put("last_event_id", last);
        data.put("expires_at", closes);
        data.put("snapshot", snapshot);
        byte[] frame = Frames.ready(data);
        return frame.length > LARGEST_FRAME && tips > FEWER_TIPS
                ? ready(caller, connectionId, channels, closes, FEWER_TIPS)
                : frame;
    }

    private @Nullable String lastEventId(String tenantId) {
        List<Row> newest = table.query(
                Query.of(Keys.events(tenantId), "evt_").newestFirst().limit(1));
        return newest.isEmpty() ? null : newest.getFirst().key().sort();
    }

    /// Sends everything after an event, in order, as far as the socket wants it.
    private void replay(String tenantId, String connectionId, String since) {
        Row socketRow = table.get(Keys.socket(tenantId, connectionId));
        if (socketRow == null) {
            return;
        }
        if (table.get(Keys.event(tenantId, since)) == null) {
            connections.send(connectionId, Frames.REPLAY_GAP);
            return;
        }
        Socket socket = new Socket(socketRow);
        int count = 0;
        String after = since;
        List<Row> page;
        do {
            page = table.query(
                    Query.of(Keys.events(tenantId), "evt_").after(after).limit(REPLAYED_AT_ONCE));
            for (Row event : page) {
                after = event.key().sort();
                boolean wanted =
                        EventType.of(event.text("type")).filter(socket::wants).isPresent();
                if (wanted) {
                    if (!connections.send(connectionId, event.text("body").getBytes(StandardCharsets.UTF_8))) {
                        return;
                    }
                    count++;
                }
            }
        } while (page.size() == REPLAYED_AT_ONCE);
        connections.send(connectionId, Frames.replayComplete(count));
    }
}
