package streamerapi.localstack.schedules;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import streamerapi.localstack.fixtures.Fixture;
import streamerapi.localstack.fixtures.ScriptedFunction;
import streamerapi.localstack.functions.CallFaults;
import streamerapi.localstack.functions.Functions;
import streamerapi.localstack.functions.InvocationListener;
import streamerapi.localstack.template.Template;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ResourceLock(ScriptedFunction.LOCK)
class SchedulesTest {
    private static final Duration WHILE = Duration.ofMillis(200);

    private final BlockingQueue<String> inputs = new LinkedBlockingQueue<>();

    @AfterEach
    void reset() {
        ScriptedFunction.reset();
    }

    @Test
    void aFunctionRunsWhenItsTimeComesWithItsInput() throws Exception {
        record();
        try (var functions = functions();
                var schedules = new Schedules(template(), functions, InstantSource.fixed(noon().minusMillis(200)))) {
            schedules.start();

            assertThat(inputs.poll(60, TimeUnit.SECONDS)).isEqualTo("{\"source\":\"keep-active\"}");
        }
    }

    @Test
    void nothingRunsAtTheStart() {
        record();
        try (var functions = functions();
                var schedules = new Schedules(template(), functions, InstantSource.fixed(noon().minusSeconds(3_600)))) {
            schedules.start();

            await().during(WHILE).until(inputs::isEmpty);
        }
    }

    /// A timer counts whole milliseconds, and the clock is set right now and then.
    @Test
    void aFunctionRunsOnceAlsoIfItsTimerIsEarlyByTheClock() throws Exception {
        record();
        AtomicInteger readings = new AtomicInteger();
        InstantSource clock = () -> readings.incrementAndGet() < 4 ? noon().minusNanos(1) : noon().plusNanos(1);
        try (var functions = functions();
                var schedules = new Schedules(template(), functions, clock)) {
            schedules.start();

            assertThat(inputs.poll(60, TimeUnit.SECONDS)).isNotNull();
            await().during(WHILE).until(inputs::isEmpty);
        }
    }

    private void record() {
        ScriptedFunction.script("account", (event, environment, context) -> {
            inputs.add(event.toString());
            return "";
        });
    }

    private static Instant noon() {
        return Instant.parse("2026-11-21T12:00:00Z");
    }

    private static Template template() {
        return Template.parse("template.yaml", Fixture.templateText().replace("rate(1 day)", "cron(0 12 * * ? *)"));
    }

    private static Functions functions() {
        return new Functions(
                template(),
                own -> own,
                http -> http,
                InstantSource.system(),
                new InvocationListener() {},
                1_000,
                CallFaults.NONE);
    }
}
