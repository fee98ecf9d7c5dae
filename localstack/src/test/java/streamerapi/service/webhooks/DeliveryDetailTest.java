package streamerapi.service.webhooks;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.DashboardVisitor;
import streamerapi.service.Service;
import streamerapi.service.TestReceiver;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A delivery with its event and its failed attempts, in the API and on its page.
class DeliveryDetailTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient api = account.api();

    @AutoClose
    private final TestReceiver receiver = TestReceiver.open();

    @Test
    void aFailedAttemptKeepsWhatTheEndpointAnswered() {
        String said = "<b>upstream</b> down\u0007\n" + "x".repeat(2_000);
        receiver.answering(sent -> 503).saying(said);
        String path = "/webhook-deliveries/" + delivered("pending");
        Answer detail = api.get(path).expect(200);
        assertThat(detail.at("delivery.response_status")).hasToString("503");
        assertThat(detail.each("failed_attempts", "attempt")).containsExactly("1");
        assertThat(detail.each("failed_attempts", "error")).containsExactly("The endpoint answered 503");
        assertThat(detail.at("failed_attempts.0.answer"))
                .as("the first 1,024 bytes, without control characters")
                .isEqualTo(said.substring(0, 1_024).replace("\u0007", ""));
        assertThat(detail.at("event.type")).isEqualTo("counter.updated");
        assertThat(detail.at("event.data.name")).isEqualTo("wins");

        service.clock().advance(Duration.ofDays(3).plusMinutes(1));
        assertThat(api.get(path).expect(200).each("failed_attempts", "attempt"))
                .as("what is older than three days is not shown")
                .doesNotContain("1");
    }

    @Test
    void theHeadersOfAnAttemptAreShownAsTheyWereSent() {
        receiver.answering(sent -> 503);
        String path = "/webhook-deliveries/" + delivered("pending");
        Map<String, String> failed = headers(api.get(path).expect(200).at("failed_attempts.0.headers"));
        assertThat(receiver.received().getFirst().headers()).containsAllEntriesOf(failed);
        assertThat(failed)
                .containsKeys("user-agent", "service-signature", "webhook-id", "webhook-timestamp", "webhook-signature")
                .containsEntry("service-attempt", "1");
        assertThat(headers(api.get(path).at("last_headers"))).isEqualTo(failed);

        receiver.answering(sent -> 200);
        service.clock().advance(Duration.ofSeconds(5));
        api.post(path + "/redeliver", Map.of()).expect(202);
        await().until(() -> deliveries().each("deliveries", "status").equals(List.of("succeeded")));
        Map<String, String> last = headers(api.get(path).expect(200).at("last_headers"));
        assertThat(receiver.received().getLast().headers()).containsAllEntriesOf(last);
        assertThat(last).isNotEqualTo(failed).containsEntry("service-attempt", "1");
        assertThat(headers(api.get(path).at("failed_attempts.0.headers"))).isEqualTo(failed);
    }

    @Test
    void whatCannotBeMadeAgainIsNotShownWrong() {
        String delivery = delivered("succeeded");
        String path = "/webhook-deliveries/" + delivery;
        String rotate = "/webhook-endpoints/" + endpointId() + "/rotate-secret";
        Map<String, String> sent = headers(api.get(path).expect(200).at("last_headers"));
        api.post(rotate, Map.of("overlap_seconds", 60)).expect(200);
        assertThat(headers(api.get(path).at("last_headers")))
                .as("the secret before is known in the overlap")
                .isEqualTo(sent);
        api.post(rotate, Map.of("overlap_seconds", 0)).expect(200);
        assertThat(api.get(path).at("last_headers.Service-Signature")).isEqualTo(sent.get("service-signature"));
        assertThat(api.get(path).at("last_headers.webhook-signature")).isNull();
        assertThat(DashboardVisitor.owner(account)
                        .open(endpointPage() + "/deliveries/" + delivery)
                        .expect(200)
                        .text())
                .contains(
                        "Service-Signature: " + sent.get("service-signature"), "the signing secret was replaced since")
                .doesNotContain("webhook-signature: ");
    }

    /// Headers by their names in lower case.
    private static Map<String, String> headers(@Nullable Object json) {
        return Json.asObject(json).entrySet().stream()
                .collect(Collectors.toMap(
                        header -> header.getKey().toLowerCase(Locale.ROOT),
                        header -> String.valueOf(header.getValue())));
    }

    @Test
    void aSuccessKeepsNoAnswer() {
        receiver.saying("thank you");
        Answer detail = api.get("/webhook-deliveries/" + delivered("succeeded")).expect(200);
        assertThat(detail.each("failed_attempts", "attempt")).isEmpty();
        assertThat(detail.text()).doesNotContain("thank you");
    }

    @Test
    void anotherAccountsDeliveryIsNotFound() {
        String path = "/webhook-deliveries/" + delivered("succeeded");
        service.newAccount().api().get(path).refuses(404, "not_found");
        account.api(Scope.TTS_READ).get(path).refuses(403, "missing_scope");
        api.get("/webhook-deliveries/wd_" + "0".repeat(52)).refuses(404, "not_found");
    }

    @Test
    void itsPageShowsTheAttemptsAndTheEvent() {
        receiver.answering(sent -> 500).saying("<script>alert(1)</script> no room");
        String delivery = delivered("pending");
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String page = owner.open(endpointPage() + "/deliveries/" + delivery)
                .expect(200)
                .text();
        assertThat(page)
                .contains("Attempt 1", "The endpoint answered 500", "no room", "\"type\" : \"counter.updated\"")
                .doesNotContain("<script>alert");
        assertThat(owner.open(endpointPage()).text())
                .contains(endpointPage() + "/deliveries/" + delivery, "Success rate", "none has ended");
    }

    @Test
    void anyEventsSampleIsSentAsATest() {
        receiver.saying("thanks");
        subscribed();
        DashboardVisitor owner = DashboardVisitor.owner(account);
        assertThat(owner.use(endpointPage(), endpointPage() + "/ping", Map.of("event_type", "alpha.raid"))
                        .expect(200)
                        .text())
                .contains("The endpoint answered the ping with 200");
        assertThat(receiver.received().getLast().header("Service-Event")).isEqualTo("alpha.raid");
    }

    @Test
    void allThatFailedIsSentAgainFromThePage() {
        receiver.answering(sent -> 410);
        delivered("failed");
        String endpoint = endpointPage();
        DashboardVisitor owner = DashboardVisitor.owner(account);
        assertThat(owner.open(endpoint).text()).as("an endpoint that is off").doesNotContain("/recover");
        api.patch("/webhook-endpoints/" + endpointId(), Map.of("is_active", true))
                .expect(200);
        receiver.answering(sent -> 200);
        String since = service.clock().instant().minus(Duration.ofHours(1)).toString();
        assertThat(owner.use(endpoint, endpoint + "/recover", Map.of("since", since))
                        .expect(200)
                        .text())
                .contains("The events since then whose deliveries failed are being sent again.");
        await().untilAsserted(() ->
                assertThat(deliveries().each("deliveries", "status")).isEqualTo(List.of("succeeded")));
        assertThat(owner.use(endpoint, endpoint + "/recover", Map.of("since", since))
                        .text())
                .contains("No event since then has a delivery that failed.");
    }

    private void subscribed() {
        api.post("/webhook-endpoints", Map.of("url", receiver.url(), "events", List.of("counter.updated")))
                .expect(201);
    }

    /// The id of a delivery that has come this far.
    private String delivered(String status) {
        subscribed();
        api.send("PUT", "/counters/wins", Json.write(Map.of("value", 1))).expect(201);
        await().until(() -> deliveries().each("deliveries", "status").equals(List.of(status))
                && deliveries().at("deliveries.0.duration_ms") != null);
        return (String) Objects.requireNonNull(deliveries().at("deliveries.0.id"));
    }

    private Answer deliveries() {
        return api.get("/webhook-endpoints/" + endpointId() + "/deliveries").expect(200);
    }

    private Object endpointId() {
        return Objects.requireNonNull(api.get("/webhook-endpoints").expect(200).at("endpoints.0.id"));
    }

    private String endpointPage() {
        return "/dashboard/webhooks/" + endpointId();
    }
}
