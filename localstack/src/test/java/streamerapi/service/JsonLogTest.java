package streamerapi.service;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import streamerapi.effects.EffectMessage;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.localstack.template.Resource;
import streamerapi.localstack.template.Template;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.ServiceMetrics;
import streamerapi.shared.log.JsonLog;
import streamerapi.shared.log.LogContext;
import streamerapi.webhooks.DeliveryMessage;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;
import static org.slf4j.event.Level.DEBUG;
import static org.slf4j.event.Level.INFO;

/// The lines of the log.
class JsonLogTest {

    private final String mark = UUID.randomUUID().toString();

    @Test
    void aLineHasItsOwnFieldsAndThoseOfTheInvocation() throws IOException {
        LogContext.set(Map.of("request_id", "r1"));
        try {
            JsonLog.write(
                    INFO,
                    mark,
                    Map.of("count", 3, "times", Map.of("GetItem", List.of(0.5)), "what", Thread.State.NEW),
                    null);
        } finally {
            LogContext.set(Map.of());
        }

        assertThat(line())
                .containsEntry("level", "INFO")
                .containsEntry("request_id", "r1")
                .containsEntry("count", new BigDecimal(3))
                .containsEntry("times", Map.of("GetItem", List.of(new BigDecimal("0.5"))))
                .containsEntry("what", "NEW")
                .containsKey("timestamp");
    }

    @Test
    void aFaultHasItsNameAndItsStack() throws IOException {
        Logger library = LoggerFactory.getLogger("software.amazon.awssdk.Something");

        library.error("{} failed", mark, new IllegalStateException("broken"));

        assertThat(line())
                .containsEntry("level", "ERROR")
                .containsEntry("message", mark + " failed")
                .extractingByKey("error")
                .satisfies(error -> assertThat(Json.asObject(error))
                        .containsEntry("message", "broken")
                        .containsEntry("name", "java.lang.IllegalStateException")
                        .extractingByKey("stack")
                        .asString()
                        .contains("JsonLogTest"));
    }

    @Test
    void linesBelowTheLevelAndOfSimulationsAreNotWritten() throws IOException {
        JsonLog.write(DEBUG, mark, Map.of(), null);
        LogContext.mute(() -> JsonLog.write(INFO, mark, Map.of(), null));

        assertThat(lines()).isEmpty();
    }

    /// CloudWatch makes a metric of the line, and the alarm looks for its namespace, name and dimension.
    @Test
    @ResourceLock(Resources.SYSTEM_OUT)
    void aCountIsTheMetricOfItsAlarm() throws IOException {
        Map<String, @Nullable Object> line = PrintedLines.during(ServiceMetrics.DELIVERY_EXHAUSTED::one)
                .lines()
                .filter(one -> one.contains("CloudWatchMetrics"))
                .map(one -> Json.asObject(Json.read(one)))
                .filter(one -> one.containsKey("DeliveryExhausted"))
                .toList()
                .getFirst();
        assertThat((BigDecimal) line.get("DeliveryExhausted")).isEqualByComparingTo("1");
        Template template =
                Template.read(Service.root().resolve("template.yaml"), Map.of("AlarmEmail", "ada@example.com"));
        Resource alarm = template.resources("AWS::CloudWatch::Alarm").stream()
                .filter(one -> one.id().equals("DeliveryExhaustedAlarm"))
                .findFirst()
                .orElseThrow();
        Map<String, @Nullable Object> metrics = Json.asObject(((List<?>)
                        Objects.requireNonNull(Json.asObject(line.get("_aws")).get("CloudWatchMetrics")))
                .getFirst());
        assertThat(metrics)
                .containsEntry("Namespace", alarm.properties().text("Namespace"))
                .containsEntry("Dimensions", List.of(List.of("Service")))
                .containsEntry(
                        "Metrics", List.of(Map.of("Name", alarm.properties().text("MetricName"), "Unit", "Count")));
        assertThat(line).containsEntry("Service", "streamer-api");
        assertThat(Service.root().resolve("template.yaml"))
                .content()
                .contains("[{ Name: Service, Value: streamer-api }]");
    }

    @Test
    @ResourceLock(Resources.SYSTEM_OUT)
    void workThatIsDoneFiveMinutesLateIsCounted() {
        Service service = Service.shared();
        Account account = service.newAccount();

        assertThat(PrintedLines.during(() -> attempt(service, account, Duration.ofMinutes(6))))
                .contains("\"Late\":1");
        assertThat(PrintedLines.during(() -> attempt(service, account, Duration.ofMinutes(4))))
                .doesNotContain("\"Late\":1");
    }

    /// A message for an effect that says no time was due when it was sent.
    @Test
    @ResourceLock(Resources.SYSTEM_OUT)
    void anEffectThatWaitedInTheQueueForFiveMinutesIsCounted() {
        Service service = Service.shared();
        String tenantId = service.newAccount().tenantId();
        Instant sent = service.clock().instant().minus(Duration.ofMinutes(6));

        assertThat(PrintedLines.during(() -> handle(service, sent, EffectMessage.of(tenantId, "tip:gone"))))
                .contains("\"Late\":1");
        assertThat(PrintedLines.during(() -> handle(
                        service,
                        sent,
                        EffectMessage.of(tenantId, "tip:gone", service.clock().instant()))))
                .doesNotContain("\"Late\":1");
    }

    /// Has the worker make an attempt for an endpoint that is no more.
    private static void attempt(Service service, Account account, Duration late) {
        Instant due = service.clock().instant().minus(late);
        handle(
                service,
                due,
                DeliveryMessage.first(account.tenantId(), "we_gone", "evt_gone", "tip.created", due, "{}")
                        .toText());
    }

    /// Has the worker handle a message of its queue.
    private static void handle(Service service, Instant sent, String message) {
        Map<String, ?> record = Map.of(
                "messageId",
                "one",
                "body",
                message,
                "attributes",
                Map.of("SentTimestamp", Long.toString(sent.toEpochMilli())));
        try {
            service.stack().invoke("WorkerFunction", Json.write(Map.of("Records", List.of(record))));
        } catch (FunctionError e) {
            throw new AssertionError(e);
        }
    }

    private Map<String, @Nullable Object> line() throws IOException {
        assertThat(lines()).hasSize(1);
        return Json.asObject(Json.read(lines().getFirst()));
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(log()).stream()
                .filter(line -> line.contains(mark))
                .toList();
    }

    private static Path log() {
        return Path.of(Objects.requireNonNull(System.getProperty("functions.log"), "functions.log"));
    }
}
