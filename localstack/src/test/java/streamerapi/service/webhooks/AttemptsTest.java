package streamerapi.service.webhooks;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.service.Account;
import streamerapi.service.ApiClient;
import streamerapi.service.DashboardVisitor;
import streamerapi.service.Service;
import streamerapi.service.TestReceiver;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// Attempts over days: when each is made, and when an endpoint is given up (contract "Retry delays", "Auto-disable").
class AttemptsTest {

    @AutoClose
    private static Service service;

    private static final List<Duration> DELAYS = List.of(
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30),
            Duration.ofHours(2),
            Duration.ofHours(5),
            Duration.ofHours(12),
            Duration.ofHours(24));
    private static final Duration LONGEST_DELAY_OF_SQS = Duration.ofMinutes(15);
    private static final String ENDED = "The endpoint was deleted or disabled";

    private final ClockedDeliveries deliveries;
    private final Account account = service.newAccount();
    private final ApiClient api = account.api();

    @AutoClose
    private final TestReceiver receiver = TestReceiver.open().answering(delivery -> 500);

    private final String path;

    @BeforeAll
    static void startService() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"));
    }

    AttemptsTest() throws InterruptedException {
        deliveries = new ClockedDeliveries(service);
        path = "/webhook-endpoints/"
                + api.post("/webhook-endpoints", Map.of("url", receiver.url(), "events", List.of("tip.created")))
                        .expect(201)
                        .at("endpoint.id");
    }

    @Test
    void eightAttemptsAreMadeEachAtItsTimeOverIdenticalBytes() throws IOException {
        tips(1);
        deliveries.run();

        List<TestReceiver.Received> attempts = receiver.received();
        assertThat(attempts.stream().map(each -> each.header("Service-Attempt")))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, 8).mapToObj(Integer::toString).toList());
        assertThat(attempts.stream().map(TestReceiver.Received::text).distinct())
                .hasSize(1);
        for (int i = 0; i < DELAYS.size(); i++) {
            Duration waited = seconds(attempts.get(i + 1)).minus(seconds(attempts.get(i)));
            Duration delay = DELAYS.get(i);
            assertThat(waited)
                    .as("after attempt " + (i + 1))
                    .isBetween(
                            delay.minusSeconds(1),
                            delay.plus(delay.dividedBy(10)).plusSeconds(10));
        }
        assertThat(deliveries.longestDelay()).isEqualTo(LONGEST_DELAY_OF_SQS);
        assertThat(deliveries.handled()).isGreaterThan(8 + 24 * 4);
        assertThat(delivery())
                .containsEntry("status", "failed")
                .containsEntry("attempts", new BigDecimal(8))
                .containsEntry("next_attempt_at", null);
        assertThat(endpoint())
                .containsEntry("is_active", true)
                .containsEntry("consecutive_failures", BigDecimal.ONE)
                .containsEntry("last_success_at", null);
        assertThat(endpoint().get("last_failure_at")).isNotNull();
        assertThat(warnings()).containsExactly("endpoint_failing 1");
    }

    @Test
    void theLastFailureIsThatOfTheLastAttempt() throws IOException {
        tips(1);
        deliveries.runFor(Duration.ofHours(4));

        assertThat(delivery()).containsEntry("attempts", new BigDecimal(5));
        Instant attempted = Instant.parse(String.valueOf(delivery().get("last_attempt_at")));
        assertThat(Instant.parse(String.valueOf(endpoint().get("last_failure_at"))))
                .isAfterOrEqualTo(attempted);
    }

    @Test
    void fiveDeliveriesInARowThatFailEveryAttemptEndItAndASuccessBetweenThemBeginsTheCountAnew() throws IOException {
        tips(4);
        deliveries.run();
        assertThat(endpoint()).containsEntry("consecutive_failures", new BigDecimal(4));

        receiver.answering(delivery -> 200);
        tips(1);
        deliveries.run();
        assertThat(endpoint()).containsEntry("is_active", true).containsEntry("consecutive_failures", BigDecimal.ZERO);

        receiver.answering(delivery -> 500);
        tips(4);
        deliveries.run();
        assertThat(endpoint())
                .containsEntry("is_active", true)
                .containsEntry("consecutive_failures", new BigDecimal(4));

        tips(1);
        deliveries.run();
        assertThat(endpoint())
                .containsEntry("is_active", false)
                .containsEntry("consecutive_failures", new BigDecimal(5))
                .containsEntry("disabled_reason", "5 deliveries in a row failed every attempt");
        assertThat(warnings())
                .containsExactly(
                        "endpoint_failing 1",
                        "endpoint_failing 2",
                        "endpoint_failing 3",
                        "endpoint_failing 4",
                        "endpoint_failing 1",
                        "endpoint_failing 2",
                        "endpoint_failing 3",
                        "endpoint_failing 4",
                        "endpoint_disabled 5 deliveries in a row failed every attempt");
    }

    /// A delivery fails two days after its event.
    @Test
    void itsPageSendsAgainWhatHasJustFailed() throws IOException {
        tips(1);
        deliveries.run();
        assertThat(delivery()).containsEntry("status", "failed");

        DashboardVisitor owner = DashboardVisitor.owner(account);
        String page = "/dashboard" + path.replace("/webhook-endpoints/", "/webhooks/");
        Matcher chosen = Pattern.compile("<option value=\"(\\S+Z)\" selected>")
                .matcher(owner.open(page).text());
        assertThat(chosen.find()).isTrue();

        assertThat(owner.use(page, page + "/recover", Map.of("since", chosen.group(1)))
                        .text())
                .contains("being sent again");
        deliveries.take(1);
    }

    /// The fifth day ends before the last attempt of the third delivery, or before its seventh.
    @ParameterizedTest
    @ValueSource(ints = {96, 108})
    void fiveDaysOfFailuresEndIt(int hours) throws IOException {
        tips(1);
        deliveries.runFor(Duration.ofDays(2));
        tips(1);
        deliveries.runFor(Duration.ofHours(hours - 48));
        tips(1);
        assertThat(endpoint()).containsEntry("is_active", true);
        deliveries.run();

        assertThat(endpoint())
                .containsEntry("is_active", false)
                .containsEntry("disabled_reason", "Every attempt has failed for 5 days");
        assertThat(endpoint().get("last_failure_at")).isNotNull();
        assertThat((BigDecimal) endpoint().get("consecutive_failures")).isLessThan(new BigDecimal(5));
        assertThat(statuses()).hasSize(3).containsOnly("failed");
        assertThat(receiver.received()).hasSize(hours == 96 ? 24 : 23);
        assertThat(warnings())
                .filteredOn(warning -> warning.startsWith("endpoint_disabled"))
                .containsExactly("endpoint_disabled Every attempt has failed for 5 days");
    }

    @Test
    void aSuccessWithinTheFiveDaysBeginsThemAnew() throws IOException {
        for (int day = 0; day < 8; day++) {
            receiver.answering(delivery -> 500);
            tips(1);
            deliveries.runFor(Duration.ofHours(20));
            if (day % 3 == 2) {
                receiver.answering(delivery -> 200);
                deliveries.runFor(Duration.ofHours(30));
            }
        }

        assertThat(endpoint()).containsEntry("is_active", true).containsEntry("disabled_reason", null);
    }

    /// The old address failed on a day, and the owner gives the endpoint another one a week later.
    @Test
    void theFiveDaysOfAnAddressBeginWithIt() throws IOException {
        tips(1);
        deliveries.runFor(Duration.ofDays(7));
        assertThat(endpoint()).containsEntry("is_active", true);

        try (TestReceiver moved = TestReceiver.open().answering(sent -> 503)) {
            api.patch(path, Map.of("url", moved.url())).expect(200);
            tips(1);
            deliveries.runFor(Duration.ofMinutes(10));
            assertThat(endpoint()).containsEntry("is_active", true);

            moved.answering(sent -> 200);
            deliveries.run();
        }

        assertThat(delivery()).containsEntry("status", "succeeded");
        assertThat(endpoint()).containsEntry("is_active", true).containsEntry("disabled_reason", null);
    }

    @Test
    void whoAnswersThatTheyAreGoneIsAskedNoMore() throws IOException {
        receiver.answering(delivery -> delivery.header("Service-Attempt").equals("3") ? 410 : 500);
        tips(1);
        deliveries.run();

        assertThat(receiver.received()).hasSize(3);
        assertThat(delivery())
                .containsEntry("status", "failed")
                .containsEntry("attempts", new BigDecimal(3))
                .containsEntry("response_status", new BigDecimal(410));
        assertThat(endpoint())
                .containsEntry("is_active", false)
                .containsEntry("disabled_reason", "The endpoint answered 410 Gone");
        assertThat(endpoint().get("last_failure_at")).isNotNull();
        assertThat(warnings()).containsExactly("endpoint_disabled The endpoint answered 410 Gone");
    }

    /// The owner moves the endpoint while the old address answers that it is gone.
    @Test
    void anAddressThatIsGoneEndsNothingOnceTheEndpointHasAnother() throws IOException {
        try (TestReceiver moved = TestReceiver.open()) {
            receiver.answering(delivery -> {
                api.patch(path, Map.of("url", moved.url())).expect(200);
                return 410;
            });
            tips(1);
            deliveries.run();

            assertThat(moved.received())
                    .singleElement()
                    .satisfies(
                            sent -> assertThat(sent.header("Service-Attempt")).isEqualTo("2"));
        }
        assertThat(delivery()).containsEntry("status", "succeeded");
        assertThat(endpoint()).containsEntry("is_active", true).containsEntry("disabled_reason", null);
        assertThat(warnings()).isEmpty();
    }

    @Test
    void toMakeAnEndpointInactiveEndsWhatIsPendingForIt() throws IOException {
        tips(2);
        deliveries.runFor(Duration.ofSeconds(30));
        api.patch(path, Map.of("is_active", false)).expect(200);
        deliveries.run();

        assertThat(receiver.received()).hasSize(2);
        assertThat(statuses()).containsExactly("failed", "failed");
        assertThat(delivery()).containsEntry("error", ENDED).containsEntry("next_attempt_at", null);
    }

    @Test
    void whatWasBegunBeforeAnEndpointWasMadeActiveAgainEnds() throws IOException {
        tips(1);
        deliveries.runFor(Duration.ofSeconds(30));
        api.patch(path, Map.of("is_active", false)).expect(200);
        api.patch(path, Map.of("is_active", true)).expect(200);
        deliveries.run();

        assertThat(receiver.received()).hasSize(1);
        assertThat(delivery()).containsEntry("status", "failed").containsEntry("error", ENDED);
        assertThat(endpoint()).containsEntry("is_active", true);

        receiver.answering(delivery -> 200);
        tips(1);
        deliveries.run();
        assertThat(delivery()).containsEntry("status", "succeeded");
    }

    @Test
    void aDeletedEndpointsPendingDeliveriesAreDropped() throws IOException {
        tips(2);
        deliveries.runFor(Duration.ofSeconds(30));
        api.delete(path).expect(200);
        deliveries.run();

        assertThat(receiver.received()).hasSize(2);
        assertThat(deliveries.waiting()).isZero();
    }

    /// Sends tips, and takes the messages of their deliveries.
    private void tips(int count) {
        for (int i = 0; i < count; i++) {
            account.tip("Ada");
        }
        deliveries.take(count);
    }

    private Map<String, @Nullable Object> endpoint() {
        return Json.asObject(api.get(path).expect(200).at("endpoint"));
    }

    /// The newest delivery.
    private Map<String, @Nullable Object> delivery() {
        return Json.asObject(api.get(path + "/deliveries").expect(200).at("deliveries.0"));
    }

    private List<String> statuses() {
        return api.get(path + "/deliveries").expect(200).each("deliveries", "status");
    }

    /// The codes of the account's warnings, and what each says of the endpoint.
    private List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        for (String event : account.events()) {
            Map<String, @Nullable Object> envelope = Json.asObject(Json.read(event));
            if ("warning".equals(envelope.get("type"))) {
                Map<String, @Nullable Object> data = Json.asObject(envelope.get("data"));
                Object more = data.containsKey("reason") ? data.get("reason") : data.get("consecutive_failures");
                warnings.add(data.get("code") + " " + more);
            }
        }
        return warnings;
    }

    private static Duration seconds(TestReceiver.Received delivery) {
        return Duration.ofSeconds(Long.parseLong(delivery.header("webhook-timestamp")));
    }
}
