package streamerapi.speech;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.SdkHttpRequest;
import streamerapi.queues.Standing;
import streamerapi.service.TestClock;
import streamerapi.shared.aws.AwsTransport;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.tasks.SteppedHost;
import streamerapi.simulation.MemoryAws;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;
import streamerapi.tts.Tip;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// One account's tips that wait without audio hold up the audio of others for some seconds at a time, however slow the
/// speech service is.
@NullMarked
class RendersTest {

    private static final String TENANT = "ten_0123456789abc";
    private static final int WAITING = 20;

    private final TestClock clock = new TestClock();
    private final SteppedHost host = new SteppedHost();
    private final AwsTransport memory = new TableService(MemoryTable.ofInserts(row -> {})).transport();
    private final Table table = TableService.over(memory);
    private final List<String> sent = new ArrayList<>();
    private int spoken;

    @Test
    void aMessageEndsWithinSecondsAndTheNextOneGoesOn() throws IOException {
        table.write(List.of(Write.put(Row.of(Keys.profile(TENANT)).with(Tip.CURRENCY, "USD"))));
        for (int i = 0; i < WAITING; i++) {
            tip(i);
        }

        host.run(() -> renders().handle(waiting(Renders.ofWaiting(TENANT, clock.instant()))));

        assertThat(host.nanoseconds()).isLessThan(Duration.ofSeconds(10).toNanos());
        assertThat(spoken).isEqualTo(2);
        JsonNode next = new ObjectMapper().readTree(sent.getLast());
        assertThat(next.path("MessageBody").asText())
                .contains("\"waiting\":true")
                .contains(order(1));
    }

    private static Map<String, Object> waiting(String message) {
        return Json.asObject(Json.asObject(Json.read(message)).get(Renders.TASK));
    }

    private static String order(int number) {
        return "tip_17900000000%02d_ab12cd".formatted(number);
    }

    private void tip(int number) {
        table.write(List.of(Write.put(Row.of(Keys.tip(TENANT, order(number)))
                .with(Tip.NAME, "Ada")
                .with(Tip.MESSAGE, "Hello " + number)
                .with(Tip.SOURCE, "web")
                .with(Tip.QUEUED_AT, clock.instant())
                .with(Table.PLACE, Tip.INDEX.prefix(Standing.WAITING) + order(number)))));
    }

    private Renders renders() {
        return new Renders(new Services(new Environment(
                Map.of(
                        "AWS_REGION", "us-east-1",
                        "AWS_ACCESS_KEY_ID", "none",
                        "AWS_SECRET_ACCESS_KEY", "none",
                        "TABLE", "table",
                        "WORK_QUEUE", "https://sqs.us-east-1.amazonaws.com/000000000000/work",
                        "SPEECH_ENGINE", "standard",
                        "SPEECH_VOICE", "Joanna",
                        "AUDIO_URL", "https://audio.s3.us-east-1.amazonaws.com",
                        "AUTH_URL", "https://api.example.com"),
                clock,
                () -> new MemoryAws(memory, this::answer))));
    }

    /// Polly, which takes three seconds for a text, the bucket and the queue.
    private byte[] answer(SdkHttpRequest request, byte[] body) {
        if (request.host().startsWith("polly")) {
            host.step(Duration.ofSeconds(3));
            spoken++;
            return new byte[] {1, 2, 3};
        }
        if (request.host().startsWith("sqs")) {
            sent.add(new String(body, StandardCharsets.UTF_8));
        }
        return "{}".getBytes(StandardCharsets.UTF_8);
    }
}
