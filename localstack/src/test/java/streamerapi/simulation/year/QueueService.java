package streamerapi.simulation.year;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import streamerapi.localstack.functions.Failures;
import streamerapi.localstack.template.FunctionEvent;
import streamerapi.localstack.template.Resource;
import streamerapi.localstack.template.Template;
import streamerapi.localstack.template.TemplateMapping;
import streamerapi.shared.json.Json;
import streamerapi.simulation.Answered;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// SQS and the functions behind it: messages come in any order, late, and at times twice; a message that was not
/// handled comes again when its time of invisibility is over, and in the end goes to the dead letters.
final class QueueService {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final World world;
    private final Map<String, Queue> byUrl = new LinkedHashMap<>();
    private int made;

    QueueService(World world, Template template) {
        this.world = world;
        for (Resource resource : template.resources("AWS::SQS::Queue")) {
            byUrl.put(template.ref(resource), new Queue(template, resource));
        }
        for (FunctionEvent event : template.events("SQS")) {
            Resource resource = template.byAttribute(
                            "AWS::SQS::Queue", "Arn", event.properties().text("Queue"))
                    .orElseThrow();
            Objects.requireNonNull(byUrl.get(template.ref(resource))).isReadBy(event);
        }
    }

    private static final class Message {

        private final String id;
        private final String body;
        private final String group;
        private final Instant sent;
        private Instant visible;
        private int receives;

        Message(String id, String body, String group, Instant sent, Instant visible) {
            this.id = id;
            this.body = body;
            this.group = group;
            this.sent = sent;
            this.visible = visible;
        }

        /// Its attributes; a group only if it was sent with one.
        ObjectNode attributes() {
            ObjectNode attributes = JSON.objectNode().put("SentTimestamp", Long.toString(sent.toEpochMilli()));
            return group.isEmpty() ? attributes : attributes.put("MessageGroupId", group);
        }
    }

    private final class Queue {

        private final String name;
        private final Duration invisibility;
        private final int mostReceives;
        private final String deadLetters;
        private final List<Message> messages = new ArrayList<>();
        private @Nullable String function;
        private int batchSize;
        private int concurrency;
        private int running;

        Queue(Template template, Resource resource) {
            TemplateMapping properties = resource.properties();
            this.name = resource.id();
            this.invisibility =
                    Duration.ofSeconds(properties.number("VisibilityTimeout").orElse(30));
            TemplateMapping redrive = properties.section("RedrivePolicy");
            this.mostReceives = redrive.number("maxReceiveCount").orElse(Integer.MAX_VALUE);
            this.deadLetters = template.byAttribute("AWS::SQS::Queue", "Arn", redrive.text("deadLetterTargetArn", ""))
                    .map(template::ref)
                    .orElse("");
        }

        void isReadBy(FunctionEvent event) {
            function = event.function();
            batchSize = event.properties().number("BatchSize").orElse(10);
            concurrency = event.properties()
                    .section("ScalingConfig")
                    .number("MaximumConcurrency")
                    .orElse(5);
        }

        /// @param isLast whether it is the last one of several that are sent at once
        void take(JsonNode sent, boolean isLast) {
            String body = world.mutation().message(sent.path("MessageBody").textValue(), isLast);
            if (body != null) {
                add(
                        body,
                        sent.path("MessageGroupId").asText(),
                        sent.path("DelaySeconds").asInt(0));
            }
        }

        private void add(String body, String group, int delaySeconds) {
            Instant now = world.turns().now();
            Instant visible = now.plusSeconds(delaySeconds).plus(world.luck().within(1));
            messages.add(new Message("m" + made++, body, group, now, visible));
            lookAt(visible);
            if (world.luck().doubles()) {
                Instant again = visible.plus(world.luck().within(60));
                messages.add(new Message("m" + made++, body, group, now, again));
                world.story().tell(name + " has a message twice: " + shown(body));
                lookAt(again);
            }
        }

        private void lookAt(Instant time) {
            if (function != null) {
                Duration until = Duration.between(world.turns().now(), time);
                world.turns().after(until.plus(Duration.ofMillis(1)), this::look);
            }
        }

