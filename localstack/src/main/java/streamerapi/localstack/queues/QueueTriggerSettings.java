package streamerapi.localstack.queues;

import streamerapi.localstack.template.FunctionEvent;
import streamerapi.localstack.template.Resource;
import streamerapi.localstack.template.Template;
import streamerapi.localstack.template.TemplateMapping;

import java.util.List;
import java.util.Optional;

/// The settings of an `SQS` event in the template.
///
/// @param queue       the logical id of the queue
/// @param deadLetters the logical id of the queue's dead-letter queue, if it has one
/// @param concurrency how many batches of it are worked on at a time, at most
record QueueTriggerSettings(
        String function,
        String queue,
        String queueArn,
        Optional<String> deadLetters,
        int batchSize,
        boolean reportsFailures,
        int concurrency) {
    private static final int DEFAULT_BATCH = 10;
    private static final int MAX_BATCH = 10;
    private static final int DEFAULT_CONCURRENCY = 100;

    static List<QueueTriggerSettings> of(Template template) {
        return template.events("SQS").stream()
                .filter(event -> !event.properties().text("Enabled", "true").equals("false"))
                .map(event -> of(template, event))
                .toList();
    }

    private static QueueTriggerSettings of(Template template, FunctionEvent event) {
        TemplateMapping properties = event.properties();
        Resource queue = template.byAttribute("AWS::SQS::Queue", "Arn", properties.text("Queue"))
                .orElseThrow(() -> properties.refused("Queue", "names no queue of the template"));
        int batchSize = properties.number("BatchSize").orElse(DEFAULT_BATCH);
        if (batchSize < 1 || batchSize > MAX_BATCH) {
            throw properties.refused("BatchSize", "must be 1 to " + MAX_BATCH + " here");
        }
        List<String> types = properties.texts("FunctionResponseTypes");
        if (!types.isEmpty() && !types.equals(List.of("ReportBatchItemFailures"))) {
            throw properties.refused("FunctionResponseTypes", "supports only ReportBatchItemFailures");
        }
        return new QueueTriggerSettings(
                event.function(),
                queue.id(),
                template.attribute(queue, "Arn"),
                template.byAttribute(
                                "AWS::SQS::Queue",
                                "Arn",
                                queue.properties().section("RedrivePolicy").text("deadLetterTargetArn", ""))
                        .map(Resource::id),
                batchSize,
                !types.isEmpty(),
                properties.section("ScalingConfig").number("MaximumConcurrency").orElse(DEFAULT_CONCURRENCY));
    }
}
