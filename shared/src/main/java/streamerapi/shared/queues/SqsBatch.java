package streamerapi.shared.queues;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Messages for one queue, sent ten at a time, or fewer if they are large.
public final class SqsBatch {

    private static final int MAX_ENTRIES = 10;
    private static final int MAX_BYTES = 200 * 1024;

    private final SqsClient sqs;
    private final String queue;
    private final List<SendMessageBatchRequestEntry> entries = new ArrayList<>();
    private int bytes;

    public SqsBatch(SqsClient sqs, String queue) {
        this.sqs = sqs;
        this.queue = queue;
    }

    /// Adds a message, and sends those before it if they fill a batch.
    public void add(String message, Delay delay) {
        add(message, delay, null);
    }

    /// Adds a message of a group.
    ///
    /// @param group whose message it is, if the queue is to be fair between several, as in [DelayQueue#send]
    public void add(String message, Delay delay, @Nullable String group) {
        int size = message.getBytes(StandardCharsets.UTF_8).length;
        if (entries.size() == MAX_ENTRIES || (bytes + size > MAX_BYTES && !entries.isEmpty())) {
            send();
        }
        bytes += size;
        entries.add(SendMessageBatchRequestEntry.builder()
                .id(Integer.toString(entries.size()))
                .messageBody(message)
                .messageGroupId(group)
                .delaySeconds(delay.seconds())
                .build());
    }

    /// Sends what is left.
    ///
    /// @throws IllegalStateException if the queue did not take a message; others of its batch may have been taken
    public void send() {
        if (entries.isEmpty()) {
            return;
        }
        SendMessageBatchResponse response =
                sqs.sendMessageBatch(r -> r.queueUrl(queue).entries(entries));
        entries.clear();
        bytes = 0;
        if (!response.failed().isEmpty()) {
            throw new IllegalStateException("The queue refused a message: "
                    + response.failed().getFirst().message());
        }
    }
}
