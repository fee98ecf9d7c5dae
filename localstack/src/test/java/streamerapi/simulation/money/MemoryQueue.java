package streamerapi.simulation.money;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.aws.AwsAnswer;
import streamerapi.shared.aws.AwsOperations;
import streamerapi.shared.aws.AwsService;
import streamerapi.shared.aws.AwsTransport;
import streamerapi.shared.json.Json;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.SqsQueue;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A queue whose messages stand in a list until they are taken out.
final class MemoryQueue implements AwsTransport {

    private final InstantSource clock;
    private List<Message> messages = new ArrayList<>();

    /// A message.
    ///
    /// @param visible from when on it can be delivered
    record Message(String body, Instant visible) {}

    MemoryQueue(InstantSource clock) {
        this.clock = clock;
    }

    /// The queue as those see it who send to it.
    DelayQueue delayed() {
        return new DelayQueue(new SqsQueue(new AwsOperations(AwsService.SQS, this), "queue"), clock);
    }

    List<Message> messages() {
        return List.copyOf(messages);
    }

    void restore(List<Message> kept) {
        messages = new ArrayList<>(kept);
    }

    void add(Message message) {
        messages.add(message);
    }

    void remove(Message message) {
        messages.remove(message);
    }

    /// The messages that can be delivered, one of each text.
    List<Message> visible() {
        Instant now = clock.instant();
        List<String> seen = new ArrayList<>();
        return messages.stream()
                .filter(message -> !message.visible.isAfter(now))
                .filter(message -> !seen.contains(message.body) && seen.add(message.body))
                .toList();
    }

    /// Takes a message in.
    @Override
    public AwsAnswer once(String operation, byte[] body) {
        Map<String, @Nullable Object> sent = Json.readObject(body);
        switch (operation) {
            case "SendMessage" -> add(sent);
            case "SendMessageBatch" ->
                ((List<?>) Objects.requireNonNull(sent.get("Entries"))).forEach(entry -> add(Json.asObject(entry)));
            default -> throw new IllegalStateException("SQS's " + operation);
        }
        return new AwsAnswer(200, "", "{}".getBytes(StandardCharsets.UTF_8));
    }

    private void add(Map<String, @Nullable Object> sent) {
        BigDecimal delay = (BigDecimal) Objects.requireNonNull(sent.get("DelaySeconds"));
        messages.add(new Message(
                (String) Objects.requireNonNull(sent.get("MessageBody")),
                clock.instant().plusSeconds(delay.longValueExact())));
    }
}
