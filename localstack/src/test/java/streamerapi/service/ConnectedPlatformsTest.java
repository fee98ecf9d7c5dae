package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.connections.Provider;
import streamerapi.hooks.PlatformEvent;
import streamerapi.hooks.ReceivedMessage;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.shared.events.EventType;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Holds the service's calls to connected platforms, and how it treats a connection that fails, with the platforms that
/// the local stack plays.
@NullMarked
class ConnectedPlatformsTest {

    private static @Nullable Service started;

    private static final String REDEMPTIONS = "/helix/channel_points/custom_rewards/redemptions";

    private final Account account = service().newAccount();
    private final PlatformBrowser twitch = new PlatformBrowser(account, "twitch");
    private final PlatformBrowser kick = new PlatformBrowser(account, "kick");

    /// The second attempts are an hour away, and so are the limits of requests: the clock stands still, and on a busy
    /// machine the tests look often.
    @BeforeAll
    static void start() {
        started = Service.start(
                Map.of("RATE_LIMIT_FACTOR", "10000", "EFFECT_RETRY_DELAYS", "3600,3600,3600,3600,3600,3600,3600"));
    }

    @AfterAll
    static void stop() {
        service().close();
    }

    private static Service service() {
        return Objects.requireNonNull(started);
    }

    private Answer says(String text) {
        return account.api().post("/chat/messages", Map.of("message", text));
    }

    private long refreshes() {
        return twitch.calls().stream().filter("POST /oauth2/token"::equals).count();
    }

    /// The reasons of the warnings, oldest first.
    private List<String> warnings() {
        return account.events().stream()
                .map(Json::read)
                .map(Json::asObject)
                .filter(event -> EventType.WARNING.label().equals(event.get("type")))
                .map(event -> String.valueOf(Json.asObject(event.get("data")).get("reason")))
                .toList();
    }

    @Test
    void aLineGoesToBothPlatforms() {
        twitch.connected("novaplays");
        kick.connected("novaplays");

        Answer said = says("Hello");
        said.expect(200);

        assertThat(said.at("sent.alpha")).isEqualTo(true);
        assertThat(said.at("sent.beta")).isEqualTo(true);
        assertThat(twitch.calls()).contains("POST /helix/chat/messages");
        assertThat(kick.calls()).contains("POST /public/v1/chat");
    }

    @Test
    void aTokenThatEndedIsRefreshedOnceAndTheCallRepeated() {
        twitch.connected("novaplays");
        long before = refreshes();
        twitch.control("expire", Map.of()).expect(200);

        assertThat(says("Hello").at("sent.alpha")).isEqualTo(true);
        assertThat(says("Hello again").at("sent.alpha")).isEqualTo(true);
        assertThat(refreshes() - before).isEqualTo(1);
        assertThat(twitch.status()).isEqualTo("connected null");
    }

    @Test
    void aRefreshWhoseAnswerIsLostEndsTheConnection() {
        twitch.connected("novaplays");
        twitch.control("expire", Map.of()).expect(200);
        twitch.answers("/oauth2/token", Map.of("drop", true));
        assertThat(says("Hello").at("sent.alpha")).isEqualTo(false);
        assertThat(twitch.status()).isEqualTo("connected null");

        assertThat(says("Hello").at("sent.alpha")).isEqualTo(false);
        assertThat(twitch.status()).isEqualTo("disconnected token_refused");
        assertThat(warnings()).containsExactly("token_refused");
        says("Hello").refuses(409, "bot_not_connected");
    }

    @Test
    void aSecretThatWasChangedAtThePlatformEndsTheConnectionUntilItIsEntered() {
        Map<String, @Nullable Object> app = twitch.anotherApplication();
        Object address = twitch.put(app).expect(200).at("authorize_url");
        twitch.comesBack(twitch.decided(Objects.requireNonNull(address), "approve", "novaplays"))
                .expect(303);
        assertThat(twitch.status()).isEqualTo("connected null");
        Object secret = twitch.control("secret", Map.of("client_id", String.valueOf(app.get("client_id"))))
                .expect(200)
                .at("client_secret");

        assertThat(twitch.check().expect(200).at("connection.reason")).isEqualTo("invalid_credentials");
        assertThat(warnings()).containsExactly("invalid_credentials");

        twitch.put(Map.of("client_id", String.valueOf(app.get("client_id")), "client_secret", String.valueOf(secret)))
                .expect(200);
        assertThat(twitch.status()).isEqualTo("connected null");
        assertThat(says("Hello").at("sent.alpha")).isEqualTo(true);
    }

