package streamerapi.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpClient;
import streamerapi.localstack.engines.Engines;
import streamerapi.localstack.engines.QueueEngine;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// An engine of queues in memory: the part of SQS's protocol that the service and its tests use, in this process and on
/// loopback. ElasticMQ took a quarter of the processor's time of the tests; `MemoryQueuesTest` holds the two equal.
///
/// Messages have no attributes of their own here, and are kept until they are deleted.
public final class MemoryQueues implements QueueEngine {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String ACCOUNT = "000000000000";
    private static final String PREFIX = "com.amazonaws.sqs#";
    private static final int MAX_ENTRIES = 10;
    private static final int MAX_DELAY_SECONDS = 900;
    private static final String NOT_A_DELAY = PREFIX + "InvalidParameterValue";

    private final Map<String, MemoryMessages> queues = new ConcurrentHashMap<>();
    private final InstantSource clock;
    private final LocalService service = new LocalService(this::answer);

    /// Starts an engine whose delays end by a clock that a test can move, or by the machine's if that is sooner.
    public MemoryQueues(InstantSource clock) {
        this.clock = clock;
    }

    /// Has the receives that wait look at the clock, after it was moved.
    public void wake() {
        queues.values().forEach(MemoryMessages::wake);
    }

    @Override
    public URI address() {
        return service.address();
    }

    @Override
    public SdkHttpClient inProcess(SdkHttpClient network) {
        return service.inProcess(network);
    }

    @Override
    public void close() {
        service.close();
    }

    private Answered answer(String target, JsonNode body) throws InterruptedException {
        String operation = target.substring(target.indexOf('.') + 1);
        return switch (operation) {
            case "CreateQueue" -> Answered.ok(create(body));
            case "ListQueues" -> {
                ObjectNode answer = JSON.objectNode();
                ArrayNode urls = answer.putArray("QueueUrls");
                queues.keySet().forEach(name -> urls.add(url(name)));
                yield Answered.ok(answer);
            }
            default -> {
                MemoryMessages queue = queues.get(name(body));
                yield queue == null
                        ? Answered.refused(PREFIX + "QueueDoesNotExist", JSON.objectNode())
                        : answer(queue, operation, body);
            }
        };
    }

    private Answered answer(MemoryMessages queue, String operation, JsonNode body) throws InterruptedException {
        return switch (operation) {
            case "GetQueueUrl" -> Answered.ok(JSON.objectNode().put("QueueUrl", url(name(body))));
            case "SetQueueAttributes" -> {
                queue.set(body.path("Attributes"));
                yield Answered.ok(JSON.objectNode());
            }
            case "GetQueueAttributes" -> Answered.ok(attributes(queue, body));
            case "SendMessage" -> {
                ObjectNode sent = send(queue, body);
                yield sent == null ? Answered.refused(NOT_A_DELAY, JSON.objectNode()) : Answered.ok(sent);
            }
            case "SendMessageBatch" -> batch(body, entry -> send(queue, entry));
            case "ReceiveMessage" -> {
                ObjectNode answer = JSON.objectNode();
                ArrayNode messages = answer.putArray("Messages");
                queue.receive(
                                body.path("MaxNumberOfMessages").asInt(1),
                                seconds(body, "VisibilityTimeout"),
                                seconds(body, "WaitTimeSeconds"),
                                this::deadLetters)
                        .forEach(message -> messages.add(message.json(body)));
                yield Answered.ok(answer);
            }
            case "DeleteMessage" -> {
                queue.delete(body.path("ReceiptHandle").asText());
                yield Answered.ok(JSON.objectNode());
            }
            case "DeleteMessageBatch" ->
                batch(body, entry -> {
                    queue.delete(entry.path("ReceiptHandle").asText());
                    return JSON.objectNode();
                });
            case "ChangeMessageVisibility" -> {
                queue.hide(
                        body.path("ReceiptHandle").asText(),
                        Duration.ofSeconds(body.path("VisibilityTimeout").asInt()));
                yield Answered.ok(JSON.objectNode());
            }
            case "PurgeQueue" -> {
                queue.purge();
                yield Answered.ok(JSON.objectNode());
            }
            default -> throw new IllegalStateException("SQS's " + operation);
        };
    }

    private ObjectNode create(JsonNode body) {
        String name = name(body);
        queues.computeIfAbsent(name, made -> new MemoryMessages(clock)).set(body.path("Attributes"));
        return JSON.objectNode().put("QueueUrl", url(name));
    }

    private ObjectNode attributes(MemoryMessages queue, JsonNode body) {
        ObjectNode all =
                queue.attributes().put("QueueArn", "arn:aws:sqs:" + Engines.REGION + ":" + ACCOUNT + ":" + name(body));
        ObjectNode wanted = JSON.objectNode();
        for (JsonNode named : body.path("AttributeNames")) {
            String name = named.asText();
            if (name.equals("All")) {
                wanted.setAll(all);
            } else if (all.has(name)) {
                wanted.set(name, all.get(name));
            }
        }
        ObjectNode answer = JSON.objectNode();
        answer.set("Attributes", wanted);
        return answer;
    }

    /// An entry of a batch, or null if it is refused.
    @FunctionalInterface
    private interface Entry {
        @Nullable
        ObjectNode answer(JsonNode entry);
    }

    private static Answered batch(JsonNode body, Entry each) {
        if (body.path("Entries").size() > MAX_ENTRIES) {
            return Answered.refused(PREFIX + "TooManyEntriesInBatchRequest", JSON.objectNode());
        }
        ObjectNode answer = JSON.objectNode();
        ArrayNode successful = answer.putArray("Successful");
        ArrayNode failed = answer.putArray("Failed");
        for (JsonNode entry : body.path("Entries")) {
            ObjectNode answered = each.answer(entry);
            String id = entry.path("Id").asText();
            if (answered == null) {
                failed.addObject().put("Id", id).put("SenderFault", true).put("Code", NOT_A_DELAY);
            } else {
                successful.add(answered.put("Id", id));
            }
        }
        return Answered.ok(answer);
    }

    private static @Nullable ObjectNode send(MemoryMessages queue, JsonNode sent) {
        if (!sent.path("MessageAttributes").isEmpty()) {
            throw new IllegalStateException("Messages have no attributes here: " + sent);
        }
        Duration delay = seconds(sent, "DelaySeconds");
        return delay != null && delay.toSeconds() > MAX_DELAY_SECONDS ? null : queue.send(sent, delay);
    }

    private MemoryMessages deadLetters(String arn) {
        MemoryMessages queue = queues.get(arn.substring(arn.lastIndexOf(':') + 1));
        if (queue == null) {
            throw new IllegalStateException("There is no queue " + arn);
        }
        return queue;
    }

    private static @Nullable Duration seconds(JsonNode body, String field) {
        return body.has(field) ? Duration.ofSeconds(body.path(field).asInt()) : null;
    }

    private static String name(JsonNode body) {
        String url = body.path("QueueUrl").asText();
        return url.isEmpty() ? body.path("QueueName").asText() : url.substring(url.lastIndexOf('/') + 1);
    }

    private String url(String name) {
        return address() + "/" + ACCOUNT + "/" + name;
    }
}
