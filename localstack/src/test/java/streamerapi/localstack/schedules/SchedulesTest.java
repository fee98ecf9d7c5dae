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

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

@ResourceLock(ScriptedFunction.LOCK)
class SchedulesTest {
    private final BlockingQueue<String> inputs = new LinkedBlockingQueue<>();

    @AfterEach
    void reset() {
        ScriptedFunction.reset();
    }

    @Test
    void aFunctionRunsWhenItsTimeComesWithItsInput() throws Exception {
        ScriptedFunction.script("account", (event, environment, context) -> {
            inputs.add(event.toString());
            return "";
        });
        var template =
                Template.parse("template.yaml", Fixture.templateText().replace("rate(1 day)", "cron(0 12 * * ? *)"));
        InstantSource justBeforeNoon = InstantSource.fixed(Instant.parse("2026-11-21T11:59:59.800Z"));
        try (var functions = new Functions(
                        template,
                        own -> own,
                        http -> http,
                        InstantSource.system(),
                        new InvocationListener() {},
                        1_000,
                        CallFaults.NONE);
                var schedules = new Schedules(template, functions, justBeforeNoon)) {
            schedules.start();
            assertThat(inputs).as("nothing runs at the start").isEmpty();

            assertThat(inputs.poll(5, TimeUnit.SECONDS)).isEqualTo("{\"source\":\"keep-active\"}");
        }
    }
}
