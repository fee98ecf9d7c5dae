package streamerapi.localstack.queues;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import software.amazon.awssdk.services.sqs.model.Message;

import java.nio.charset.StandardCharsets;
import java.util.List;

/// Lambda's event for messages of a queue.
final class MessageBatch {
    private MessageBatch() {}

    static byte[] event(List<Message> messages, String queueArn, String region) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        var records = event.putArray("Records");
        for (Message message : messages) {
            ObjectNode item = records.addObject()
                    .put("messageId", message.messageId())
                    .put("receiptHandle", message.receiptHandle())
                    .put("body", message.body());
            ObjectNode attributes = item.putObject("attributes");
            message.attributesAsStrings().forEach(attributes::put);
            ObjectNode own = item.putObject("messageAttributes");
            message.messageAttributes().forEach((name, value) -> {
                ObjectNode attribute = own.putObject(name);
                if (value.stringValue() != null) {
                    attribute.put("stringValue", value.stringValue());
                }
                if (value.binaryValue() != null) {
                    attribute.put("binaryValue", value.binaryValue().asByteArray());
                }
                attribute.putArray("stringListValues");
                attribute.putArray("binaryListValues");
                attribute.put("dataType", value.dataType());
            });
            item.put("md5OfBody", message.md5OfBody())
                    .put("eventSource", "aws:sqs")
                    .put("eventSourceARN", queueArn)
                    .put("awsRegion", region);
        }
        return event.toString().getBytes(StandardCharsets.UTF_8);
    }
}
