package streamerapi.service;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.shared.json.Json;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds the follow-up of an event when its time has come: the warning of a claim that has grown old (contract "Warning
/// codes").
class FollowUpTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @Test
    void aClaimThatIsStillHeldRaisesOneWarning() throws FunctionError {
        String orderId = account.tip("Ada");
        account.api().post("/tts/" + orderId + "/start").expect(200);
        String started = account.events().getLast();

        followUp(started);
        followUp(started);

        assertThat(account.eventTypes()).containsExactly("tip.created", "queue.tts.started", "warning");
        Map<String, @Nullable Object> data = Json.asObject(
                Json.asObject(Json.read(account.events().getLast())).get("data"));
        assertThat(data).containsEntry("code", "claim_stale").containsEntry("order_id", orderId);
        assertThat(data).containsEntry("queue", "tts");
        assertThat(Instant.parse((String) Objects.requireNonNull(data.get("claimed_at"))))
                .isEqualTo(Instant.parse((String)
                        Objects.requireNonNull(account.api().get("/tts/now").at("started_at"))));
    }

    @Test
    void aClaimThatIsOverRaisesNone() throws FunctionError {
        String orderId = account.tip("Ada");
        account.api().post("/tts/" + orderId + "/start").expect(200);
        String started = account.events().getLast();
        account.api().post("/tts/" + orderId + "/finish").expect(200);

        followUp(started);

        assertThat(account.eventTypes()).doesNotContain("warning");
    }

    @Test
    void anEarlierClaimOfTheSameTipRaisesNone() throws FunctionError, InterruptedException {
        String orderId = account.tip("Ada");
        account.api().post("/tts/" + orderId + "/start").expect(200);
        String first = account.events().getLast();
        account.api().post("/tts/" + orderId + "/release").expect(200);
        account.api().post("/tts/" + orderId + "/start").expect(200);

        followUp(first);

        assertThat(account.eventTypes()).doesNotContain("warning");
    }

    @Test
    void aVideoThatIsStillClaimedRaisesAWarningToo() throws FunctionError {
        String item = account.media();
        account.api().post("/media/" + item + "/start").expect(200);
        String first = account.events().getLast();
        service.clock().advance(Duration.ofSeconds(1));
        account.api().post("/media/" + item + "/start").expect(200);
        followUp(first);
        assertThat(account.eventTypes()).as("it was started again").doesNotContain("warning");

        followUp(account.events().getLast());
        Map<String, @Nullable Object> data = Json.asObject(
                Json.asObject(Json.read(account.events().getLast())).get("data"));
        assertThat(data)
                .containsEntry("code", "claim_stale")
                .containsEntry("order_id", item)
                .containsEntry("queue", "media");
    }

    @Test
    void aVideoThatIsOverRaisesNone() throws FunctionError {
        String item = account.media();
        account.api().post("/media/" + item + "/start").expect(200);
        String started = account.events().getLast();
        account.api().post("/media/skip").expect(200);
        followUp(started);
        assertThat(account.eventTypes()).doesNotContain("warning");
    }

    /// Hands an event to the function as the queue does when its follow-up is due.
    private void followUp(String envelope) throws FunctionError {
        String body = account.followUp(envelope, service.clock().instant());
        byte[] answer = service.stack()
                .invoke(
                        "WorkerFunction",
                        Json.write(Map.of("Records", List.of(Map.of("messageId", "one", "body", body)))));
        assertThat(new String(answer, StandardCharsets.UTF_8)).isEqualTo("{\"batchItemFailures\":[]}");
    }
}
