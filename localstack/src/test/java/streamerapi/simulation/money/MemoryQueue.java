package streamerapi.simulation.money;

import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageResponse;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// A queue whose messages stand in a list until they are taken out.
final class MemoryQueue implements SqsClient {

    private final InstantSource clock;
    private List<Message> messages = new ArrayList<>();

    /// A message.
    ///
    /// @param visible from when on it can be delivered
    record Message(String body, Instant visible) {}

    MemoryQueue(InstantSource clock) {
        this.clock = clock;
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

    @Override
    public SendMessageResponse sendMessage(SendMessageRequest request) {
        messages.add(new Message(request.messageBody(), clock.instant().plusSeconds(request.delaySeconds())));
        return SendMessageResponse.builder().build();
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {}
}
