package streamerapi.service;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.shared.json.Json;
import streamerapi.webhooks.DeliveryMessage;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Deliveries as receivers get them (spec "Delivery rules", "Webhook signature"; contract "Webhooks").
class DeliveryTest {

    @AutoClose
    private static Service service;

    private final Account account = service.newAccount();

    @AutoClose
    private final TestReceiver receiver = TestReceiver.open();

    @BeforeAll
    static void startService() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000", "WEBHOOK_RETRY_DELAYS", "0,0,0,0,0,0,0"));
    }

    @Test
    void aDeliveryIsSignedInBothForms() throws GeneralSecurityException {
        String secret = subscribe("*");

        account.tip("Ada");

        TestReceiver.Received delivery =
                await().until(receiver::received, all -> all.size() == 1).getFirst();
        String[] parts = delivery.header("Service-Signature").split("[=,]", -1);
        assertThat(parts).hasSize(4).startsWith("t").contains("v1");
        assertThat(Instant.ofEpochSecond(Long.parseLong(parts[1])))
                .isBetween(
                        service.clock().instant().minusSeconds(60),
                        service.clock().instant());
        assertThat(parts[3])
                .isEqualTo(HexFormat.of()
                        .formatHex(mac(secret.getBytes(StandardCharsets.UTF_8), parts[1] + ".", delivery.body())));
        assertThat(delivery.header("webhook-signature"))
                .isEqualTo("v1,"
                        + Base64.getEncoder()
                                .encodeToString(mac(
                                        Base64.getDecoder().decode(secret.substring("whsec_".length())),
                                        delivery.header("webhook-id") + "." + delivery.header("webhook-timestamp")
                                                + ".",
                                        delivery.body())));
    }

    @Test
    void aDeliveryCarriesEveryHeader() {
        subscribe("*");

        account.tip("Ada");

        TestReceiver.Received delivery =
                await().until(receiver::received, all -> all.size() == 1).getFirst();
        Map<String, @Nullable Object> envelope = Json.readObject(delivery.body());
        assertThat(delivery.header("Service-Event")).isEqualTo("tip.created").isEqualTo(envelope.get("type"));
        assertThat(delivery.header("Service-Event-Id"))
                .isEqualTo(envelope.get("id"))
                .isEqualTo(delivery.header("webhook-id"));
        assertThat(delivery.header("Service-Delivery")).matches("wd_[0-9a-z]{52}");
        assertThat(delivery.header("Service-Attempt")).isEqualTo("1");
        assertThat(delivery.header("User-Agent")).matches("StreamerApi-Webhooks/[0-9.]+");
        assertThat(delivery.header("Content-Type")).isEqualTo("application/json; charset=utf-8");
    }

    /// SQS takes no U+FFFE and U+FFFF, which JSON has: one text with them must not stop the events of an account.
    @Test
    void aTextThatNoQueueTakesAsItIsArrives() {
        subscribe("*");

        account.api()
                .postText("/tips", "{\"name\":\"Ada\",\"message\":\"a\\uffffb\\ufffe\",\"x\\uffff\":1}")
                .expect(201);

        List<TestReceiver.Received> all = await().until(receiver::received, received -> received.size() == 2);
        assertThat(all.stream()
                        .map(delivery ->
                                Json.asObject(Json.readObject(delivery.body()).get("data"))))
                .anySatisfy(tip -> assertThat(tip).containsEntry("message", "ab"))
                .anySatisfy(warning -> assertThat(warning).containsEntry("field", "x\uFFFF"));
    }

    @Test
    void aReceiverThatNeverAcceptsIsAskedEightTimesWithTheSameBytes() {
        receiver.answering(delivery -> 500);
        subscribe("*");

        account.tip("Ada");

        Map<String, @Nullable Object> record = await().until(this::onlyDelivery, r -> "failed".equals(r.get("status")));
        assertThat(receiver.received().stream().map(delivery -> delivery.header("Service-Attempt")))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, 8).mapToObj(Integer::toString).toList());
        assertThat(receiver.received().stream().map(TestReceiver.Received::text).distinct())
                .hasSize(1);
        assertThat(record)
                .containsEntry("attempts", new BigDecimal(8))
                .containsEntry("response_status", new BigDecimal(500))
                .containsEntry("error", "The endpoint answered 500")
                .containsEntry("next_attempt_at", null);
        await().untilAsserted(() -> {
            Answer endpoint = account.api().get("/webhook-endpoints").expect(200);
            assertThat(endpoint.at("endpoints.0.consecutive_failures")).isEqualTo(BigDecimal.ONE);
            assertThat(endpoint.at("endpoints.0.last_failure_at")).isNotNull();
        });
        assertThat(DashboardVisitor.owner(account).open("/dashboard/webhooks").text())
                .contains("<span class=\"badge warn\">failing</span>");
    }

    @Test
    void aReceiverThatAcceptsInTheEndIsAskedNoMore() {
        receiver.answering(delivery -> delivery.header("Service-Attempt").equals("3") ? 204 : 503);
        subscribe("*");

        account.tip("Ada");

        Map<String, @Nullable Object> record =
                await().until(this::onlyDelivery, r -> "succeeded".equals(r.get("status")));
        assertThat(record)
                .containsEntry("attempts", new BigDecimal(3))
                .containsEntry("response_status", new BigDecimal(204))
                .containsEntry("error", null);
        assertThat(receiver.received()).hasSize(3);
    }

    @Test
    void aRedirectIsAFailureAndIsNotFollowed() {
        receiver.answering(delivery -> delivery.header("Service-Attempt").equals("1") ? 302 : 200);
        subscribe("*");

        account.tip("Ada");

        await().until(this::onlyDelivery, r -> "succeeded".equals(r.get("status")));
        assertThat(receiver.received()).hasSize(2);
    }

    @Test
    void anEndpointGetsWhatItSubscribedToAndEveryWarning() {
        subscribe("queue.tts.started");
        String orderId = account.tip("Ada");

        account.api().post("/tts/" + orderId + "/start").expect(200);
        account.api().post("/tips", Map.of("name", "Bob", "nonsense", 1)).expect(201);

        await().untilAsserted(() -> assertThat(receiver.received().stream().map(d -> d.header("Service-Event")))
                .containsExactlyInAnyOrder("queue.tts.started", "warning"));
    }

    @Test
    void aDeletedEndpointGetsNothingMore() throws FunctionError {
        subscribe("*");
        String id = onlyEndpoint();
        String event = "{\"id\":\"evt_01hv0000000000000000000000\",\"type\":\"tip.created\"}";
        account.api().delete("/webhook-endpoints/" + id).expect(200);

        assertThat(deliver(message(id, 1, service.clock().instant(), event))).isEmpty();

        assertThat(receiver.received()).isEmpty();
    }

    @Test
    void aMessageThatComesBeforeItsTimeIsSentOnAndNotDelivered() throws FunctionError {
        subscribe("*");
        String event = "{\"id\":\"evt_01hv0000000000000000000001\",\"type\":\"tip.created\"}";
        Map<String, @Nullable Object> message =
                message(onlyEndpoint(), 1, service.clock().instant().plus(Duration.ofHours(5)), event);
        int delayed = visible(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED);

        assertThat(deliver(message)).isEmpty();
        assertThat(receiver.received()).isEmpty();
        assertThat(visible(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED))
                .isEqualTo(delayed + 1);

        service.clock().advance(Duration.ofHours(5));
        assertThat(deliver(message)).isEmpty();
        assertThat(receiver.received()).hasSize(1);
    }

    private String subscribe(String type) {
        Answer created = account.api()
                .post("/webhook-endpoints", Map.of("url", receiver.url(), "events", List.of(type)))
                .expect(201);
        return (String) Objects.requireNonNull(created.at("secret"));
    }

    private String onlyEndpoint() {
        return (String) Objects.requireNonNull(
                account.api().get("/webhook-endpoints").expect(200).at("endpoints.0.id"));
    }

    private Map<String, @Nullable Object> onlyDelivery() {
        Answer page = account.api()
                .get("/webhook-endpoints/" + onlyEndpoint() + "/deliveries")
                .expect(200);
        List<?> deliveries = (List<?>) Objects.requireNonNull(page.at("deliveries"));
        return deliveries.isEmpty() ? Map.of() : Json.asObject(deliveries.getFirst());
    }

    private Map<String, @Nullable Object> message(String endpointId, int attempt, Instant due, String event) {
        Map<String, @Nullable Object> message = new LinkedHashMap<>();
        message.put("tenant_id", account.tenantId());
        message.put("endpoint_id", endpointId);
        message.put("event_id", Json.asObject(Json.read(event)).get("id"));
        message.put("event_type", "tip.created");
        message.put("begun", service.clock().instant().toEpochMilli());
        message.put("attempt", attempt);
        message.put("due", due.toEpochMilli());
        message.put("body", event);
        return message;
    }

    /// Hands a message to the function as the queue does, and tells what it reports as failed.
    private static List<?> deliver(Map<String, @Nullable Object> message) throws FunctionError {
        Map<String, ?> record =
                Map.of("messageId", "one", "body", Json.writeText(Map.of(DeliveryMessage.TASK, message)));
        byte[] answer = service.stack().invoke("WorkerFunction", Json.write(Map.of("Records", List.of(record))));
        return (List<?>) Objects.requireNonNull(Json.readObject(answer).get("batchItemFailures"));
    }

    private static int visible(QueueAttributeName which) {
        var attributes = service.stack()
                .engines()
                .sqs()
                .getQueueAttributes(
                        r -> r.queueUrl(service.stack().queueUrl("WorkQueue")).attributeNames(which));
        return Integer.parseInt(Objects.requireNonNull(attributes.attributes().get(which)));
    }

    private static byte[] mac(byte[] key, String before, byte[] body) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update(before.getBytes(StandardCharsets.UTF_8));
        return mac.doFinal(body);
    }
}
