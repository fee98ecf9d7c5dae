package streamerapi.localstack.streams;

import streamerapi.localstack.tables.Tables;
import streamerapi.localstack.template.FunctionEvent;
import streamerapi.localstack.template.Resource;
import streamerapi.localstack.template.Template;
import streamerapi.localstack.template.TemplateMapping;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The settings of a `DynamoDB` event in the template.
///
/// @param tableName    the table that the stream is of: one of the template, or one that a parameter names
/// @param tableId      what it is called where the stream's position is kept
/// @param streamArn    the stream's ARN as the template resolves it; the engine's own differs
/// @param partitionKey the name of the table's partition key, by which records keep their order
/// @param lanes        how many batches of a shard are worked on at a time
/// @param recordsInShard after how many records a shard is followed by others
/// @param retries      how often a failed batch is tried again; empty for as long as its records live
/// @param onFailure    the logical id of the queue that gets reports of records given up
record StreamTriggerSettings(
        String function,
        String tableName,
        String tableId,
        String streamArn,
        String partitionKey,
        boolean fromLatest,
        int batchSize,
        Duration window,
        int lanes,
        int recordsInShard,
        boolean bisects,
        boolean reportsFailures,
        OptionalInt retries,
        Duration recordLifetime,
        EventFilter filter,
        Optional<String> onFailure) {
    private static final int DEFAULT_BATCH = 100;
    private static final int MAX_BATCH = 10_000;
    private static final int MAX_LANES = 10;

    /// AWS's shards are followed by others every four hours; here it happens often.
    private static final int RECORDS_IN_SHARD = 50;

    /// A stream keeps its records for a day.
    private static final Duration STREAM_LIFETIME = Duration.ofHours(24);

    private static final Pattern STREAM_ARN = Pattern.compile("arn:[^:]+:dynamodb:[^:]*:[^:]*:table/([^/]+)/stream/.+");

    static List<StreamTriggerSettings> of(Template template, Tables tables) {
        return template.events("DynamoDB").stream()
                .filter(event -> !event.properties().text("Enabled", "true").equals("false"))
                .map(event -> of(template, tables, event))
                .toList();
    }

    private static StreamTriggerSettings of(Template template, Tables tables, FunctionEvent event) {
        TemplateMapping properties = event.properties();
        String streamArn = properties.text("Stream");
        Optional<Resource> own = template.byAttribute("AWS::DynamoDB::Table", "StreamArn", streamArn);
        String tableName = own.map(template::ref).orElseGet(() -> adopted(properties, streamArn));
        if (!tables.hasStream(tableName)) {
            throw properties.refused("Stream", "names no stream of a table that is there");
        }
        String position = properties.oneOf("StartingPosition", "", "TRIM_HORIZON", "LATEST");
        List<String> types = properties.texts("FunctionResponseTypes");
        if (!types.isEmpty() && !types.equals(List.of("ReportBatchItemFailures"))) {
            throw properties.refused("FunctionResponseTypes", "supports only ReportBatchItemFailures");
        }
        OptionalInt retries = properties.number("MaximumRetryAttempts");
        int seconds = properties.number("MaximumRecordAgeInSeconds").orElse(-1);
        return new StreamTriggerSettings(
                event.function(),
                tableName,
                own.map(Resource::id).orElse(tableName),
                streamArn,
                tables.partitionKey(tableName),
                position.equals("LATEST"),
                within(properties, "BatchSize", DEFAULT_BATCH, MAX_BATCH),
                Duration.ofSeconds(
                        properties.number("MaximumBatchingWindowInSeconds").orElse(0)),
                within(properties, "ParallelizationFactor", 1, MAX_LANES),
                RECORDS_IN_SHARD,
                properties.flag("BisectBatchOnFunctionError"),
                !types.isEmpty(),
                retries.orElse(-1) < 0 ? OptionalInt.empty() : retries,
                seconds < 0 ? STREAM_LIFETIME : Duration.ofSeconds(seconds),
                EventFilter.of(properties.section("FilterCriteria")),
                onFailure(template, properties.section("DestinationConfig").section("OnFailure")));
    }

    private static int within(TemplateMapping properties, String name, int fallback, int most) {
        int number = properties.number(name).orElse(fallback);
        if (number < 1 || number > most) {
            throw properties.refused(name, "must be 1 to " + most);
        }
        return number;
    }

    /// The name of the table whose stream this is, which is none of the template's.
    private static String adopted(TemplateMapping properties, String streamArn) {
        Matcher arn = STREAM_ARN.matcher(streamArn);
        if (!arn.matches()) {
            throw properties.refused("Stream", "is no ARN of a table's stream");
        }
        return arn.group(1);
    }

    private static Optional<String> onFailure(Template template, TemplateMapping destination) {
        if (!destination.has("Destination")) {
            return Optional.empty();
        }
        destination.oneOf("Type", "SQS", "SQS");
        return Optional.of(template.byAttribute("AWS::SQS::Queue", "Arn", destination.text("Destination"))
                .orElseThrow(() -> destination.refused("Destination", "names no queue of the template"))
                .id());
    }
}
