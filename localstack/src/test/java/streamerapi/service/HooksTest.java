package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.connections.Provider;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.ConnectionKeys;
import streamerapi.shared.storage.Write;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The receiver of Twitch's events, and what becomes of them (contract "Receivers").
@NullMarked
class HooksTest {

    private static final Map<String, Object> FOLLOW = Map.of(
            "user_id", "48213377", "user_login", "novafox", "user_name", "NovaFox", "broadcaster_user_id", "12826");

    private final Account account = Service.shared().newAccount();
    private final TestClock clock = account.service().clock();
    private final TestPlatform twitch = TestPlatform.connected(account, Provider.TWITCH);

    @Test
    void anEventIsAnsweredAndTaken() {
        Answer answer = twitch.send("channel.follow", FOLLOW).expect(204);
        assertThat(answer.text()).isEmpty();
        assertThat(answer.header("Request-Id")).isNotNull();
        assertThat(answer.header("RateLimit-Remaining")).isNotNull();
        await().until(() -> account.eventTypes().equals(List.of("alpha.follow")));
        assertThat(account.events().getFirst()).contains("\"user_name\":\"NovaFox\"");
        assertThat(connection("last_event_at")).isNotNull();
    }

    @Test
    void anEventThatComesTwentyTimesAtOnceHasOneEffect() {
        byte[] body = TestPlatform.body("channel.follow", FOLLOW);
        Instant at = clock.instant();
        AtOnce.run(20, i -> twitch.post("m1", "notification", body, at).expect(204));
        twitch.sendAs("m2", "channel.raid", raid()).expect(204);
        await().until(() -> account.eventTypes().size() >= 2);
        settled();
        assertThat(account.eventTypes()).containsExactlyInAnyOrder("alpha.follow", "alpha.raid");
    }

    @Test
    void aChallengeIsAnsweredWithExactlyItself() {
        byte[] body = Json.write(Map.of(
                "challenge", "pogchamp-kappa-360noscope-vohiyo", "subscription", Map.of("type", "channel.follow")));
        Answer answer = twitch.post("m1", "webhook_callback_verification", body, clock.instant())
                .expect(200);
        assertThat(answer.text()).isEqualTo("pogchamp-kappa-360noscope-vohiyo");
        assertThat(answer.header("Content-Type")).isEqualTo("text/plain");
        await().until(() -> List.of("channel.follow ok").equals(connection("subscriptions")));
    }

    @Test
    void aChallengeOfAnotherSenderIsNotAnswered() {
        byte[] body = Json.write(Map.of("challenge", "pogchamp", "subscription", Map.of("type", "channel.follow")));
        Answer answer = twitch.with(twitch.id(), "another secret of 32 characters.")
                .post("m1", "webhook_callback_verification", body, clock.instant())
                .expect(401);
        assertThat(answer.text()).doesNotContain("pogchamp").contains("invalid_signature");
        assertThat(answer.header("WWW-Authenticate")).isEqualTo("Signature");
    }

    @ParameterizedTest
    @CsvSource({"-600,204", "600,204", "-660,401", "660,401"})
    void aCallMayBeTenMinutesOld(int seconds, int status) {
        byte[] body = TestPlatform.body("channel.follow", FOLLOW);
        Instant now = clock.instant();
        // The clock goes on by a millisecond with each reading.
        Instant at = now.plusSeconds(seconds).plusMillis(seconds < 0 ? 500 : 0);
        twitch.post("m1", "notification", body, at).expect(status);
    }

