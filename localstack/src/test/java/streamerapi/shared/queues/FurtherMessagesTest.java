package streamerapi.shared.queues;

import org.junit.jupiter.api.Test;
import streamerapi.shared.aws.AwsAnswer;
import streamerapi.shared.aws.AwsOperations;
import streamerapi.shared.aws.AwsService;
import streamerapi.shared.tasks.SteppedHost;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import static org.assertj.core.api.Assertions.assertThat;

/// Further messages are taken for as long as those that wait for each other can end in the function's minute.
class FurtherMessagesTest {

    private final SteppedHost host = new SteppedHost();

    /// When the queue was asked for messages, of which it has none. Each asking waits for a second.
    private final List<Duration> asked = new ArrayList<>();

    private boolean isSilent;

    private final FurtherMessages further = new FurtherMessages(new SqsQueue(
            new AwsOperations(AwsService.SQS, (operation, body) -> {
                asked.add(Duration.ofNanos(host.nanoseconds()));
                if (isSilent) {
                    throw new IOException("Connection refused");
                }
                host.step(Duration.ofSeconds(1));
                return new AwsAnswer(200, "REQUEST", "{}".getBytes(StandardCharsets.UTF_8));
            }),
            "https://sqs.eu-central-1.amazonaws.com/123456789012/work"));

    @Test
    void theyAreTakenFor40Seconds() {
        waitWith(0);
        assertThat(asked).hasSize(39).endsWith(Duration.ofSeconds(39));
    }

    @Test
    void aLongLaneLetsThemBeTakenForLess() {
        waitWith(30);
        assertThat(asked).hasSize(14).endsWith(Duration.ofSeconds(14));
    }

    @Test
    void aLaneThatMayNotEndInTimeLetsNoneBeTaken() {
        waitWith(45);
        assertThat(asked).isEmpty();
    }

    @Test
    void aQueueThatDoesNotAnswerIsNotAskedAgainAndWhatIsInHandGoesOn() {
        isSilent = true;
        waitWith(0);
        assertThat(asked).as("one call is made three times").hasSize(3);
    }

    private void waitWith(int inLane) {
        host.run(() -> further.takeBeside(
                new ArrayList<>(List.of(new CompletableFuture<>())), () -> inLane, received -> Map.of()));
    }
}
