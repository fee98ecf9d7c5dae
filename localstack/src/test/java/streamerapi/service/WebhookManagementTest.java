package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Webhook endpoints that are changed, tested, given up, and sent again what failed (contract "REST", "Webhooks").
@NullMarked
class WebhookManagementTest {

    @AutoClose
    private static Service service;

    private final Account account = service.newAccount();
    private final ApiClient api = account.api();

    @AutoClose
    private final TestReceiver receiver = TestReceiver.open();

    @BeforeAll
    static void startService() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000", "WEBHOOK_RETRY_DELAYS", "0,0,0,0,0,0,0"));
    }

    @Test
    void aChangeThatChangesNothingIsAnsweredWithTheEndpoint() {
        String path = path(subscribe());
        Answer before = api.get(path).expect(200);
        Map<String, @Nullable Object> noDescription = new HashMap<>();
        noDescription.put("description", null);

        for (Map<String, @Nullable Object> nothing : List.<Map<String, @Nullable Object>>of(
                Map.of(), Map.of("url", receiver.url()), Map.of("is_active", true), noDescription)) {
            assertThat(api.patch(path, nothing).expect(200).json()).isEqualTo(before.json());
        }
    }

    @Test
    void everyFieldOfAnEndpointCanBeChanged() {
        String path = path(subscribe());

        Answer changed = api.patch(
                        path,
                        Map.of(
                                "url",
                                "https://example.com/other",
                                "description",
                                "Other",
                                "events",
                                List.of("tip.created"),
                                "is_active",
                                false))
                .expect(200);

        assertThat(Json.asObject(changed.at("endpoint")))
                .containsEntry("url", "https://example.com/other")
                .containsEntry("description", "Other")
                .containsEntry("events", List.of("tip.created"))
                .containsEntry("is_active", false)
                .containsEntry("disabled_reason", null);
        assertThat(api.get(path).json()).isEqualTo(changed.json());
    }

    @Test
    void aNullTakesTheDescriptionAwayAndChangesNothingElse() {
        String path = path(subscribe());
        api.patch(path, Map.of("description", "Mine", "is_active", false)).expect(200);
        Map<String, @Nullable Object> nulls = new HashMap<>();
        nulls.put("description", null);
        nulls.put("events", null);
        nulls.put("is_active", null);

        Answer changed = api.patch(path, nulls).expect(200);

        assertThat(Json.asObject(changed.at("endpoint")))
                .containsEntry("description", null)
                .containsEntry("events", List.of("*"))
                .containsEntry("is_active", false);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"url\":\"\"}|url",
                "{\"url\":\"ftp://example.com\"}|url",
                "{\"description\":7}|description",
                "{\"events\":[]}|events",
                "{\"events\":[\"warning\"]}|events",
                "{\"is_active\":\"yes\"}|is_active"
            })
    void aBadValueIsRefusedAndChangesNothing(String body, String field) {
        String path = path(subscribe());
        Answer before = api.get(path);

        Answer refused =
                api.send("PATCH", path, body.getBytes(StandardCharsets.UTF_8)).refuses(400, "bad_request");

        assertThat(refused.at("field")).isEqualTo(field);
        assertThat(api.get(path).json()).isEqualTo(before.json());
    }

    @Test
    void whatIsNotTheAccountsCannotBeTouched() {
        String id = subscribe();
        ApiClient other = service.newAccount().api();
        String since = service.clock().instant().toString();

        other.patch(path(id), Map.of("is_active", false)).refuses(404, "not_found");
        other.post(path(id) + "/rotate-secret").refuses(404, "not_found");
        other.post(path(id) + "/ping").refuses(404, "not_found");
        other.post(path(id) + "/recover", Map.of("since", since)).refuses(404, "not_found");
        service.awaitRest();
        assertThat(receiver.received()).isEmpty();
    }

    @Test
    void aRotatedSecretSignsBesideTheOldOneForTheOverlapAlone() {
        String path = path(subscribe());

        assertThat(signatures(path)).isEqualTo(1);
        api.post(path + "/rotate-secret", Map.of("overlap_seconds", 3_600)).expect(200);
        assertThat(signatures(path)).isEqualTo(2);
        service.clock().advance(Duration.ofHours(1));
        assertThat(signatures(path)).isEqualTo(1);
        api.post(path + "/rotate-secret").expect(200);
        assertThat(signatures(path)).isEqualTo(1);
        api.post(path + "/rotate-secret", Map.of("overlap_seconds", 86_401)).refuses(400, "bad_request");
    }

    @Test
    void aPingIsSentOnceAndNotKept() {
        receiver.answering(delivery -> 500);
        String path = path(subscribe());

        Answer ping =
                api.post(path + "/ping", Map.of("event_type", "tip.created")).expect(200);

        assertThat(ping.at("delivery.response_status")).isEqualTo(new BigDecimal(500));
        assertThat(ping.at("delivery.error")).isEqualTo("The endpoint answered 500");
        assertThat(receiver.received()).hasSize(1);
        assertThat(receiver.received().getFirst().header("Service-Delivery")).isEqualTo("ping");
        assertThat(receiver.received().getFirst().header("Service-Event")).isEqualTo("tip.created");
        assertThat(api.get(path + "/deliveries").each("deliveries", "id")).isEmpty();
        assertThat(api.get(path).at("endpoint.consecutive_failures")).isEqualTo(BigDecimal.ZERO);
    }

    @Test
    void aSampleSaysThatItIsATest() {
        String path = path(subscribe());

        for (String type : List.of("tip.created", "queue.tts.paused", "counter.updated")) {
            api.post(path + "/ping", Map.of("event_type", type)).expect(200);

            assertThat(Json.asObject(
                            Json.readObject(receiver.received().getLast().body())
                                    .get("data")))
                    .as(type)
                    .containsEntry("test", true);
        }
    }

    @Test
    void whoMayNotPingSendsNothing() {
        String path = path(subscribe());

        account.api(Scope.TIPS_CREATE).post(path + "/ping").expect(403);
        new ApiClient(service.stack().authUrl(), account.apiKey() + "x")
                .post(path + "/ping")
                .expect(401);

        assertThat(receiver.received()).isEmpty();
    }

    @Test
    void whatFailedAndWhatSucceededIsSentAgainWithTheSameBytes() {
        receiver.answering(delivery -> 500);
        String path = path(subscribe());
        account.tip("Ada");
        await().until(() -> statuses(path).equals(List.of("failed")));
        String id = api.get(path + "/deliveries").each("deliveries", "id").getFirst();
        receiver.answering(delivery -> 200);

        for (int sent = 8; sent < 10; sent++) {
            int all = sent + 1;
            Answer again = api.post("/webhook-deliveries/" + id + "/redeliver").expect(202);
            assertThat(again.at("delivery.status")).isEqualTo("pending");
            await().until(() ->
                    receiver.received().size() == all && statuses(path).equals(List.of("succeeded")));
        }
        assertThat(receiver.received().stream().map(TestReceiver.Received::text).distinct())
                .hasSize(1);
        assertThat(receiver.received().getLast().header("Service-Attempt")).isEqualTo("1");
        assertThat(receiver.received().getLast().header("Service-Delivery")).isEqualTo(id);
        service.newAccount()
                .api()
                .post("/webhook-deliveries/" + id + "/redeliver")
                .refuses(404, "not_found");
    }

    @Test
    void whatFailedSinceIsRecovered() {
        receiver.answering(delivery -> delivery.text().contains("Bad") ? 500 : 200);
        String path = path(subscribe());
        account.tip("Bad");
        account.tip("Ada");
        await().until(() -> statuses(path).equals(List.of("succeeded", "failed")));
        String start = service.clock().instant().minusSeconds(600).toString();
        String later = service.clock().instant().plusSeconds(1).toString();
        String early = service.clock().instant().minus(Duration.ofDays(31)).toString();
        receiver.answering(delivery -> 200);

        api.post(path + "/recover", Map.of("since", early)).refuses(400, "bad_request");
        assertThat(api.post(path + "/recover", Map.of("since", later))
                        .expect(202)
                        .at("recovered"))
                .isEqualTo(BigDecimal.ZERO);
        assertThat(api.post(path + "/recover", Map.of("since", start))
                        .expect(202)
                        .at("recovered"))
                .isEqualTo(BigDecimal.ONE);
        await().until(() -> statuses(path).equals(List.of("succeeded", "succeeded")));
    }

    @Test
    void fiveExhaustedDeliveriesInARowDisableAndEnablingForgives() {
        receiver.answering(delivery -> 500);
        String path = path(subscribe());
        try (TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
            socket.next("ready");
            for (int i = 0; i < 5; i++) {
                account.tip("Ada");
            }
            await().until(() -> Boolean.FALSE.equals(api.get(path).at("endpoint.is_active")));
        }

        assertThat(String.valueOf(api.get(path).at("endpoint.disabled_reason"))).startsWith("5 deliveries in a row");
        assertThat(account.events()).anyMatch(event -> event.contains("endpoint_failing"));
        assertThat(account.events())
                .filteredOn(event -> event.contains("endpoint_disabled"))
                .hasSize(1);
        Answer enabled = api.patch(path, Map.of("is_active", true)).expect(200);
        assertThat(enabled.at("endpoint.disabled_reason")).isNull();
        assertThat(enabled.at("endpoint.consecutive_failures")).isEqualTo(BigDecimal.ZERO);
    }

    @Test
    void whoIsGoneIsDisabledAtOnce() {
        receiver.answering(delivery -> 410);
        String path = path(subscribe());
        account.tip("Ada");

        await().until(() -> Boolean.FALSE.equals(api.get(path).at("endpoint.is_active")));

        assertThat(api.get(path).at("endpoint.disabled_reason")).isEqualTo("The endpoint answered 410 Gone");
        assertThat(statuses(path)).containsExactly("failed");
        assertThat(receiver.received()).hasSize(1);
    }

    private int signatures(String path) {
        api.post(path + "/ping").expect(200);
        TestReceiver.Received ping = receiver.received().getLast();
        int ours = ping.header("Service-Signature").split(",v1=", -1).length - 1;
        assertThat(ping.header("webhook-signature").split(" ", -1)).hasSize(ours);
        return ours;
    }

    private List<String> statuses(String path) {
        return api.get(path + "/deliveries").expect(200).each("deliveries", "status");
    }

    private String subscribe() {
        Answer made =
                api.post("/webhook-endpoints", Map.of("url", receiver.url())).expect(201);
        return String.valueOf(made.at("endpoint.id"));
    }

    private static String path(String id) {
        return "/webhook-endpoints/" + id;
    }
}
