package streamerapi.service.webhooks;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;
import streamerapi.service.TestReceiver;
import streamerapi.service.TestSocket;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Holds the warnings about an endpoint that fails and is given up: every other endpoint and every socket of the
/// account gets them, and never the endpoint itself (contract "Auto-disable", "Warning codes").
class WarningsTest {

    @AutoClose
    private static Service service;

    private final Account account = service.newAccount();
    private final ApiClient api = account.api();

    @BeforeAll
    static void startService() {
        service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000", "WEBHOOK_RETRY_DELAYS", "0,0,0,0,0,0,0"));
    }

    @Test
    void everybodyElseIsWarnedOfAnEndpointThatFailsAndIsGivenUp() {
        try (TestReceiver failing = TestReceiver.open().answering(delivery -> 500);
                TestReceiver other = TestReceiver.open();
                TestReceiver stranger = TestReceiver.open();
                TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
            socket.next("ready");
            String id = subscribe(api, failing, "tip.created");
            subscribe(api, other, "tipping.opened");
            subscribe(service.newAccount().api(), stranger, "*");
            for (int i = 0; i < 5; i++) {
                account.tip("Ada");
            }

            List<Map<String, ?>> expected = new ArrayList<>();
            for (int failures = 1; failures < 5; failures++) {
                expected.add(Map.of(
                        "code",
                        "endpoint_failing",
                        "endpoint_id",
                        id,
                        "url",
                        origin(failing),
                        "consecutive_failures",
                        new BigDecimal(failures)));
            }
            expected.add(Map.of(
                    "code",
                    "endpoint_disabled",
                    "endpoint_id",
                    id,
                    "url",
                    origin(failing),
                    "reason",
                    "5 deliveries in a row failed every attempt"));
            await().untilAsserted(
                            () -> assertThat(warnings(other.received().stream().map(TestReceiver.Received::text)))
                                    .containsExactlyInAnyOrderElementsOf(expected));
            List<String> frames = new ArrayList<>();
            await().untilAsserted(() -> {
                frames.addAll(socket.waiting());
                assertThat(warnings(frames.stream())).containsExactlyInAnyOrderElementsOf(expected);
            });
            assertThat(other.received().stream().map(each -> each.header("Service-Event")))
                    .containsOnly("warning");
            assertThat(failing.received().stream().map(each -> each.header("Service-Event")))
                    .containsOnly("tip.created")
                    .isEqualTo(Collections.nCopies(40, "tip.created"));
            assertThat(stranger.received()).isEmpty();
        }
    }

    private static String origin(TestReceiver receiver) {
        URI uri = URI.create(receiver.url());
        return uri.getScheme() + "://" + uri.getHost();
    }

    @Test
    void warningsOfTwoEndpointsThatFailReachTheOtherAndMakeNoOthers() {
        try (TestReceiver first = TestReceiver.open().answering(delivery -> 410);
                TestReceiver second = TestReceiver.open().answering(WarningsTest::failsAtTips)) {
            String gone = subscribe(api, first, "tip.created");
            String failing = subscribe(api, second, "tip.created");
            account.tip("Ada");

            await().untilAsserted(() -> assertThat(account.eventTypes().stream().filter("warning"::equals))
                    .hasSize(2));
            await().untilAsserted(() -> assertThat(second.received().stream()
                            .filter(each -> each.header("Service-Event").equals("warning"))
                            .map(TestReceiver.Received::text))
                    .singleElement()
                    .asString()
                    .contains("endpoint_disabled", gone));
            assertThat(first.received()).noneMatch(each -> each.text().contains(gone));
            assertThat(second.received()).noneMatch(each -> each.text().contains(failing));
            assertThat(api.get("/webhook-endpoints/" + gone).at("endpoint.is_active"))
                    .isEqualTo(false);
            assertThat(api.get("/webhook-endpoints/" + failing).at("endpoint.is_active"))
                    .isEqualTo(true);
        }
    }

    private static int failsAtTips(TestReceiver.Received delivery) {
        return delivery.header("Service-Event").equals("tip.created") ? 500 : 200;
    }

    private static String subscribe(ApiClient caller, TestReceiver receiver, String type) {
        return (String) Objects.requireNonNull(
                caller.post("/webhook-endpoints", Map.of("url", receiver.url(), "events", List.of(type)))
                        .expect(201)
                        .at("endpoint.id"));
    }

    /// The data of those that are warnings, without their messages.
    private static List<Map<String, ?>> warnings(Stream<String> envelopes) {
        return envelopes
                .map(text -> Json.asObject(Json.read(text)))
                .filter(envelope -> "warning".equals(envelope.get("type")))
                .<Map<String, ?>>map(envelope -> {
                    Map<String, ?> data = Json.asObject(envelope.get("data"));
                    data.remove("message");
                    return data;
                })
                .toList();
    }
}