    @Test
    void theTimeHasNanoseconds() {
        Instant at = clock.instant().plusNanos(123_456_789);
        twitch.post("m1", "notification", TestPlatform.body("channel.follow", FOLLOW), at)
                .expect(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Id", "Type", "Timestamp", "Signature"})
    void eachHeaderIsNeeded(String name) {
        byte[] body = TestPlatform.body("channel.follow", FOLLOW);
        Map<String, String> headers = twitch.headers("m1", "notification", body, clock.instant());
        headers.remove("Twitch-Eventsub-Message-" + name);
        assertThat(twitch.post(headers, body).expect(401).at("code")).isEqualTo("invalid_signature");
    }

    @Test
    void theSignatureIsOfIdTimeAndBody() {
        byte[] body = TestPlatform.body("channel.follow", FOLLOW);
        Map<String, String> headers = twitch.headers("m1", "notification", body, clock.instant());
        for (String name : List.of("Id", "Timestamp", "Signature")) {
            Map<String, String> changed = new LinkedHashMap<>(headers);
            changed.computeIfPresent(
                    "Twitch-Eventsub-Message-" + name, (header, value) -> value.replaceFirst(".$", "7z"));
            twitch.post(changed, body).expect(401);
        }
        byte[] spaced = (new String(body, StandardCharsets.UTF_8) + " ").getBytes(StandardCharsets.UTF_8);
        twitch.post(headers, spaced).expect(401);
    }

    @Test
    void noOtherAddressIsThere() {
        byte[] body = TestPlatform.body("channel.follow", FOLLOW);
        ApiClient caller = new ApiClient(account.service().stack().authUrl(), null);
        String other = twitch.id().replaceFirst(".$", "0");
        twitch.with(other, twitch.secret())
                .post("m1", "notification", body, clock.instant())
                .expect(404);
        for (String path : List.of(
                "/hooks/twitch",
                "/hooks/twitch/con_1",
                "/hooks/kick/" + twitch.id(),
                "/hooks/stripe/" + twitch.id(),
                "/hooks/none/" + twitch.id(),
                "/hooks/twitch/" + twitch.id() + "/more")) {
            assertThat(caller.beside("POST", path, body).expect(404).at("code")).isEqualTo("not_found");
        }
    }

    @Test
    void aConnectionThatIsDisconnectedTakesNothing() {
        TestPlatform.connected(account, Provider.TWITCH, "disconnected");
        twitch.send("channel.follow", FOLLOW).expect(404);
        account.table().write(List.of(Write.delete(ConnectionKeys.connection(account.tenantId(), "twitch"))));
        twitch.send("channel.follow", FOLLOW).expect(404);
    }

    @Test
    void otherMethodsAndTypesAreRefused() {
        ApiClient caller = new ApiClient(account.service().stack().authUrl(), null);
        String path = "/hooks/twitch/" + twitch.id();
        Answer get = caller.beside("GET", path, null).expect(405);
        assertThat(get.header("Allow")).isEqualTo("OPTIONS, POST");
        assertThat(caller.beside("OPTIONS", path, null).expect(204).header("Allow"))
                .isEqualTo("OPTIONS, POST");
        byte[] body = TestPlatform.body("channel.follow", FOLLOW);
        Map<String, String> headers = twitch.headers("m1", "notification", body, clock.instant());
        headers.put("Content-Type", "text/plain");
        assertThat(twitch.post(headers, body).expect(415).at("code")).isEqualTo("unsupported_media_type");
        headers.put("Content-Type", "Application/JSON; charset=utf-8");
        twitch.post(headers, body).expect(204);
    }

    @Test
    void aBodyHasAMebibyteAtMost() {
        byte[] largest = ("{\"subscription\":{\"type\":\"x\"},\"event\":{}}" + " ".repeat(1024 * 1024 - 41))
                .getBytes(StandardCharsets.UTF_8);
        twitch.post("m1", "notification", largest, clock.instant()).expect(204);
        byte[] larger = (new String(largest, StandardCharsets.UTF_8) + "  ").getBytes(StandardCharsets.UTF_8);
        assertThat(twitch.post("m2", "notification", larger, clock.instant())
                        .expect(413)
                        .at("code"))
                .isEqualTo("payload_too_large");
    }

    @ParameterizedTest
    @CsvSource({"webhook_callback_verification,", "webhook_callback_verification,5", "something_new,pogchamp"})
    void aCallWithoutAChallengeOrOfAnotherKindIsAnsweredAndLeftOut(String kind, @Nullable String challenge) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("challenge", "5".equals(challenge) ? Integer.valueOf(5) : challenge);
        body.put("subscription", Map.of("type", "channel.follow"));
        assertThat(twitch.post("m1", kind, Json.write(body), clock.instant())
                        .expect(204)
                        .text())
                .isEmpty();
        settled();
        assertThat(account.eventTypes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{\"subscription\":{\"type\":\"channel.follow\"},\"event\":{}}"})
    void whatIsSignedAndUnreadableIsAnsweredAndLeftOut(String body) {
        twitch.post("m1", "notification", body.getBytes(StandardCharsets.UTF_8), clock.instant())
                .expect(204);
        twitch.send("user.update", Map.of("user_id", "1")).expect(204);
        settled();
        assertThat(account.eventTypes()).isEmpty();
    }

    @Test
    void aLineRunsItsCommandOnce() {
        counter();
        Map<String, Object> line = new LinkedHashMap<>(TestPlatform.line("77", "ada", "l1", "!wins+"));
        line.put("badges", List.of(Map.of("set_id", "moderator", "id", "1", "info", "")));
        twitch.sendAs("m1", "channel.chat.message", line).expect(204);
        twitch.sendAs("m1", "channel.chat.message", line).expect(204);
        await().until(() -> !fromChat().isEmpty());
        settled();
        assertThat(fromChat())
                .singleElement()
                .satisfies(event -> assertThat(event).contains("\"value\":2"));
    }

    @Test
    void aLineOfAnotherChannelIsLeftOut() {
        counter();
        Map<String, Object> line = new LinkedHashMap<>(TestPlatform.line("77", "ada", "l1", "!wins+"));
        line.put("badges", List.of(Map.of("set_id", "moderator", "id", "1", "info", "")));
        line.put("source_broadcaster_user_id", "999");
        twitch.send("channel.chat.message", line).expect(204);
        settled();
        assertThat(fromChat()).isEmpty();
    }

    @Test
    void anEventThatItsHandlerRefusesIsDropped() {
        twitch.send("channel.cheer", Map.of("is_anonymous", true, "bits", 0, "message", ""))
                .expect(204);
        settled();
        assertThat(account.eventTypes()).isEmpty();
    }

    @Test
    void onlyCallsThatFailVerificationAreCounted() {
        try (Service limited = Service.start(Map.of())) {
            Account other = limited.newAccount();
            TestPlatform platform = TestPlatform.connected(other, Provider.TWITCH);
            for (int i = 0; i < 300; i++) {
                platform.send("user.update", Map.of()).expect(204);
            }
            TestPlatform forged = platform.with(platform.id(), "another secret of 32 characters.");
            for (int i = 0; i < 240; i++) {
                forged.send("user.update", Map.of()).expect(401);
            }
            Answer refused = forged.send("user.update", Map.of()).expect(429);
            assertThat(refused.header("Retry-After")).isNotNull();
            platform.send("user.update", Map.of()).expect(204);
        }
    }

    @Test
    void callsThatAreRefusedBeforeVerificationAreCountedToo() {
        try (Service limited = Service.start(Map.of("RATE_LIMIT_FACTOR", "0.05"))) {
            Account other = limited.newAccount();
            TestPlatform platform = TestPlatform.connected(other, Provider.TWITCH);
            WebClient stranger = new WebClient(limited.stack().authUrl());
            String path = "/hooks/twitch/" + platform.id();
            Map<String, String> json = Map.of("Content-Type", "application/json");
            for (int i = 0; i < 3; i++) {
                stranger.send("POST", "/hooks/twitch/con_unknown", json, "{}").expect(404);
                stranger.send("PUT", path, json, "{}").expect(405);
                stranger.send("POST", path, json, " ".repeat(1024 * 1024 + 1)).expect(413);
                stranger.send("POST", path, Map.of("Content-Type", "text/plain"), "{}")
                        .expect(415);
            }
            stranger.send("POST", path, json, "{}").expect(429);
            stranger.send("POST", "/hooks/twitch/con_unknown", json, "{}").expect(429);
            platform.send("user.update", Map.of()).expect(204);
        }
    }

    private static Map<String, Object> raid() {
        return Map.of(
                "from_broadcaster_user_id", "5",
                "from_broadcaster_user_login", "tidewalker",
                "from_broadcaster_user_name", "tidewalker",
                "viewers", 87);
    }

    private void settled() {
        settled(account.service());
    }

    static void settled(Service service) {
        service.awaitRest();
    }

    private List<String> fromChat() {
        return account.events().stream()
                .filter(event -> event.contains("\"source\":\"chat\""))
                .toList();
    }

    private void counter() {
        account.api()
                .send("PUT", "/counters/wins", Json.write(Map.of("value", 1)))
                .expect(201);
    }

    private @Nullable Object connection(String attribute) {
        return Objects.requireNonNull(account.table().get(ConnectionKeys.connection(account.tenantId(), "twitch")))
                .attributes()
                .get(attribute);
    }
}
