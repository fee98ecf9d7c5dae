package streamerapi.service.webhooks;

import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookSigningException;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.stripe.exception.SignatureVerificationException;
import com.stripe.net.Webhook;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;
import streamerapi.service.TestReceiver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;

/// Deliveries are verified by the libraries that receivers use: Stripe's, whose form of signature ours is, and Standard
/// Webhooks' (spec "Webhook signature", contract "Webhooks").
class SignaturesTest {

    @AutoClose
    private static Service service;

    private static final long TOLERANCE_SECONDS = 300;

    private final ClockedDeliveries deliveries;
    private final Account account = service.newAccount();
    private final ApiClient api = account.api();

    @AutoClose
    private final TestReceiver receiver = TestReceiver.open();

    private final String path;
    private final String secret;

    @BeforeAll
    static void startService() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"));
    }

    SignaturesTest() throws InterruptedException {
        deliveries = new ClockedDeliveries(service);
        var created =
                api.post("/webhook-endpoints", Map.of("url", receiver.url())).expect(201);
        path = "/webhook-endpoints/" + created.at("endpoint.id");
        secret = (String) Objects.requireNonNull(created.at("secret"));
    }

    @Test
    void everyAttemptIsSignedAfreshOverTheSameBytes() throws IOException {
        receiver.answering(delivery -> 503);
        tip();
        deliveries.run();

        List<TestReceiver.Received> attempts = receiver.received();
        assertThat(attempts).hasSize(8);
        assertThat(attempts.stream().map(TestReceiver.Received::text).distinct())
                .hasSize(1);
        assertThat(attempts.stream().map(SignaturesTest::at)).isSorted().doesNotHaveDuplicates();
        assertThat(attempts).allMatch(attempt -> isStripes(attempt, secret, at(attempt)));
        assertThat(attempts)
                .allMatch(attempt -> isStripes(attempt, secret, at(attempt).plusSeconds(TOLERANCE_SECONDS)));
        assertThat(attempts)
                .noneMatch(attempt -> isStripes(attempt, secret, at(attempt).plusSeconds(TOLERANCE_SECONDS + 1)));
        assertThat(isStripes(attempts.getFirst(), secret, at(attempts.getLast())))
                .isFalse();
        assertThat(attempts).allMatch(attempt -> signs(attempt, secret));
    }

    /// Standard Webhooks' library knows the machine's time alone, so these deliveries are made now.
    @Test
    void standardWebhooksLibraryVerifiesWhatComesAndNotWhatWasChangedOrIsLate() {
        try (Service now = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"))) {
            ApiClient caller = now.newAccount().api();
            var created = caller.post("/webhook-endpoints", Map.of("url", receiver.url()))
                    .expect(201);
            String old = String.valueOf(created.at("secret"));
            String ping = "/webhook-endpoints/" + created.at("endpoint.id");
            caller.post(ping + "/ping").expect(200);
            TestReceiver.Received first = receiver.received().getLast();
            assertThat(isStandard(first, old)).isTrue();
            assertThat(isStandard(changed(first), old)).isFalse();

            String fresh = String.valueOf(caller.post(ping + "/rotate-secret", Map.of("overlap_seconds", 60))
                    .expect(200)
                    .at("secret"));
            caller.post(ping + "/ping").expect(200);
            assertThat(isStandard(receiver.received().getLast(), old)).isTrue();
            assertThat(isStandard(receiver.received().getLast(), fresh)).isTrue();
            assertThat(isStandard(first, fresh)).isFalse();

            now.clock().advance(Duration.ofMinutes(6));
            caller.post(ping + "/ping").expect(200);
            assertThat(signs(receiver.received().getLast(), fresh)).isTrue();
            assertThat(signs(receiver.received().getLast(), old)).isFalse();
            assertThat(isStandard(receiver.received().getLast(), fresh)).isFalse();
        }
    }

    @Test
    void whatWasChangedOnTheWayIsRefused() throws IOException {
        tip();
        deliveries.run();

        TestReceiver.Received delivery = receiver.received().getFirst();
        assertThat(isStripes(delivery, secret, at(delivery))).isTrue();
        assertThat(isStripes(changed(delivery), secret, at(delivery))).isFalse();
        assertThat(isStripes(delivery, secret.replace("whsec_", ""), at(delivery)))
                .isFalse();
        assertThat(signs(changed(delivery), secret)).isFalse();
    }

    @Test
    void whileASecretIsChangedOverBothVerifyTheNewOneFirstAndAfterwardsTheNewOneAlone() throws IOException {
        Object rotated = api.post(path + "/rotate-secret", Map.of("overlap_seconds", 3_600))
                .expect(200)
                .at("secret");
        String fresh = String.valueOf(rotated);
        assertThat(fresh).isNotEqualTo(secret);
        receiver.answering(delivery -> 500);
        tip();
        deliveries.runFor(Duration.ofMinutes(50));
        List<TestReceiver.Received> during = receiver.received();
        assertThat(during).hasSize(4);
        for (TestReceiver.Received attempt : during) {
            assertThat(isStripes(attempt, fresh, at(attempt))).isTrue();
            assertThat(isStripes(attempt, secret, at(attempt))).isTrue();
            assertThat(signs(attempt, fresh)).isTrue();
            assertThat(signs(attempt, secret)).isTrue();
            List<String> ours = List.of(attempt.header("Service-Signature").split(","));
            assertThat(ours).hasSize(3);
            assertThat(isStripes(with(attempt, ours.get(0) + "," + ours.get(1)), fresh, at(attempt)))
                    .isTrue();
            assertThat(isStripes(with(attempt, ours.get(0) + "," + ours.get(2)), secret, at(attempt)))
                    .isTrue();
        }

        deliveries.run();
        List<TestReceiver.Received> after = receiver.received().subList(4, 8);
        for (TestReceiver.Received attempt : after) {
            assertThat(isStripes(attempt, fresh, at(attempt))).isTrue();
            assertThat(isStripes(attempt, secret, at(attempt))).isFalse();
            assertThat(signs(attempt, fresh)).isTrue();
            assertThat(signs(attempt, secret)).isFalse();
        }
    }

    private void tip() {
        account.tip("Ada");
        deliveries.take(1);
    }

    private static Instant at(TestReceiver.Received delivery) {
        return Instant.ofEpochSecond(Long.parseLong(delivery.header("webhook-timestamp")));
    }

    private static boolean isStripes(TestReceiver.Received delivery, String secret, Instant now) {
        try {
            return Webhook.Signature.verifyHeader(
                    delivery.text(),
                    delivery.header("Service-Signature"),
                    secret,
                    TOLERANCE_SECONDS,
                    Clock.fixed(now, ZoneOffset.UTC));
        } catch (SignatureVerificationException e) {
            return false;
        }
    }

    /// Whether one of the signatures is what Standard Webhooks' library makes for the same id, time and bytes.
    private static boolean signs(TestReceiver.Received delivery, String secret) {
        try {
            String signature = new com.standardwebhooks.Webhook(secret)
                    .sign(delivery.header("webhook-id"), at(delivery).getEpochSecond(), delivery.text());
            return List.of(delivery.header("webhook-signature").split(" ")).contains(signature);
        } catch (WebhookSigningException | EmptyWebhookSecretException e) {
            throw new AssertionError(e);
        }
    }

    private static TestReceiver.Received changed(TestReceiver.Received delivery) {
        return new TestReceiver.Received(
                delivery.headers(), delivery.text().replace("data", "Data").getBytes(StandardCharsets.UTF_8));
    }

    private static TestReceiver.Received with(TestReceiver.Received delivery, String signature) {
        Map<String, String> headers = new TreeMap<>(delivery.headers());
        headers.put("service-signature", signature);
        return new TestReceiver.Received(headers, delivery.body());
    }

    private static boolean isStandard(TestReceiver.Received delivery, String secret) {
        try {
            Map<String, List<String>> headers = new TreeMap<>();
            delivery.headers().forEach((name, value) -> headers.put(name, new ArrayList<>(List.of(value))));
            new com.standardwebhooks.Webhook(secret).verify(delivery.text(), headers);
            return true;
        } catch (WebhookVerificationException | EmptyWebhookSecretException e) {
            return false;
        }
    }
}
