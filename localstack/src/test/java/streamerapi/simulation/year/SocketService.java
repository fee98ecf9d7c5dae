package streamerapi.simulation.year;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import streamerapi.simulation.Answered;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// API Gateway's sockets. A client can be gone before its connection is known to be, and learns that it was closed.
final class SocketService {

    private static final String FUNCTION = "RealtimeFunction";

    private static final Duration SILENCE = Duration.ofMinutes(10);

    private final World world;
    private final Map<String, Connection> open = new HashMap<>();
    private int made;

    SocketService(World world) {
        this.world = world;
    }

    /// The client's end of a connection.
    interface Client {

        void receive(String frame);

        /// Called once, if the connection is closed by the other end or by what lies between.
        void closed();
    }

    final class Connection {

        private final String id;
        private final Instant began;
        private final Client client;
        private @Nullable Instant live;
        private @Nullable Instant ended;
        private @Nullable Instant handled;
        private @Nullable Instant unanswered;
        private boolean isLeft;
        private boolean isAccepted;

        private Connection(String id, Instant began, Client client) {
            this.id = id;
            this.began = began;
            this.client = client;
        }

        String id() {
            return id;
        }

        Instant began() {
            return began;
        }

        /// When its client was told that it is signed in; null if it never was.
        @Nullable
        Instant live() {
            return live;
        }

        /// When API Gateway saw it go; the present if it has not yet.
        Instant end(Instant now) {
            return ended == null ? now : ended;
        }

        /// When the service stopped counting on it: a post of a frame got no answer, or it went.
        Instant countedUntil(Instant now) {
            return unanswered == null ? end(now) : unanswered;
        }

        /// When it was seen to go, or later, if its sign-in was still being handled then.
        Instant known(Instant now) {
            Instant end = end(now);
            return handled == null || handled.isBefore(end) ? end : handled;
        }

        private void event(String type, @Nullable String body, Lambdas.Outcome outcome) {
            ObjectNode event = JsonNodeFactory.instance.objectNode();
            ObjectNode context = event.putObject("requestContext")
                    .put("routeKey", type.equals("MESSAGE") ? "$default" : "$" + type.toLowerCase(Locale.ROOT))
                    .put("eventType", type)
                    .put("stage", "realtime")
                    .put("connectedAt", began.toEpochMilli())
                    .put("requestTimeEpoch", world.turns().now().toEpochMilli())
                    .put("requestId", "r" + made++)
                    .put("connectionId", id);
            if (type.equals("DISCONNECT")) {
                context.put("disconnectStatusCode", 1001).put("disconnectReason", "Going away");
            }
            context.putObject("identity").put("sourceIp", "192.0.2.1").put("userAgent", "year");
            event.put("body", body).put("isBase64Encoded", false);
            world.lambdas().invoke(FUNCTION, QueueService.bytes(event), outcome);
        }

        /// Opens it; what the client sends first is its sign-in.
        private void begin(String signIn) {
            event("CONNECT", null, answer -> {
                if (answer == null || isLeft) {
                    open.remove(id);
                    ended = world.turns().now();
                    world.turns().after(world.luck().within(0.1), this::tellClosed);
                } else {
                    isAccepted = true;
                    event("MESSAGE", signIn, answered -> signedIn(answered != null));
                }
            });
        }

        /// API Gateway tells a client itself of a message that was not handled.
        private void signedIn(boolean isHandled) {
            handled = world.turns().now();
            if (!isHandled && !isLeft) {
                world.story().reached("a socket's sign-in is not answered");
                client.receive("{\"message\":\"Internal server error\"}");
            }
        }

        /// The client goes. API Gateway sees it at once, later, or when it sends.
        void leave() {
            isLeft = true;
            if (world.luck().strikesOneIn(4)) {
                freeze();
            } else {
                world.story().tell("socket " + id + " goes");
                world.turns().after(world.luck().within(0.5), this::end);
            }
        }

        /// The client goes without a word. API Gateway closes a connection that is silent for ten minutes.
        void freeze() {
            isLeft = true;
            world.story().tell("socket " + id + " goes, in silence");
            world.turns().after(SILENCE, this::end);
        }

        private void end() {
            ended = ended == null ? world.turns().now() : ended;
            if (open.remove(id) != null && isAccepted) {
                event("DISCONNECT", null, ignored -> {});
            }
        }

        private void tellClosed() {
            if (!isLeft) {
                isLeft = true;
                client.closed();
            }
        }
    }

    Connection open(Client client, String signIn) {
        Connection connection = new Connection("c" + made++ + "=", world.turns().now(), client);
        open.put(connection.id, connection);
        world.turns().after(world.luck().within(0.1), () -> connection.begin(signIn));
        return connection;
    }

    Answered post(String id, String frame) {
        world.meter().frame();
        Connection connection = open.get(id);
        if (connection == null) {
            return Answered.gone();
        }
        if (!connection.isLeft) {
            String seen = world.mutation().frame(frame, world.user().account().secondKey());
            world.secrecy().look("a frame of a socket", seen);
            world.story().note(id + " gets a frame", seen.getBytes(StandardCharsets.UTF_8));
            if (connection.live == null && seen.contains("\"type\":\"ready\"")) {
                connection.live = world.turns().now();
            }
            connection.client.receive(seen);
        }
        return Answered.empty();
    }

    /// Notes that the service got no answer to a frame that it sent to a socket.
    void noteUnanswered(String id) {
        Connection connection = open.get(id);
        if (connection != null && connection.unanswered == null) {
            connection.unanswered = world.turns().now();
        }
    }

    Answered close(String id) {
        Connection connection = open.get(id);
        if (connection == null) {
            return Answered.gone();
        }
        world.turns().after(world.luck().within(0.2), connection::tellClosed);
        world.turns().after(world.luck().within(0.5), connection::end);
        return Answered.empty();
    }
}
