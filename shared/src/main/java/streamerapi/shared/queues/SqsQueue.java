package streamerapi.shared.queues;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.aws.AwsOperations;
import streamerapi.shared.aws.Backoff;
import streamerapi.shared.json.Json;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A queue of SQS, by its JSON protocol.
///
/// Each operation throws [streamerapi.shared.aws.ServiceUnreachable] if SQS does not answer, or refuses it.
public final class SqsQueue {

    private static final String GROUP = "MessageGroupId";
    private static final String SENT = "SentTimestamp";

    private final AwsOperations sqs;
    private final String url;

    public SqsQueue(AwsOperations sqs, String url) {
        this.sqs = sqs;
        this.url = url;
    }

    /// Sends a message.
    ///
    /// @param group whose message it is, if the queue is to be fair between several, as in [DelayQueue#send]
    void send(String message, Delay delay, @Nullable String group) {
        sqs.call("SendMessage", of(outgoing(message, delay, group)));
    }

    /// Sends up to ten messages. Those that the queue did not take, for no fault of theirs, are sent again, as often as
    /// [Backoff] has it.
    ///
    /// @param messages as [#outgoing] makes them, each with an `Id` of its own
    /// @throws IllegalStateException if the queue did not take one; others may have been taken
    void sendAll(List<Map<String, Object>> messages) {
        List<Map<String, Object>> left = messages;
        for (int tried = 1; !left.isEmpty(); tried++) {
            Map<Object, Map<String, @Nullable Object>> failed = sent(left);
            for (Map<String, @Nullable Object> failure : failed.values()) {
                if (tried == Backoff.TRIES || Boolean.TRUE.equals(failure.get("SenderFault"))) {
                    throw new IllegalStateException("The queue refused a message: " + failure.get("Message"));
                }
            }
            left = left.stream()
                    .filter(message -> failed.containsKey(message.get("Id")))
                    .toList();
            if (!left.isEmpty()) {
                Backoff.pause(Backoff.afterFailure(tried));
            }
        }
    }

    /// Sends messages once.
    ///
    /// @return the failures, by the messages' ids
    private Map<Object, Map<String, @Nullable Object>> sent(List<Map<String, Object>> messages) {
        Map<String, @Nullable Object> answer = sqs.call("SendMessageBatch", of(Map.of("Entries", messages)));
        Map<Object, Map<String, @Nullable Object>> failed = new LinkedHashMap<>();
        if (answer.get("Failed") instanceof List<?> failures) {
            for (Object failure : failures) {
                Map<String, @Nullable Object> fields = Json.asObject(failure);
                failed.put(Objects.requireNonNull(fields.get("Id")), fields);
            }
        }
        return failed;
    }

    /// The fields of a message that is sent. Two characters that JSON has and SQS refuses in a message are written as
    /// JSON's escapes, so no text of a viewer keeps a message from being sent.
    ///
    /// @param message JSON
    static Map<String, Object> outgoing(String message, Delay delay, @Nullable String group) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("MessageBody", message.replace("\uFFFE", "\\ufffe").replace("\uFFFF", "\\uffff"));
        fields.put("DelaySeconds", delay.seconds());
        if (group != null) {
            fields.put(GROUP, group);
        }
        return fields;
    }

    /// Takes messages, which no other receiver is given for a while.
    ///
    /// @param most ten at most
    /// @param waitSeconds how long to wait for the first
    List<Message> receive(int most, int waitSeconds) {
        Map<String, @Nullable Object> answer = sqs.call(
                "ReceiveMessage",
                of(Map.of(
                        "MaxNumberOfMessages", most,
                        "WaitTimeSeconds", waitSeconds,
                        "MessageSystemAttributeNames", List.of(GROUP, SENT))));
        return answer.get("Messages") instanceof List<?> messages
                ? messages.stream().map(Json::asObject).map(Message::of).toList()
                : List.of();
    }

    /// Deletes a message that was handled.
    void delete(Message message) {
        sqs.call("DeleteMessage", Json.write(of(Map.of("ReceiptHandle", message.receiptHandle))), empty -> null);
    }

    private Map<String, Object> of(Map<String, Object> fields) {
        Map<String, Object> request = new LinkedHashMap<>(fields);
        request.put("QueueUrl", url);
        return request;
    }

    /// A message that was taken.
    ///
    /// @param group whose message it is, or null
    /// @param sent  when it was sent
    public record Message(
            String id,
            String body,
            String receiptHandle,
            @Nullable String group,
            Instant sent) {

        private static Message of(Map<String, @Nullable Object> fields) {
            Map<String, @Nullable Object> attributes = Json.asObject(fields.get("Attributes"));
            return new Message(
                    Json.text(fields, "MessageId"),
                    Json.text(fields, "Body"),
                    Json.text(fields, "ReceiptHandle"),
                    (String) attributes.get(GROUP),
                    Instant.ofEpochMilli(Long.parseLong(Json.text(attributes, SENT))));
        }
    }
}
