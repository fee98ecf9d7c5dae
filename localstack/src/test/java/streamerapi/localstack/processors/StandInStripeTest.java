package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.localstack.fixtures.EventSubscriber;
import streamerapi.localstack.fixtures.StandInServer;
import streamerapi.localstack.fixtures.StandInServer.Said;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/// The stand-in for Stripe: what it refuses as the real one does, and what it is told to do.
class StandInStripeTest {

    private static final String SESSIONS = "/v1/checkout/sessions";
    private static final String UNIT_AMOUNT = "line_items[0][price_data][unit_amount]";
    private static final String CURRENCY = "line_items[0][price_data][currency]";
    private static final Map<String, String> SESSION = Map.of(
            "mode",
            "payment",
            "success_url",
            "https://example.com/status",
            "cancel_url",
            "https://example.com/tip",
            "line_items[0][quantity]",
            "1",
            UNIT_AMOUNT,
            "500",
            CURRENCY,
            "usd",
            "line_items[0][price_data][product_data][name]",
            "A tip");

    private final EventSubscriber subscriber = new EventSubscriber();

    @TempDir
    private Path folder;

    private static Said post(ProcessorStage stage, String path, Map<String, String> fields, String... headers) {
        List<String> all = new ArrayList<>(List.of(
                "Authorization",
                "Bearer " + stage.credential("secret_key"),
                "Content-Type",
                "application/x-www-form-urlencoded"));
        all.addAll(List.of(headers));
        List<String> pairs = new ArrayList<>();
        fields.forEach((name, value) -> pairs.addAll(List.of(name, value)));
        return stage.call("POST", path, StandInServer.form(pairs.toArray(String[]::new)), all.toArray(String[]::new));
    }

    private static Said get(ProcessorStage stage, String path) {
        return stage.call("GET", path, "", "Authorization", "Bearer " + stage.credential("secret_key"));
    }