        private List<Message> take(int most) {
            Instant now = world.turns().now();
            List<Message> visible = new ArrayList<>(messages.stream()
                    .filter(message -> !message.visible.isAfter(now))
                    .toList());
            List<Message> taken = new ArrayList<>();
            while (taken.size() < most && !visible.isEmpty()) {
                Message message = visible.remove(world.luck().number(visible.size()));
                if (message.receives >= mostReceives) {
                    messages.remove(message);
                    world.story().tell(name + " gives up " + shown(message.body));
                    Queue dead = Objects.requireNonNull(byUrl.get(deadLetters), name);
                    dead.messages.add(new Message(message.id, message.body, message.group, now, now));
                } else {
                    message.receives++;
                    message.visible = now.plus(invisibility);
                    lookAt(message.visible);
                    taken.add(message);
                }
            }
            return taken;
        }

        private void look() {
            String reader = function;
            if (reader == null || running >= concurrency) {
                return;
            }
            List<Message> batch = take(1 + world.luck().number(batchSize));
            if (batch.isEmpty()) {
                return;
            }
            running++;
            world.meter().messages(2);
            ObjectNode event = JSON.objectNode();
            ArrayNode records = event.putArray("Records");
            batch.forEach(message -> records.addObject()
                    .put("messageId", message.id)
                    .put("receiptHandle", message.id)
                    .put("body", message.body)
                    .put("eventSource", "aws:sqs")
                    .set("attributes", message.attributes()));
            world.lambdas().invoke(reader, bytes(event), answer -> {
                running--;
                handled(batch, answer);
                lookAt(world.turns().now());
            });
            lookAt(world.turns().now());
        }

        private void handled(List<Message> batch, byte @Nullable [] answer) {
            Set<String> ids = batch.stream().map(message -> message.id).collect(Collectors.toSet());
            List<String> failed =
                    answer == null ? List.copyOf(ids) : Failures.of(answer, ids).orElse(List.copyOf(ids));
            for (Message message : batch) {
                if (!failed.contains(message.id)) {
                    messages.remove(message);
                }
            }
        }
    }

    Answered answer(LambdaProcess process, String operation, JsonNode body) {
        Queue queue = Objects.requireNonNull(byUrl.get(body.path("QueueUrl").asText()), "a queue");
        ObjectNode answer = JSON.objectNode();
        switch (operation) {
            case "SendMessage" -> {
                queue.take(body, false);
                answer.put("MessageId", "m" + made);
            }
            case "SendMessageBatch" -> {
                ArrayNode sent = answer.putArray("Successful");
                answer.putArray("Failed");
                for (JsonNode entry : body.path("Entries")) {
                    boolean isLast = sent.size() + 1 == body.path("Entries").size();
                    queue.take(entry, isLast && sent.size() > 0);
                    sent.addObject().put("Id", entry.path("Id").asText()).put("MessageId", "m" + made);
                }
            }
            case "ReceiveMessage" -> {
                int most = world.mutation()
                        .further(body.path("MaxNumberOfMessages").asInt(1));
                List<Message> taken = queue.take(most);
                if (taken.isEmpty()) {
                    process.turns()
                            .sleep(Duration.ofSeconds(
                                    body.path("WaitTimeSeconds").asInt(0)));
                    taken = queue.take(most);
                }
                ArrayNode messages = answer.putArray("Messages");
                taken.forEach(message -> messages.addObject()
                        .put("MessageId", message.id)
                        .put("ReceiptHandle", message.id)
                        .put("Body", message.body)
                        .set("Attributes", message.attributes()));
            }
            case "DeleteMessage" ->
                queue.messages.removeIf(
                        message -> message.id.equals(body.path("ReceiptHandle").asText()));
            default -> throw new IllegalStateException("SQS's " + operation);
        }
        return Answered.ok(answer);
    }

    /// The bodies of the messages that a queue holds.
    List<String> bodies(String name) {
        return byUrl.values().stream()
                .filter(queue -> queue.name.equals(name))
                .flatMap(queue -> queue.messages.stream())
                .map(message -> message.body)
                .toList();
    }

    /// The beginning of a message, its fields in an order that is always the same.
    private static String shown(String message) {
        String body = Json.writeText(sorted(Json.readObject(message.getBytes(StandardCharsets.UTF_8))));
        return body.length() > 90 ? body.substring(0, 90) + "…" : body;
    }

    private static Map<String, @Nullable Object> sorted(Map<String, @Nullable Object> fields) {
        Map<String, @Nullable Object> sorted = new TreeMap<>(fields);
        sorted.replaceAll((name, value) -> value instanceof Map<?, ?> map ? sorted(Json.asObject(map)) : value);
        return sorted;
    }

    static byte[] bytes(JsonNode node) {
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
