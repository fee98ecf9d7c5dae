package streamerapi.localstack.streams;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import streamerapi.localstack.engines.Engines;
import streamerapi.localstack.functions.Functions;
import streamerapi.localstack.queues.Queues;
import streamerapi.localstack.tables.Tables;
import streamerapi.localstack.template.Template;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The running event source mappings of the template's `DynamoDB` events.
public final class StreamTriggers implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(StreamTriggers.class.getName());

    /// The pause between two polls of a stream without a record.
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    /// The pause between two polls if the engine tells of each write: a poll covers one that was missed.
    private static final Duration FALLBACK_POLL_INTERVAL = Duration.ofSeconds(2);

    private final List<StreamTrigger> triggers = new ArrayList<>();
    private final Engines engines;
    private final Queues queues;
    private final Functions functions;

    /// @param dataDir where checkpoints are kept, or null to forget them
    /// @throws streamerapi.localstack.template.TemplateException if an event cannot be wired
    public StreamTriggers(
            Template template,
            Tables tables,
            Queues queues,
            Engines engines,
            Functions functions,
            @Nullable Path dataDir) {
        this.engines = engines;
        this.queues = queues;
        this.functions = functions;
        for (StreamTriggerSettings settings : StreamTriggerSettings.of(template, tables)) {
            Path file = dataDir == null
                    ? null
                    : dataDir.resolve("stream-" + settings.tableId() + "-" + settings.function() + ".json");
            FailureDestination destination =
                    (condition, attempts, records) -> report(settings, condition, attempts, records);
            triggers.add(new StreamTrigger(
                    settings,
                    tables.engineStreamArn(settings.tableName()),
                    engines.streams(),
                    new Checkpoints(file),
                    new BatchRunner(settings, functions, destination),
                    engines.tellWrites() ? FALLBACK_POLL_INTERVAL : POLL_INTERVAL));
        }
    }

    public void start() {
        triggers.forEach(StreamTrigger::start);
    }

    /// Looks for new records at once, rather than at the next poll.
    public void nudge() {
        triggers.forEach(StreamTrigger::nudge);
    }

    /// Whether a write that the engine told of has not been read, or one that was read is being worked on.
    public boolean isWorking() {
        return triggers.stream().anyMatch(StreamTrigger::isWorking);
    }

    /// Stops invoking, and returns when the last invocations have ended.
    public void pause() throws InterruptedException {
        for (StreamTrigger trigger : triggers) {
            trigger.pause();
        }
    }

    public void resume() {
        triggers.forEach(StreamTrigger::resume);
    }

    private void report(StreamTriggerSettings settings, String condition, int attempts, List<StreamRecord> records) {
        LOG.log(Level.WARNING, "{0} gave up {1} records: {2}", new Object[] {
            settings.function(), records.size(), condition
        });
        if (settings.onFailure().isEmpty()) {
            return;
        }
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.putObject("requestContext")
                .put("requestId", UUID.randomUUID().toString())
                .put("functionArn", functions.settings(settings.function()).arn())
                .put("condition", condition)
                .put("approximateInvokeCount", attempts);
        report.putObject("responseContext")
                .put("statusCode", 200)
                .put("executedVersion", "$LATEST")
                .put("functionError", "Unhandled");
        report.put("version", "1.0").put("timestamp", Instant.now().toString());
        report.putObject("DDBStreamBatchInfo")
                .put("startSequenceNumber", records.getFirst().sequenceNumber())
                .put("endSequenceNumber", records.getLast().sequenceNumber())
                .put(
                        "approximateArrivalOfFirstRecord",
                        records.getFirst().createdAt().toString())
                .put(
                        "approximateArrivalOfLastRecord",
                        records.getLast().createdAt().toString())
                .put("batchSize", records.size())
                .put("streamArn", settings.streamArn());
        String url = queues.url(settings.onFailure().get());
        engines.sqs().sendMessage(b -> b.queueUrl(url).messageBody(report.toString()));
    }

    @Override
    public void close() {
        triggers.forEach(StreamTrigger::close);
    }
}
