package streamerapi.service.webhooks;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.DashboardVisitor;
import streamerapi.service.Service;
import streamerapi.service.TestReceiver;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Asking for deliveries again, one or all that failed, and for a test (contract, POST …/redeliver, …/recover, …/ping).
class RedeliveryTest {

    @AutoClose
    private static Service service;

    private static final int MOST_AT_ONCE = 1_000;
    private static final int MOST_WRITES = 100;

    private final Account account = service.newAccount();
    private final ApiClient api = account.api();

    @AutoClose
    private final TestReceiver receiver = TestReceiver.open();

    private final String endpointId = subscribe(receiver.url());
    private final String path = "/webhook-endpoints/" + endpointId;

    @BeforeAll
    static void startService() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"));
    }

    @Test
    void nothingIsSentAgainToAnEndpointThatIsNotActive() {
        failed(1, "failed");
        String delivery = api.get(path + "/deliveries").each("deliveries", "id").getFirst();
        api.patch(path, Map.of("is_active", false)).expect(200);

        api.post("/webhook-deliveries/" + delivery + "/redeliver").refuses(409, "endpoint_disabled");
        recover().refuses(409, "endpoint_disabled");
        assertThat(api.get(path + "/deliveries").each("deliveries", "status")).containsExactly("failed");

        api.patch(path, Map.of("is_active", true)).expect(200);
        api.post("/webhook-deliveries/" + delivery + "/redeliver").expect(202);
        await().until(() -> receiver.received().size() == 1);
    }

    @Test
    void whatIsNotADeliveryOfTheAccountIsNotFound() {
        failed(1, "failed");
        String delivery = api.get(path + "/deliveries").each("deliveries", "id").getFirst();

        for (String id : List.of(
                "wd_", "x", "wd_" + "0".repeat(52), "wd_" + "x".repeat(2_000), delivery.toUpperCase(Locale.ROOT))) {
            api.post("/webhook-deliveries/" + id + "/redeliver").refuses(404, "not_found");
        }
        service.newAccount()
                .api()
                .post("/webhook-deliveries/" + delivery + "/redeliver")
                .refuses(404, "not_found");
        api.delete(path).expect(200);
        api.post("/webhook-deliveries/" + delivery + "/redeliver").refuses(404, "not_found");
        service.awaitRest();
        assertThat(receiver.received()).isEmpty();
    }

    @Test
    void aDeliveryWhoseEventIsNoLongerKeptIsNotFound() {
        String event = new Ids(service.clock()).next("evt");
        account.table().write(List.of(Write.put(record(event, "failed"))));
        String delivery = api.get(path + "/deliveries").each("deliveries", "id").getFirst();

        api.post("/webhook-deliveries/" + delivery + "/redeliver").refuses(404, "not_found");
        assertThat(recover().expect(202).at("recovered")).isEqualTo(BigDecimal.ZERO);
    }

    @Test
    void whatIsAskedForIsPendingAtOnceAndMadeOnce() throws InterruptedException {
        failed(3, "failed");
        service.stack().queueTriggers().pause();
        try {
            assertThat(recover().expect(202).at("recovered")).isEqualTo(new BigDecimal(3));
            Answer listed = api.get(path + "/deliveries").expect(200);
            assertThat(listed.each("deliveries", "status")).containsOnly("pending");
            assertThat(listed.each("deliveries", "attempts")).containsOnly("0");
            assertThat(listed.each("deliveries", "response_status")).containsOnly("null");
            assertThat(recover().expect(202).at("recovered")).isEqualTo(BigDecimal.ZERO);
        } finally {
            service.stack().queueTriggers().resume();
        }

        await().until(() ->
                api.get(path + "/deliveries").each("deliveries", "status").equals(Collections.nCopies(3, "succeeded")));
        assertThat(receiver.received()).hasSize(3);
    }

    @Test
    void thousandsAreRecoveredAThousandAtATimeOldestFirst() throws InterruptedException {
        failed(MOST_AT_ONCE + 150, "failed");
        failed(300, "succeeded");
        String queue = service.stack().queueUrl("WorkQueue");
        service.stack().queueTriggers().pause();
        try {
            List<String> newest =
                    api.get(path + "/deliveries?status=failed&limit=100").each("deliveries", "event_id");
            assertThat(recover().expect(202).at("recovered")).isEqualTo(new BigDecimal(MOST_AT_ONCE));
            assertThat(api.get(path + "/deliveries?status=failed&limit=100").each("deliveries", "event_id"))
                    .hasSize(100)
                    .isEqualTo(newest);
            assertThat(recover().expect(202).at("recovered")).isEqualTo(new BigDecimal(150));
            assertThat(recover().expect(202).at("recovered")).isEqualTo(BigDecimal.ZERO);

            assertThat(service.messages()).isEqualTo(MOST_AT_ONCE + 150);
        } finally {
            service.stack().engines().sqs().purgeQueue(r -> r.queueUrl(queue));
            service.stack().queueTriggers().resume();
        }
    }

    @Test
    void thePageSaysThatMoreThanAThousandAreSentAgainInParts() throws InterruptedException {
        failed(MOST_AT_ONCE + 1, "failed");
        String queue = service.stack().queueUrl("WorkQueue");
        service.stack().queueTriggers().pause();
        try {
            DashboardVisitor owner = DashboardVisitor.owner(account);
            String page = "/dashboard/webhooks/" + endpointId;
            Map<String, String> since = Map.of(
                    "since",
                    service.clock().instant().minus(Duration.ofHours(1)).toString());
            assertThat(owner.use(page, page + "/recover", since).text())
                    .contains("The oldest 1,000 events since then whose deliveries failed are being sent again.");
            assertThat(owner.use(page, page + "/recover", since).text())
                    .contains("The events since then whose deliveries failed are being sent again.");
        } finally {
            service.stack().engines().sqs().purgeQueue(r -> r.queueUrl(queue));
            service.stack().queueTriggers().resume();
        }
    }

    @Test
    void aRareStatusIsFoundAmongMany() {
        failed(1, "failed");
        failed(400, "succeeded");

        Answer page = api.get(path + "/deliveries?status=failed&limit=1").expect(200);
        assertThat(page.each("deliveries", "status")).containsExactly("failed");
        assertThat(page.at("has_more")).isEqualTo(false);
        assertThat(api.get(path + "/deliveries?status=pending&limit=1").each("deliveries", "id"))
                .isEmpty();
    }

    @Test
    void recoveryLooksBackThirtyDaysAtMost() {
        Instant now = service.clock().instant();
        api.post(
                        path + "/recover",
                        Map.of("since", now.minus(Duration.ofDays(31)).toString()))
                .refuses(400, "bad_request");
        api.post(path + "/recover", Map.of("since", "yesterday")).refuses(400, "bad_request");
        api.post(path + "/recover", Map.of()).refuses(400, "bad_request");
        api.post(
                        path + "/recover",
                        Map.of("since", now.minus(Duration.ofDays(29)).toString()))
                .expect(202);
        String ofOtherForm = DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                now.truncatedTo(ChronoUnit.SECONDS).atOffset(ZoneOffset.ofHours(1)));
        api.post(path + "/recover", Map.of("since", ofOtherForm)).expect(202);
    }

    @Test
    void aPingOfAReceiverThatIsNotThereSaysSo() {
        String nowhere = subscribe("http://127.0.0.1:1/hook");

        Answer ping = api.post("/webhook-endpoints/" + nowhere + "/ping").expect(200);

        assertThat(ping.at("success")).isEqualTo(true);
        assertThat(ping.at("delivery.id")).isEqualTo("ping");
        assertThat(ping.at("delivery.response_status")).isNull();
        assertThat(ping.at("delivery.error")).isEqualTo("The endpoint cannot be connected to");
        assertThat(api.get("/webhook-endpoints/" + nowhere).at("endpoint.last_failure_at"))
                .isNull();
    }

    @Test
    void anEndpointThatIsNotActiveCanBeTested() {
        api.patch(path, Map.of("is_active", false)).expect(200);

        assertThat(api.post(path + "/ping").expect(200).at("delivery.response_status"))
                .isEqualTo(new BigDecimal(200));
        assertThat(receiver.received()).hasSize(1);
    }

    @Test
    void rotationTakesAnOverlapOfADayAtMost() {
        for (int seconds : new int[] {-1, 86_401}) {
            api.post(path + "/rotate-secret", Map.of("overlap_seconds", seconds))
                    .refuses(400, "bad_request");
        }
        api.post(path + "/rotate-secret", Map.of("overlap_seconds", "60")).refuses(400, "bad_request");
        Object first = api.post(path + "/rotate-secret", Map.of("overlap_seconds", 86_400))
                .expect(200)
                .at("secret");
        Object second = api.post(path + "/rotate-secret", Map.of("overlap_seconds", 0))
                .expect(200)
                .at("secret");

        assertThat(String.valueOf(first)).startsWith("whsec_");
        assertThat(String.valueOf(second)).startsWith("whsec_").isNotEqualTo(first);
    }

    private Answer recover() {
        String since = service.clock().instant().minus(Duration.ofDays(1)).toString();
        return api.post(path + "/recover", Map.of("since", since));
    }

    /// Makes events and the records of their deliveries, as they stand when everything has been tried.
    private void failed(int count, String status) {
        Ids ids = new Ids(InstantSource.fixed(service.clock().instant()));
        List<Write> writes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String event = ids.next("evt");
            writes.add(Write.put(Row.of(Keys.event(account.tenantId(), event))
                    .with(Attribute.any("type"), "tip.created")
                    .with(Attribute.any("body"), "{\"id\":\"" + event + "\"}")));
            writes.add(Write.put(record(event, status)));
        }
        for (int from = 0; from < writes.size(); from += MOST_WRITES) {
            account.table().write(writes.subList(from, Math.min(from + MOST_WRITES, writes.size())));
        }
    }

    private Row record(String event, String status) {
        Instant now = service.clock().instant();
        return Row.of(Keys.delivery(account.tenantId(), endpointId, event))
                .with(Attribute.any("run"), now.minusSeconds(60))
                .with(Attribute.any("attempts"), 8)
                .with(Attribute.any("status"), status)
                .with(Attribute.any("event_type"), "tip.created")
                .with(Attribute.any("response_status"), 500)
                .with(Attribute.any("duration_ms"), 5)
                .with(Attribute.any("error"), status.equals("failed") ? "The endpoint answered 500" : null)
                .with(Attribute.any("created_at"), now.minusSeconds(60));
    }

    private String subscribe(String url) {
        return (String) Objects.requireNonNull(
                api.post("/webhook-endpoints", Map.of("url", url, "events", List.of("tipping.opened")))
                        .expect(201)
                        .at("endpoint.id"));
    }
}