    @ParameterizedTest
    @CsvSource({
        UNIT_AMOUNT + ", 49, amount_too_small, ''",
        UNIT_AMOUNT + ", 100000000, amount_too_large, ''",
        UNIT_AMOUNT + ", 4.5, parameter_invalid_integer, " + UNIT_AMOUNT,
        UNIT_AMOUNT + ", '', parameter_missing, " + UNIT_AMOUNT,
        CURRENCY + ", dollars, '', " + CURRENCY,
        "mode, '', parameter_missing, mode",
        "success_url, nowhere, url_invalid, success_url",
        "success_url, 'not a url', url_invalid, success_url",
        "cancel_url, http://example.com, url_invalid, cancel_url",
        "tip, 1, parameter_unknown, tip",
        "line_items[0][tip], 1, parameter_unknown, line_items[0][tip]",
        "submit_type, give, '', submit_type",
        "payment_intent_data[capture_method], later, '', payment_intent_data[capture_method]",
        "expires_at, soon, parameter_invalid_integer, expires_at",
    })
    void aSessionIsRefusedAsAtStripe(String name, String value, String code, String param) {
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("stripe", null)) {
            Map<String, String> fields = new TreeMap<>(SESSION);
            fields.put(name, value);
            Said said = post(stage, SESSIONS, fields);
            assertThat(said.status()).isEqualTo(400);
            assertThat(said.at("/error/type")).isEqualTo("invalid_request_error");
            assertThat(said.at("/error/code")).isEqualTo(code);
            assertThat(said.at("/error/param")).isEqualTo(param);
        }
    }

    @ParameterizedTest
    @CsvSource({"1739, 400", "1740, 200", "86400, 200", "86401, 400"})
    void aSessionEndsBetweenHalfAnHourAndADay(long seconds, int status) {
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("stripe", null)) {
            Map<String, String> fields = new TreeMap<>(SESSION);
            Instant now = stage.clock().instant();
            stage.clock()
                    .advance(Duration.between(
                            now, now.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1)));
            fields.put("expires_at", Long.toString(stage.clock().instant().getEpochSecond() + seconds));
            assertThat(post(stage, SESSIONS, fields).status()).isEqualTo(status);
        }
    }

    @Test
    void aYenHasNoDecimalsAndAnExpiredSessionSaysSo() {
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("stripe", null)) {
            post(
                    stage,
                    "/v1/webhook_endpoints",
                    Map.of("url", subscriber.url(), "enabled_events[]", "checkout.session.expired"));
            Map<String, String> fields = new TreeMap<>(SESSION);
            fields.put(CURRENCY, "jpy");
            Said session = post(stage, SESSIONS, fields);
            assertThat(stage.get(session.at("/url")).text()).contains("500 JPY");
            stage.clock().advance(Duration.ofHours(24));
            assertThat(stage.get(session.at("/url")).text())
                    .contains("Its time has run out", "https://example.com/tip");
            assertThat(stage.decide(session.at("/url"), "pay").text()).contains("nothing was paid");
            ProcessorStage.awaited(subscriber, "/type", "checkout.session.expired");
            assertThat(get(stage, SESSIONS + "/" + session.at("/id")).at("/status"))
                    .isEqualTo("expired");
        }
    }

    @Test
    void aPaymentThatIsPendingSettlesOrFails() {
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("stripe", null)) {
            post(stage, "/v1/webhook_endpoints", Map.of("url", subscriber.url(), "enabled_events[]", "*"));
            Said session = post(stage, SESSIONS, SESSION);
            assertThat(stage.decide(session.at("/url"), "gamble").status()).isEqualTo(400);
            assertThat(stage.decide(session.at("/url"), "hold").header("Location"))
                    .isEqualTo("https://example.com/status");
            stage.control("settle", "{}");
            assertThat(get(stage, SESSIONS + "/" + session.at("/id")).at("/payment_status"))
                    .isEqualTo("paid");
            Said other = post(stage, SESSIONS, SESSION);
            stage.decide(other.at("/url"), "decline");
            assertThat(stage.get(other.at("/url")).text()).contains("decided already");
            await().untilAsserted(() -> assertThat(subscriber.events())
                    .extracting(event -> event.json().path("type").asText())
                    .contains("checkout.session.async_payment_succeeded", "checkout.session.async_payment_failed"));
        }
    }

    @Test
    void aKeyOfIdempotencyIsInUseUntilItsCallIsAnswered() {
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("stripe", null)) {
            stage.control("answer", "{\"method\": \"POST\", \"path\": \"" + SESSIONS + "\", \"hang\": true}");
            Thread first = Thread.startVirtualThread(() -> post(stage, SESSIONS, SESSION, "Idempotency-Key", "tip"));
            await().untilAsserted(() ->
                    assertThat(get(stage, SESSIONS).json().path("data")).hasSize(1));
            Said second = post(stage, SESSIONS, SESSION, "Idempotency-Key", "tip");
            assertThat(second.status()).isEqualTo(409);
            assertThat(second.at("/error/code")).isEqualTo("idempotency_key_in_use");
            first.interrupt();
        }
    }

    @Test
    void aKeyIsNotInUseWhenItsCallCouldNotBeKept() throws IOException {
        Path full = Files.createDirectory(folder.resolve("full"));
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("stripe", full)) {
            Path away = Files.move(full, folder.resolve("away"));
            assertThat(post(stage, SESSIONS, SESSION, "Idempotency-Key", "tip").status())
                    .isEqualTo(500);
            Files.move(away, full);
            assertThat(post(stage, SESSIONS, SESSION, "Idempotency-Key", "tip").status())
                    .isEqualTo(200);
            assertThat(get(stage, SESSIONS).json().path("data")).hasSize(1);
        }
    }

    @Test
    void anAnswerThatIsLostIsRepeatedForTheSameKey() {
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("stripe", null)) {
            stage.control("answer", "{\"path\": \"" + SESSIONS + "\", \"drop\": true}");
            assertThatThrownBy(() -> post(stage, SESSIONS, SESSION, "Idempotency-Key", "tip"))
                    .isInstanceOf(UncheckedIOException.class);
            Said again = post(stage, SESSIONS, SESSION, "Idempotency-Key", "tip");
            assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
            assertThat(get(stage, SESSIONS).json().path("data")).hasSize(1);
            Map<String, String> others = new TreeMap<>(SESSION);
            others.put(UNIT_AMOUNT, "600");
            assertThat(post(stage, SESSIONS, others, "Idempotency-Key", "tip").at("/error/type"))
                    .isEqualTo("idempotency_error");
            others.put(UNIT_AMOUNT, "1");
            assertThat(post(stage, SESSIONS, others, "Idempotency-Key", "other").status())
                    .isEqualTo(400);
            assertThat(post(stage, SESSIONS, SESSION, "Idempotency-Key", "other")
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void aHoldEndsByItselfAfterSevenDays() {
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("stripe", null)) {
            post(
                    stage,
                    "/v1/webhook_endpoints",
                    Map.of("url", subscriber.url(), "enabled_events[]", "payment_intent.canceled"));
            Map<String, String> fields = new TreeMap<>(SESSION);
            fields.put("payment_intent_data[capture_method]", "manual");
            Said session = post(stage, SESSIONS, fields);
            stage.decide(session.at("/url"), "pay");
            String intent = "/v1/payment_intents/"
                    + get(stage, SESSIONS + "/" + session.at("/id")).at("/payment_intent");
            stage.clock().advance(Duration.ofDays(7).minusMinutes(1));
            assertThat(get(stage, intent).at("/status")).isEqualTo("requires_capture");
            stage.clock().advance(Duration.ofMinutes(1));
            assertThat(post(stage, intent + "/capture", Map.of()).at("/error/code"))
                    .isEqualTo("payment_intent_unexpected_state");
            assertThat(ProcessorStage.awaited(subscriber, "/type", "payment_intent.canceled")
                            .getFirst()
                            .at("/data/object/cancellation_reason")
                            .asText())
                    .isEqualTo("automatic");
        }
    }

    @Test
    void aKeyOfIdempotencyIsForgottenAfterADay() {
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("stripe", null)) {
            post(stage, SESSIONS, SESSION, "Idempotency-Key", "tip");
            stage.clock().advance(Duration.ofHours(23));
            post(stage, SESSIONS, SESSION, "Idempotency-Key", "tip");
            assertThat(get(stage, SESSIONS).json().path("data")).hasSize(1);
            stage.clock().advance(Duration.ofHours(1));
            post(stage, SESSIONS, SESSION, "Idempotency-Key", "tip");
            assertThat(get(stage, SESSIONS).json().path("data")).hasSize(2);
        }
    }

    @Test
    void modesAreApartAndAWrongKeyIsRefused() {
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("stripe", null)) {
            Said session = post(stage, SESSIONS, SESSION);
            String page = stage.get("/app").text();
            String live = page.substring(page.indexOf("id=\"rk_live\">") + 13);
            live = live.substring(0, live.indexOf('<'));
            Said none = stage.call("GET", SESSIONS + "/" + session.at("/id"), "", "Authorization", "Bearer " + live);
            assertThat(none.status()).isEqualTo(404);
            assertThat(none.at("/error/code")).isEqualTo("resource_missing");
            assertThat(stage.call("GET", "/v1/account", "", "Authorization", PayPalApp.basic(live, ""))
                            .status())
                    .isEqualTo(200);
            Said wrong = stage.call("GET", "/v1/account", "", "Authorization", "Bearer sk_test_0123456789abcdefgh");
            assertThat(wrong.status()).isEqualTo(401);
            assertThat(wrong.at("/error/message")).isEqualTo("Invalid API Key provided: sk_test_**************efgh");
            assertThat(stage.get("/v1/account").status()).isEqualTo(401);
            assertThat(get(stage, "/v1/tips").status()).isEqualTo(404);
            assertThat(get(stage, SESSIONS + "?limit=0").at("/error/param")).isEqualTo("limit");
            assertThat(post(stage, "/v1/webhook_endpoints", Map.of("url", subscriber.url()))
                            .at("/error/param"))
                    .isEqualTo("enabled_events");
            assertThat(stage.call("POST", "/control/refund", "{}").status()).isEqualTo(400);
            assertThat(stage.call("POST", "/control/emit", "{\"type\": \"tip\"}")
                            .status())
                    .isEqualTo(400);
            assertThat(stage.call("POST", "/control/none", "{}").status()).isEqualTo(404);
        }
    }

    @Test
    void listsComeInPages() {
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("stripe", null)) {
            List<String> made = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                made.addFirst(post(stage, SESSIONS, SESSION).at("/id"));
            }
            JsonNode first = get(stage, SESSIONS + "?limit=2").json();
            assertThat(first.path("has_more").asBoolean()).isTrue();
            JsonNode rest = get(stage, SESSIONS + "?limit=2&starting_after=" + made.get(1))
                    .json();
            assertThat(rest.path("has_more").asBoolean()).isFalse();
            assertThat(rest.at("/data/0/id").asText()).isEqualTo(made.get(2));
        }
    }

    @Test
    void noFileHasASecretInClear() throws IOException {
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("stripe", folder)) {
            post(stage, "/v1/webhook_endpoints", Map.of("url", subscriber.url(), "enabled_events[]", "*"));
            assertThat(stage.processors().secrets()).hasSizeGreaterThan(6);
            assertThat(stage.get("/control/log").text()).contains("/v1/webhook_endpoints");
            try (var files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                    assertThat(stage.processors().secrets().stream().filter(text::contains))
                            .isEmpty();
                }
            }
        }
    }
}
