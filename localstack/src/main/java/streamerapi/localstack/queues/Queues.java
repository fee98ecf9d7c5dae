package streamerapi.localstack.queues;

import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;
import streamerapi.localstack.template.Resource;
import streamerapi.localstack.template.Template;
import streamerapi.localstack.template.TemplateMapping;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import static software.amazon.awssdk.services.sqs.model.QueueAttributeName.DELAY_SECONDS;
import static software.amazon.awssdk.services.sqs.model.QueueAttributeName.MESSAGE_RETENTION_PERIOD;
import static software.amazon.awssdk.services.sqs.model.QueueAttributeName.QUEUE_ARN;
import static software.amazon.awssdk.services.sqs.model.QueueAttributeName.RECEIVE_MESSAGE_WAIT_TIME_SECONDS;
import static software.amazon.awssdk.services.sqs.model.QueueAttributeName.REDRIVE_POLICY;
import static software.amazon.awssdk.services.sqs.model.QueueAttributeName.VISIBILITY_TIMEOUT;

/// The template's queues in the engine: made or brought up to date, and found by logical id.
public final class Queues {
    private static final String TYPE = "AWS::SQS::Queue";

    private final Template template;
    private final SqsClient sqs;
    private final Map<String, String> urls = new LinkedHashMap<>();

    public Queues(Template template, SqsClient sqs) {
        this.template = template;
        this.sqs = sqs;
    }

    /// Makes every queue of the template, dead-letter queues before those that name them.
    public void create() {
        var ordered = new ArrayList<Resource>();
        for (Resource queue : template.resources(TYPE)) {
            ordered.add(queue.properties().has("RedrivePolicy") ? ordered.size() : 0, queue);
        }
        ordered.forEach(queue -> urls.put(queue.id(), create(queue)));
    }

    /// The address of a queue in the engine.
    ///
    /// @throws IllegalArgumentException if the template has no such queue
    public String url(String id) {
        return Optional.ofNullable(urls.get(id))
                .orElseThrow(() -> new IllegalArgumentException("There is no queue " + id));
    }

    /// The addresses of the queues: the one that the template resolves to, with the one in the engine.
    public Map<String, String> addresses() {
        var addresses = new LinkedHashMap<String, String>();
        queues().forEach(queue -> addresses.put(template.ref(queue), url(queue.id())));
        return addresses;
    }

    private List<Resource> queues() {
        return template.resources(TYPE);
    }

    private String create(Resource queue) {
        String name = template.attribute(queue, "QueueName");
        Map<QueueAttributeName, String> attributes = attributes(queue.properties());
        deadLetters(queue.properties()).ifPresent(policy -> attributes.put(REDRIVE_POLICY, policy));
        try {
            String kept = sqs.getQueueUrl(b -> b.queueName(name)).queueUrl();
            sqs.setQueueAttributes(b -> b.queueUrl(kept).attributes(attributes));
            return kept;
        } catch (QueueDoesNotExistException e) {
            return sqs.createQueue(b -> b.queueName(name).attributes(attributes))
                    .queueUrl();
        }
    }

    private static Map<QueueAttributeName, String> attributes(TemplateMapping properties) {
        var attributes = new EnumMap<QueueAttributeName, String>(QueueAttributeName.class);
        var numbers = Map.of(
                "DelaySeconds", DELAY_SECONDS,
                "VisibilityTimeout", VISIBILITY_TIMEOUT,
                "MessageRetentionPeriod", MESSAGE_RETENTION_PERIOD,
                "ReceiveMessageWaitTimeSeconds", RECEIVE_MESSAGE_WAIT_TIME_SECONDS);
        numbers.forEach((property, attribute) ->
                properties.number(property).ifPresent(number -> attributes.put(attribute, Integer.toString(number))));
        return attributes;
    }

    /// The redrive policy with the ARN that the dead-letter queue has in the engine: an emulator has its own account.
    private Optional<String> deadLetters(TemplateMapping properties) {
        TemplateMapping redrive = properties.section("RedrivePolicy");
        if (!redrive.has("deadLetterTargetArn")) {
            return Optional.empty();
        }
        redrive.number("maxReceiveCount").orElseThrow(() -> redrive.refused("maxReceiveCount", "is missing"));
        Resource target = template.byAttribute(TYPE, "Arn", redrive.text("deadLetterTargetArn"))
                .orElseThrow(() -> redrive.refused("deadLetterTargetArn", "names no queue of the template"));
        return Optional.of(redrive.values()
                .deepCopy()
                .put("deadLetterTargetArn", arn(url(target.id())))
                .toString());
    }

    private String arn(String url) {
        return String.valueOf(sqs.getQueueAttributes(b -> b.queueUrl(url).attributeNames(QUEUE_ARN))
                .attributes()
                .get(QUEUE_ARN));
    }
}
