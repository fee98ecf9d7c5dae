package streamerapi.simulation.year;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpRequest;
import streamerapi.simulation.Answered;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.URLConnection;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// All that a process calls: AWS, receivers, platforms and processors. A call takes time, in the middle of which it has
/// its effect; the process can die before that and after it, and its answer can be lost.
final class Outside {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LOST = Duration.ofSeconds(10);

    private final World world;
    private final Map<String, Instant> throttledUntil = new HashMap<>();

    Outside(World world) {
        this.world = world;
    }

    /// Makes a call of AWS for a process.
    Answered call(LambdaProcess process, HttpExecuteRequest request) throws IOException {
        Luck luck = world.luck();
        SdkHttpRequest http = request.httpRequest();
        String target = http.firstMatchingHeader("X-Amz-Target").orElse("");
        String operation = target.isEmpty() ? http.method().name() : target.substring(target.indexOf('.') + 1);
        wait(process);
        if (luck.kills()) {
            kill(process, "before " + operation);
        }
        byte[] bytes = bytes(request);
        Answered answered = answer(process, http, target, operation, bytes);
        world.story().note(process.name() + " " + operation + " " + answered.status() + answered.error());
        if (luck.kills()) {
            kill(process, "after " + operation);
        }
        if (luck.losesAnswer()) {
            world.story().tell(process.name() + " gets no answer to " + operation + ", which took effect");
            process.turns().sleep(target.isEmpty() ? Duration.ofSeconds(2) : LOST);
            throw new SocketTimeoutException("the answer was lost");
        }
        wait(process);
        return answered;
    }

    private void wait(LambdaProcess process) {
        process.turns().sleep(world.luck().latency());
    }

    private void kill(LambdaProcess process, String when) {
        world.story().tell(process.name() + " is killed " + when);
        world.lambdas().kill(process);
        throw new Turns.Ended();
    }

    private static byte[] bytes(HttpExecuteRequest request) throws IOException {
        if (request.contentStreamProvider().isEmpty()) {
            return new byte[0];
        }
        try (InputStream in = request.contentStreamProvider().get().newStream()) {
            return in.readAllBytes();
        }
    }

    private Answered answer(LambdaProcess process, SdkHttpRequest http, String target, String operation, byte[] bytes)
            throws IOException {
        if (target.startsWith("DynamoDB_")) {
            JsonNode body = JSON.readTree(bytes);
            Answered refusal = refusal(process, operation, body);
            return refusal != null
                    ? refusal
                    : world.meter()
                            .table(operation, body, () -> world.mutation().table(world, process, operation, body));
        }
        if (target.startsWith("AmazonSQS")) {
            world.meter().messages(1);
            return world.queues().answer(process, operation, JSON.readTree(bytes));
        }
        String path = http.encodedPath();
        if (path.contains("/@connections/")) {
            String id = URLDecoder.decode(path.substring(path.lastIndexOf('/') + 1), StandardCharsets.UTF_8);
            return operation.equals("DELETE")
                    ? world.sockets().close(id)
                    : world.sockets().post(id, new String(bytes, StandardCharsets.UTF_8));
        }
        world.texts().shown("speech", new String(bytes, StandardCharsets.UTF_8));
        return Answered.empty();
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

    /// The builder of a client, made to call this network and to wait by the simulation's clock.
    <B> B offline(B client, LambdaProcess process) {
        switch (client) {
            case AwsClientBuilder<?, ?> aws -> {
                return SharedClients.builder(client);
            }
            case OkHttpClient.Builder builder ->
                builder.callTimeout(Duration.ZERO)
                        .addInterceptor(chain -> world.receivers().answer(process, chain));
            case URLConnection connection -> {
                @SuppressWarnings("unchecked") // a connection for a connection
                B other = (B) new SimulatedConnection(connection.getURL(), process, world);
                return other;
            }
            default -> throw new IllegalStateException("No network for " + client);
        }
        return client;
    }
}
