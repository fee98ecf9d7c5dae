package streamerapi.simulation.year;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.services.apigatewaymanagementapi.ApiGatewayManagementApiClientBuilder;
import software.amazon.awssdk.services.polly.PollyClientBuilder;
import streamerapi.shared.aws.AwsTransport;
import streamerapi.simulation.Answered;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// All that a process calls: AWS, receivers, platforms and processors. A call takes time, in the middle of which it has
/// its effect; the process can die before that and after it, and its answer can be lost.
final class Outside {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LOST = Duration.ofSeconds(10);
    private static final List<String> OUTAGES = List.of("FanOutFunction", "WorkerFunction");

    /// The function of the sockets, whose word about them is held to the second.
    private static final String SPARED = "RealtimeFunction";

    private static final Duration LOST_FRAME = Duration.ofSeconds(2);

    private final World world;
    private final Map<String, Instant> throttledUntil = new HashMap<>();
    private final Map<String, Instant> silentUntil = new HashMap<>();

    Outside(World world) {
        this.world = world;
    }

    /// The effect of a call.
    @FunctionalInterface
    private interface Effect {

        Answered happen() throws IOException;
    }

    /// Makes a call of the table or of the queues for a process.
    Answered call(LambdaProcess process, String operation, byte[] body) throws IOException {
        return call(process, operation, body, LOST, () -> {
            JsonNode fields = JSON.readTree(body);
            if (operation.contains("Message")) {
                world.meter().messages(1);
                if (operation.startsWith("Send")) {
                    world.secrecy().look("a message of a queue", new String(body, StandardCharsets.UTF_8));
                }
                return world.queues().answer(process, operation, fields);
            }
            Answered refusal = refusal(process, operation, fields);
            return refusal != null
                    ? refusal
                    : world.meter().table(operation, fields, () -> {
                        Answered answered = world.mutation().table(world, process, operation, fields);
                        Archived.note(world, fields, answered);
                        return answered;
                    });
        });
    }

    /// Sends a frame to a socket for a process, which takes a socket for gone if it gets no answer.
    Answered post(LambdaProcess process, String id, byte[] frame) throws IOException {
        try {
            return call(
                    process,
                    "POST",
                    frame,
                    LOST_FRAME,
                    () -> world.sockets().post(id, new String(frame, StandardCharsets.UTF_8)));
        } catch (SocketTimeoutException noAnswer) {
            world.sockets().noteUnanswered(id);
            throw noAnswer;
        }
    }

    /// Closes a socket for a process.
    Answered close(LambdaProcess process, String id) throws IOException {
        return call(
                process,
                "DELETE",
                new byte[0],
                LOST_FRAME,
                () -> world.sockets().close(id));
    }

    /// Has a text spoken for a process.
    Answered speak(LambdaProcess process, HttpExecuteRequest request) throws IOException {
        byte[] body = bytes(request);
        return call(process, "speech", body, LOST_FRAME, () -> {
            world.texts().shown("speech", new String(body, StandardCharsets.UTF_8));
            return Answered.empty();
        });
    }

    private Answered call(LambdaProcess process, String operation, byte[] body, Duration patience, Effect effect)
            throws IOException {
        Luck luck = world.luck();
        wait(process);
        world.lambdas().mayDie(process, "before " + operation);
        world.story().noteFields(process.name() + " " + operation, body);
        boolean isSpared = process.function().equals(SPARED) || operation.equals("ReceiveMessage");
        if (!isSpared && isSilent(process.function())) {
            world.story().tell(process.name() + " gets no answer to " + operation + ", which had no effect");
            world.story().reached("a call gets no answer and has no effect");
            process.turns().sleep(patience);
            throw new SocketTimeoutException("no answer");
        }
        if (!isSpared && luck.delays()) {
            world.story().tell(process.name() + " gets no answer to " + operation + ", which takes effect later");
            world.turns().at(patience.plus(luck.within(30)), () -> late(effect));
            process.turns().sleep(patience);
            throw new SocketTimeoutException("no answer in time");
        }
        Answered answered = happened(effect);
        world.story().noteFields(answered.status() + answered.error(), answered.body());
        world.lambdas().mayDie(process, "after " + operation);
        if (luck.losesAnswer()) {
            world.story().tell(process.name() + " gets no answer to " + operation + ", which took effect");
            process.turns().sleep(patience);
            throw new SocketTimeoutException("the answer was lost");
        }
        wait(process);
        return answered;
    }