    @Test
    void aSubscriptionThatIsGoneIsMadeAgain() {
        twitch.connected("novaplays");
        twitch.control("subscriptions", Map.of("type", "channel.raid"));

        Answer checked = twitch.check().expect(200);
        assertThat(checked.at("repaired")).isEqualTo(List.of("channel.raid"));
        assertThat(checked.at("connection.status")).isEqualTo("connected");
        assertThat(warnings()).isEmpty();
    }

    @Test
    void anAuthorizationThatIsRevokedEndsTheConnectionWithOneWarning() {
        twitch.connected("novaplays");
        twitch.control("revoke", Map.of()).expect(202);

        await().until(() -> twitch.status().startsWith("disconnected"));
        assertThat(warnings()).hasSize(1);
        assertThat(twitch.get().each("connection.subscriptions", "status"))
                .isNotEmpty()
                .containsOnly("revoked");
        assertThat(twitch.check().expect(200).at("connection.status")).isEqualTo("disconnected");
        assertThat(warnings()).hasSize(1);
    }

    private void redeemed(String id) {
        account.connector("alpha")
                .send(
                        "channel_point_redemption",
                        Map.of(
                                "redemption_id", id,
                                "reward_id", "reward-1",
                                "reward_title", "Hydrate!",
                                "reward_cost", 500,
                                "user_id", "u1",
                                "user_name", "Ada",
                                "user_login", "ada",
                                "status", "unfulfilled",
                                "is_managed", true));
    }

    /// Has the worker take a redemption that Twitch told of.
    ///
    /// @return what it answers
    private String takes(String id, Duration ago) throws FunctionError {
        Instant at = service().clock().instant().minus(ago);
        Map<String, @Nullable Object> data = new LinkedHashMap<>(Map.of(
                "redemption_id", id,
                "reward_id", "reward-1",
                "reward_title", "Hydrate!",
                "reward_cost", new BigDecimal(500),
                "user_id", "u1",
                "user_name", "Ada",
                "user_login", "ada",
                "status", "unfulfilled",
                "redeemed_at", at.toString(),
                "broadcaster_id", "1"));
        String message = new ReceivedMessage.Happened(
                        account.tenantId(),
                        Provider.TWITCH,
                        new PlatformEvent(id, PlatformEvent.REDEMPTION, at, data),
                        false,
                        false)
                .toText();
        return new String(
                service()
                        .stack()
                        .invoke(
                                "WorkerFunction",
                                Json.write(Map.of("Records", List.of(Map.of("messageId", "one", "body", message))))),
                StandardCharsets.UTF_8);
    }

    @Test
    void aRedemptionIsNotLostIfTwitchDoesNotTellForTenMinutesWhoseTheRewardIs() throws FunctionError {
        twitch.connected("novaplays");
        twitch.answers("/helix/channel_points/custom_rewards", Map.of("method", "GET", "status", 503));
        assertThat(takes("r1", Duration.ofMinutes(9))).contains("\"one\"");
        assertThat(account.table().get(PeopleKeys.redemption(account.tenantId(), "r1")))
                .isNull();

        twitch.answers("/helix/channel_points/custom_rewards", Map.of("method", "GET", "status", 503));
        assertThat(takes("r1", Duration.ofMinutes(11))).isEqualTo("{\"batchItemFailures\":[]}");
        assertThat(status("r1")).isEqualTo("unfulfilled");
    }

    @Test
    void aRedemptionThatTwitchDecidedOrDoesNotHaveIsRefused() {
        twitch.connected("novaplays");
        redeemed("r1");
        String resolve = "/channel-points/redemptions/r1/fulfill";
        account.api().post(resolve).refuses(404, "not_found");

        twitch.answers(REDEMPTIONS, Map.of("method", "PATCH", "status", 503));
        account.api().post(resolve).refuses(503, "unavailable");

        redeemed("r2");
        twitch.answers(REDEMPTIONS, Map.of("method", "PATCH", "status", 400));
        account.api().post("/channel-points/redemptions/r2/fulfill").refuses(409, "already_resolved");
    }

    private String status(String id) {
        return Objects.requireNonNull(account.table().get(PeopleKeys.redemption(account.tenantId(), id)))
                .get(Attribute.text("status"));
    }

