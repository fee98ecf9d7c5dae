package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.auth.Role;
import streamerapi.shared.json.Json;
import streamerapi.shared.signatures.Signature;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// Messages of connectors: what is checked of each before it has an effect.
@NullMarked
class IngestTest {

    private static final String NOTHING = "no.such.type";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final TestConnector alpha = account.connector("alpha");
    private final ApiClient dashboard = account.dashboard();

    /// A type that no source has tells a signature that held from one that did not.
    private void holds(Answer answer) {
        assertThat(answer.refuses(400, "bad_request").at("field")).isEqualTo("type");
    }

    private static void isRefused(Answer answer) {
        answer.refuses(401, "invalid_signature");
        assertThat(answer.header("WWW-Authenticate")).isEqualTo("Signature");
    }

    private byte[] body() {
        return Json.write(alpha.message("m1", NOTHING, Map.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"alpha", "beta", "card_processor", "wallet_processor"})
    void everySourceHasASecretOfItsOwn(String source) {
        TestConnector connector = account.connector(source);
        holds(connector.sendAs("m1", NOTHING, Map.of()));
        String other = source.equals("beta") ? "alpha" : "beta";
        isRefused(connector.signingWith(account.connector(other).secret()).sendAs("m1", NOTHING, Map.of()));
    }

    @Test
    void anIdThatCameWithAnotherTypeIsOfAnotherMessage() {
        account.api()
                .post("/commands", Map.of("name", "hug", "response", "A hug"))
                .expect(201);
        Map<String, Object> cheer = Map.of("user_id", "7", "user_name", "Ada", "user_login", "ada", "bits", 100);
        Map<String, Object> line =
                Map.of("message_id", "m1", "user_id", "7", "user_login", "ada", "user_name", "Ada", "text", "!hug");
        assertThat(alpha.sendAs("m1", "cheer", cheer).expect(202).at("duplicate"))
                .isEqualTo(false);
        assertThat(alpha.sendAs("m1", "chat.message", line)
                        .refuses(409, "idempotency_conflict")
                        .at("error"))
                .isEqualTo("This id was taken with the type cheer: give each message an id of its own");
        assertThat(alpha.sendAs("m1", "cheer", cheer).expect(202).at("duplicate"))
                .isEqualTo(true);
        assertThat(alpha.sendAs("line:m1", "chat.message", line).expect(202).at("duplicate"))
                .isEqualTo(false);
    }

    @Test
    void anotherAccountsSecretSignsNothing() {
        TestConnector stranger = service.newAccount().connector("alpha");
        isRefused(alpha.signingWith(stranger.secret()).sendAs("m1", NOTHING, Map.of()));
    }

    @Test
    void anUnknownAccountIsAnsweredLikeABadSignature() {
        Map<String, @Nullable Object> message = new LinkedHashMap<>(alpha.message("m1", NOTHING, Map.of()));
        Answer bad = alpha.signingWith(Signature.newSecret()).post(message);
        isRefused(bad);
        for (Object tenant : new Object[] {"ten_0000000000000", "", 5, Map.of(), "x".repeat(3_000)}) {
            message.put("tenant_id", tenant);
            Answer answer = alpha.post(message);
            isRefused(answer);
            assertThat(answer.json()).isEqualTo(bad.json());
        }
    }

    @Test
    void aTimeOfFiveMinutesEitherWayHoldsAndASecondMoreDoesNot() {
        byte[] body = body();
        Instant now = service.clock().instant();
        holds(alpha.post(body, alpha.signature(body, now.minusSeconds(299))));
        holds(alpha.post(body, alpha.signature(body, now.plusSeconds(300))));
        isRefused(alpha.post(body, alpha.signature(body, now.minusSeconds(302))));
        isRefused(alpha.post(body, alpha.signature(body, now.plusSeconds(302))));
    }

    @Test
    void whatIsSignedAreTheBytes() {
        byte[] body = body();
        String signature = alpha.signature(body, service.clock().instant());
        holds(alpha.post(body, signature));
        byte[] spaced = (" " + new String(body, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
        isRefused(alpha.post(spaced, signature));
    }

    @Test
    void ofSeveralSignaturesOneIsEnough() {
        byte[] body = body();
        String signature = alpha.signature(body, service.clock().instant());
        String time = signature.substring(0, signature.indexOf(','));
        String value = signature.substring(signature.indexOf(','));
        holds(alpha.post(body, time + ",v1=" + "0".repeat(64) + value));
        holds(alpha.post(body, time + ",v0=other" + value));
        isRefused(alpha.post(body, time + ",v1=" + "0".repeat(64)));
    }

    @Test
    void aHeaderThatIsNoSignatureIsRefused() {
        byte[] body = body();
        isRefused(alpha.post(body, null));
        String good = alpha.signature(body, service.clock().instant());
        String value = good.substring(good.indexOf(','));
        for (String header : new String[] {
            "",
            "t=",
            "t" + value,
            "t=now" + value,
            "t=-5" + value,
            "t=99999999999999999999" + value,
            "v1=,t=,=,,",
            value
        }) {
            isRefused(alpha.post(body, header));
        }
    }

    @Test
    void aBodyThatIsNoMessageIsRefusedLikeABadSignature() {
        for (String text : new String[] {"", "{", "[]", "null", "\"text\"", "{\"tenant_id\":null}"}) {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            isRefused(alpha.post(body, alpha.signature(body, service.clock().instant())));
        }
    }

    @Test
    void anUnknownSourceIsNotFound() {
        byte[] body = body();
        String signature = alpha.signature(body, service.clock().instant());
        new TestConnector(account, "gamma", alpha.secret())
                .post(body, signature)
                .refuses(404, "not_found");
    }

    @Test
    void aBodyOfMoreThan64KiBIsRefusedBeforeItsSignatureIsLookedAt() {
        byte[] body = " ".repeat(64 * 1024 + 1).getBytes(StandardCharsets.UTF_8);
        alpha.post(body, null).refuses(413, "payload_too_large");
    }

    @Test
    void aBodyMustBeJson() {
        new ApiClient(service.stack().authUrl(), null)
                .with("Content-Type", "text/plain")
                .send("POST", "/ingest/alpha", body())
                .refuses(415, "unsupported_media_type");
    }

    @Test
    void aFieldOfAnotherKindIsNamed() {
        Map<String, Object[]> wrong = new LinkedHashMap<>();
        wrong.put("id", new Object[] {5, "", "   ", "x".repeat(256), true});
        wrong.put("type", new Object[] {5, "", "x".repeat(65), Map.of(), NOTHING, "payment.captured"});
        wrong.put(
                "occurred_at",
                new Object[] {5, "", "yesterday", "2026-09-12", "2026-09-12T18:20:31", "+999999999-12-31T23:59:59Z"});
        wrong.put("data", new Object[] {5, "text", true, Collections.singletonList(null)});
        wrong.forEach((field, values) -> {
            Map<String, @Nullable Object> message = new LinkedHashMap<>(alpha.message("m1", NOTHING, Map.of()));
            for (Object value : values) {
                message.put(field, value);
                assertThat(alpha.post(message).refuses(400, "bad_request").at("field"))
                        .as(field + " " + value)
                        .isEqualTo(field);
            }
            if (!field.equals("data")) {
                message.remove(field);
                assertThat(alpha.post(message).refuses(400, "bad_request").at("field"))
                        .isEqualTo(field);
            }
        });
        assertThat(account.rows("INGESTED#")).isEmpty();
        assertThat(account.eventTypes()).isEmpty();
    }

    @Test
    void theSecretsAreListedWithoutBeingShown() {
        Answer answer = dashboard.get("/dashboard/api/ingest-secrets").expect(200);
        assertThat(answer.each("secrets", "source"))
                .containsExactly("alpha", "beta", "card_processor", "wallet_processor");
        assertThat(answer.text()).doesNotContain("whsec_");
    }

    @Test
    void aRotatedSecretIsDeadAtOnceUnlessThereIsAnOverlap() {
        holds(alpha.sendAs("m1", NOTHING, Map.of()));
        TestConnector second = rotated(Map.of());
        isRefused(alpha.sendAs("m2", NOTHING, Map.of()));
        holds(second.sendAs("m2", NOTHING, Map.of()));

        TestConnector third = rotated(Map.of("overlap_seconds", 3_600));
        holds(second.sendAs("m3", NOTHING, Map.of()));
        holds(third.sendAs("m3", NOTHING, Map.of()));
        isRefused(alpha.sendAs("m3", NOTHING, Map.of()));

        service.clock().advance(Duration.ofHours(1));
        isRefused(second.sendAs("m4", NOTHING, Map.of()));
        holds(third.sendAs("m4", NOTHING, Map.of()));
    }

    private TestConnector rotated(Map<String, Object> body) {
        Answer answer = dashboard
                .post("/dashboard/api/ingest-secrets/alpha/rotate", body)
                .expect(200);
        assertThat(answer.at("source")).isEqualTo("alpha");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
        return alpha.signingWith(String.valueOf(answer.at("secret")));
    }

    @Test
    void anOverlapThatIsNoneIsRefused() {
        for (Object value : new Object[] {-1, 86_401, new BigDecimal("1.5"), "1", true}) {
            assertThat(dashboard
                            .post("/dashboard/api/ingest-secrets/beta/rotate", Map.of("overlap_seconds", value))
                            .refuses(400, "bad_request")
                            .at("field"))
                    .isEqualTo("overlap_seconds");
        }
        dashboard.post("/dashboard/api/ingest-secrets/gamma/rotate", Map.of()).refuses(404, "not_found");
        holds(account.connector("beta").sendAs("m1", NOTHING, Map.of()));
    }

    @Test
    void aModeratorHasNothingToDoWithSecrets() {
        ApiClient moderator = account.dashboard(Role.MODERATOR);
        moderator.get("/dashboard/api/ingest-secrets").refuses(403, "missing_role");
        moderator.post("/dashboard/api/ingest-secrets/alpha/rotate", Map.of()).refuses(403, "missing_role");
    }

    @Test
    void aMessageIsCountedAgainstItsAddressOnlyIfItsSignatureDoesNotHold() {
        try (Service strict = Service.start(Map.of("RATE_LIMIT_FACTOR", "0.05"))) {
            TestConnector sender = strict.newAccount().connector("alpha");
            for (int i = 0; i < 30; i++) {
                holds(sender.sendAs("m" + i, NOTHING, Map.of()));
            }
            TestConnector wrong = sender.signingWith(Signature.newSecret());
            for (int i = 0; i < 12; i++) {
                isRefused(wrong.sendAs("m" + i, NOTHING, Map.of()));
            }
            Answer refused = wrong.sendAs("m", NOTHING, Map.of()).refuses(429, "rate_limited");
            assertThat(Objects.requireNonNull(refused.header("Retry-After"))).isNotEmpty();
            holds(sender.sendAs("m", NOTHING, Map.of()));
        }
    }

    @Test
    void aMessageThatIsRefusedBeforeItsSignatureHoldsIsCountedAndASignedOneIsNot() {
        try (Service strict = Service.start(Map.of("RATE_LIMIT_FACTOR", "0.05"))) {
            TestConnector sender = strict.newAccount().connector("alpha");
            for (int i = 0; i < 30; i++) {
                sender.sendAs("m" + i, "no.such.type", Map.of()).refuses(400, "bad_request");
            }
            WebClient stranger = new WebClient(strict.stack().authUrl());
            for (int i = 0; i < 4; i++) {
                stranger.postJson("/ingest/gamma", Map.of()).expect(404);
                stranger.postForm("/ingest/alpha", Map.of()).expect(415);
                stranger.postJson("/ingest/alpha", Map.of("long", "x".repeat(70_000)))
                        .expect(413);
            }
            stranger.postJson("/ingest/gamma", Map.of()).expect(429);
            holds(sender.sendAs("m", NOTHING, Map.of()));
        }
    }
}