    private void late(Effect effect) {
        try {
            happened(effect);
            world.story().reached("a call takes effect after its caller has given it up");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Answered happened(Effect effect) throws IOException {
        try {
            return effect.happen();
        } catch (RuntimeException e) {
            throw world.turns().failed(e);
        }
    }

    /// Has the table take no more of one function for a while, in one of four seeds in which something goes wrong.
    ///
    /// @param within when it begins at the latest
    void comeOutage(Duration within) {
        if (!world.luck().isSpotless() && world.luck().number(4) == 0) {
            String function = OUTAGES.get(world.luck().number(OUTAGES.size()));
            Duration when = world.luck().moment(within);
            world.turns().after(when, () -> {
                Duration time = Duration.ofSeconds(60L + world.luck().number(60));
                world.story().tell(function + " is throttled for " + time);
                throttledUntil.put(function, world.turns().now().plus(time));
            });
        }
    }

    /// Whether a call of a function is neither answered nor takes effect: one, or all for up to 40 seconds.
    private boolean isSilent(String function) {
        Instant now = world.turns().now();
        if (world.isOver()) {
            return false;
        }
        if (now.isBefore(silentUntil.getOrDefault(function, now))) {
            return true;
        }
        boolean isSilent = world.luck().silences();
        if (isSilent && world.luck().flips()) {
            silentUntil.put(function, now.plusSeconds(world.luck().number(40)));
        }
        return isSilent;
    }

    private void wait(LambdaProcess process) {
        process.turns().sleep(world.luck().latency());
    }

    private static byte[] bytes(HttpExecuteRequest request) throws IOException {
        if (request.contentStreamProvider().isEmpty()) {
            return new byte[0];
        }
        try (InputStream in = request.contentStreamProvider().get().newStream()) {
            return in.readAllBytes();
        }
    }

    private @Nullable Answered refusal(LambdaProcess process, String operation, JsonNode body) {
        boolean isRead = operation.endsWith("GetItem") || operation.equals("Query");
        ObjectNode error = JsonNodeFactory.instance.objectNode();
        if (isThrottled(process.function())) {
            world.story().tell(process.name() + ": " + operation + " is throttled");
            if (operation.equals("TransactWriteItems")) {
                return cancelled(error, body, "ThrottlingError");
            }
            return Answered.refused("ThrottlingException", error);
        }
        if (!isRead && world.luck().conflicts()) {
            world.story().tell(process.name() + ": " + operation + " meets a conflict");
            return operation.equals("TransactWriteItems")
                    ? cancelled(error, body, "TransactionConflict")
                    : Answered.refused("TransactionConflictException", error);
        }
        return null;
    }

    /// Whether the table takes no more of a function: it refuses one call, or all for up to four seconds.
    private boolean isThrottled(String function) {
        Instant now = world.turns().now();
        if (world.isOver()) {
            return false;
        }
        if (now.isBefore(throttledUntil.getOrDefault(function, now))) {
            return true;
        }
        if (!world.luck().throttles()) {
            return false;
        }
        if (world.luck().flips()) {
            throttledUntil.put(function, now.plus(world.luck().within(4)));
        }
        return true;
    }

    private static Answered cancelled(ObjectNode error, JsonNode body, String code) {
        var reasons = error.putArray("CancellationReasons");
        for (int i = 0; i < body.path("TransactItems").size(); i++) {
            reasons.addObject().put("Code", i == 0 ? code : "None");
        }
        return Answered.refused("TransactionCanceledException", error);
    }

    /// A client, or the builder of one, made to call this network and to wait by the simulation's clock.
    @SuppressWarnings("unchecked") // each stands in the place of one of its kind
    <B> B offline(B client, LambdaProcess process) {
        switch (client) {
            case AwsTransport signed -> {
                AwsTransport unsigned =
                        (operation, body) -> call(process, operation, body).answer();
                return (B) unsigned;
            }
            case ApiGatewayManagementApiClientBuilder sockets -> {
                return (B) SharedClients.builder(sockets, () -> new SimulatedSockets(process, this));
            }
            case PollyClientBuilder speech -> {
                return (B) SharedClients.speech(speech);
            }
            case OkHttpClient.Builder builder ->
                builder.callTimeout(Duration.ZERO)
                        .addInterceptor(chain -> world.receivers().answer(process, chain));
            case URLConnection connection -> {
                return (B) new SimulatedConnection(connection.getURL(), process, world);
            }
            default -> throw new IllegalStateException("No network for " + client);
        }
        return client;
    }
}