    private void twitchSays(String status) {
        twitch.answers(REDEMPTIONS, Map.of("method", "PATCH", "status", 400));
        twitch.answers(
                REDEMPTIONS,
                Map.of(
                        "method",
                        "GET",
                        "status",
                        200,
                        "body",
                        Map.of("data", List.of(Map.of("id", "r1", "status", status)))));
    }

    @ParameterizedTest
    @CsvSource({
        "fulfill,FULFILLED,fulfilled",
        "fulfill,CANCELED,canceled",
        "cancel,FULFILLED,fulfilled",
        "cancel,CANCELED,canceled"
    })
    void aRedemptionThatTheStreamerDecidedAtTwitchIsHereAsItIsThere(String asked, String there, String here) {
        twitch.connected("novaplays");
        redeemed("r1");
        twitchSays(there);

        account.api().post("/channel-points/redemptions/r1/" + asked).refuses(409, "already_resolved");
        assertThat(status("r1")).isEqualTo(here);
        int calls = twitch.calls().size();
        account.api().post("/channel-points/redemptions/r1/" + asked).refuses(409, "already_resolved");
        assertThat(twitch.calls()).as("Twitch is not asked again").hasSize(calls);
    }

    @Test
    void aRedemptionThatTwitchDecidesButDoesNotShowStaysOpen() {
        twitch.connected("novaplays");
        redeemed("r1");
        twitchSays("UNFULFILLED");
        account.api().post("/channel-points/redemptions/r1/fulfill").refuses(409, "already_resolved");
        twitch.answers(REDEMPTIONS, Map.of("method", "PATCH", "status", 400));
        twitch.answers(REDEMPTIONS, Map.of("method", "GET", "status", 503));
        account.api().post("/channel-points/redemptions/r1/fulfill").refuses(409, "already_resolved");
        assertThat(status("r1")).isEqualTo("unfulfilled");
    }

    @Test
    void aResolutionWhoseAnswerWasLostIsFoundByTheNextRequest() {
        twitch.connected("novaplays");
        redeemed("r1");
        twitch.answers(REDEMPTIONS, Map.of("method", "PATCH", "status", 503));
        account.api().post("/channel-points/redemptions/r1/cancel").refuses(503, "unavailable");

        twitchSays("CANCELED");
        assertThat(account.api()
                        .post("/channel-points/redemptions/r1/cancel")
                        .expect(200)
                        .at("redemption.status"))
                .isEqualTo("canceled");
        assertThat(status("r1")).isEqualTo("canceled");
    }

    @Test
    void aResolutionThatTwitchDoesNotAnswerEightTimesIsGivenUpAndTheOtherCanBeAskedFor() {
        twitch.connected("novaplays");
        redeemed("r1");
        twitch.answers(REDEMPTIONS, Map.of("method", "PATCH", "status", 503, "times", 8));
        for (int attempt = 1; attempt <= 8; attempt++) {
            account.api().post("/channel-points/redemptions/r1/fulfill").refuses(503, "unavailable");
            assertThat(effects()).hasSize(attempt < 8 ? 1 : 0);
        }
        assertThat(status("r1")).isEqualTo("unfulfilled");

        twitch.answers(REDEMPTIONS, Map.of("method", "PATCH", "status", 200));
        account.api().post("/channel-points/redemptions/r1/cancel").expect(200);
        assertThat(status("r1")).isEqualTo("canceled");
    }

    private List<Row> effects() {
        return account.table().query(Query.of(EffectKeys.EFFECTS, account.tenantId() + "#"));
    }

    @Test
    void aConnectionIsCheckedTheNextDay() {
        twitch.connected("novaplays");
        String tenant = account.tenantId();
        List<Row> kept = account.table().query(Query.of(EffectKeys.LATER, "2")).stream()
                .filter(row -> row.key().sort().contains(tenant))
                .toList();
        assertThat(kept).isNotEmpty();
        Map<String, @Nullable Object> message =
                Json.asObject(Json.read(kept.getFirst().get(Attribute.text("message"))));
        assertThat(Json.asObject(message.get("connection_check")))
                .containsEntry("tenant_id", tenant)
                .containsEntry("provider", "twitch");
        assertThat(Duration.between(service().clock().instant(), kept.getLast().get(Attribute.time("due"))))
                .isLessThanOrEqualTo(Duration.ofDays(1));
    }
}
