package streamerapi.localstack;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import streamerapi.localstack.fixtures.Fixture;
import streamerapi.localstack.fixtures.ScriptedFunction;
import streamerapi.localstack.fixtures.Scripts;
import streamerapi.localstack.functions.Lineage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Lambda's recursive loop detection: a function that sends to the queue that invokes it is stopped, unless the
/// template says that it may.
@ResourceLock(ScriptedFunction.LOCK)
class RecursionTest {

    private static final int HOPS = 20;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final AtomicInteger runs = new AtomicInteger();

    @AfterEach
    void forget() {
        ScriptedFunction.reset();
    }

    @Test
    void aChainIsEndedAfterSixteenRunsAndItsMessageIsADeadLetter() throws IOException {
        try (var stack = LocalStack.start(Fixture.options().withTemplate(template("")))) {
            send(stack);

            await().until(() -> deadLetter(stack) != null);
            assertThat(runs).hasValue(Lineage.MAX_RUNS);
        }
    }

    @Test
    void aChainThatIsAllowedGoesOn() throws IOException {
        try (var stack = LocalStack.start(Fixture.options().withTemplate(template("RecursiveLoop: Allow")))) {
            send(stack);

            await().until(() -> runs.get() == HOPS);
        }
    }

    @Test
    void aLineageIsReadAsItIsWritten() {
        Lineage lineage = Lineage.NONE.with("one").with("two").with("one");
        assertThat(Lineage.of(lineage.header())).isEqualTo(lineage);
        assertThat(lineage.runs("one")).isEqualTo(2);
        assertThat(Lineage.of(null)).isEqualTo(Lineage.NONE);
        assertThat(Lineage.of("Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1"))
                .isEqualTo(Lineage.NONE);
        assertThat(lineage.and(Lineage.NONE.with("three")).runs()).hasSize(3);
    }

    /// The fixture, whose queue's function sends each message on to its own queue.
    private Path template(String property) throws IOException {
        ScriptedFunction.script("queue", (event, environment, context) -> {
            if (runs.incrementAndGet() < HOPS) {
                try (SqsClient sqs = Scripts.sqs(environment, environment.http().get())) {
                    sqs.sendMessage(
                            b -> b.queueUrl(environment.required("QUEUE")).messageBody("on"));
                }
            }
            return "{\"batchItemFailures\":[]}";
        });
        Path file = folder.resolve("template.yaml");
        Files.writeString(
                file,
                Fixture.templateText()
                        .replace(
                                "Environment: { Variables: { SCRIPT: queue } }",
                                "Environment: { Variables: { SCRIPT: queue } }\n      " + property + "\n      "
                                        + "Policies: [{ Statement: [{ Effect: Allow, Action: \"sqs:*\", "
                                        + "Resource: !GetAtt Work.Arn }] }]"));
        return file;
    }

    private static void send(LocalStack stack) {
        stack.engines()
                .sqs()
                .sendMessage(b -> b.queueUrl(stack.queueUrl("Work")).messageBody("first"));
    }

    private static @Nullable Message deadLetter(LocalStack stack) {
        return stack
                .engines()
                .sqs()
                .receiveMessage(b -> b.queueUrl(stack.queueUrl("DeadLetters")).waitTimeSeconds(0))
                .messages()
                .stream()
                .findFirst()
                .orElse(null);
    }
}
