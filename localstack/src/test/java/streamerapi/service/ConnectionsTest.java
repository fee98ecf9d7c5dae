package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.auth.Role;
import streamerapi.shared.json.Json;
import streamerapi.shared.schema.Form;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Write;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The connections of an account: credentials, status, check, and their end.
@NullMarked
class ConnectionsTest {

    private static final String API = "/dashboard/api/connections";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient owner = account.dashboard();
    private final PlatformBrowser twitch = new PlatformBrowser(account, "twitch");
    private final PlatformBrowser kick = new PlatformBrowser(account, "kick");

    private static Map<String, String> query(@Nullable Object address) {
        return Form.parse(URI.create(String.valueOf(address)).getRawQuery()).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().getFirst()));
    }

    @Test
    void allAreListedBeforeAnythingIsConnected() {
        Answer all = owner.get(API).expect(200);
        assertThat(all.each("connections", "provider")).containsExactly("twitch", "kick", "stripe", "paypal", "kofi");
        assertThat(all.each("connections", "source"))
                .containsExactly("alpha", "beta", "card_processor", "wallet_processor", "kofi");
        assertThat(all.each("connections", "status")).containsOnly("disconnected");
        assertThat(all.each("connections", "reason")).containsOnly("null");
        assertThat(all.each("connections", "id")).doesNotHaveDuplicates().allMatch(id -> id.matches("con_.{22,}"));
        String id = String.valueOf(all.at("connections.0.id"));
        String authUrl = service.stack().authUrl();
        assertThat(all.at("connections.0.webhook_url")).isEqualTo(authUrl + "/hooks/twitch/" + id);
        assertThat(all.at("connections.0.redirect_uri")).isEqualTo(authUrl + "/dashboard/connections/twitch/callback");
        assertThat(all.at("connections.2.redirect_uri")).isNull();
        for (String provider : all.each("connections", "provider")) {
            Answer one = owner.get(API + "/" + provider).expect(200);
            assertThat(all.each("connections", "id")).contains(String.valueOf(one.at("connection.id")));
        }
    }

    @Test
    void idsAreTheAccountsOwnAndStay() {
        Object id = twitch.get().at("connection.id");
        assertThat(owner.get(API).each("connections", "id"))
                .doesNotContainAnyElementsOf(
                        service.newAccount().dashboard().get(API).each("connections", "id"));
        twitch.connected("novaplays");
        assertThat(twitch.get().at("connection.id")).isEqualTo(id);
        twitch.disconnect().expect(200);
        assertThat(twitch.get().at("connection.id")).isEqualTo(id);
    }

    @ParameterizedTest
    @CsvSource({"twitch, alpha", "kick, beta"})
    void aStreamerConnectsAPlatform(String provider, String platform) {
        PlatformBrowser there = new PlatformBrowser(account, provider);
        Answer entered = there.put(there.credentials()).expect(200);
        assertThat(entered.at("connection.status")).isEqualTo("disconnected");
        assertThat(entered.at("connection.reason")).isEqualTo("authorization_needed");
        String back = there.decided(Objects.requireNonNull(entered.at("authorize_url")), "approve", "NovaPlays");

        assertThat(there.comesBack(back).expect(303).header("Location"))
                .startsWith("/dashboard/connections")
                .doesNotContain("refused");
        Answer connection = there.get();
        assertThat(connection.at("connection.status")).isNotEqualTo("disconnected");
        assertThat(String.valueOf(connection.at("connection.account.name"))).isEqualToIgnoringCase("NovaPlays");
        assertThat(connection.at("connection.connected_at")).isNotNull();
        assertThat(connection.at("connection.last_event_at")).isNull();
        assertThat(connection.each("connection.subscriptions", "type")).isNotEmpty();
        Answer bot = account.api().get("/bot").expect(200);
        assertThat(bot.at("bot.channels." + platform)).isEqualTo("novaplays");
    }

    @Test
    void twitchIsAskedForItsScopesWithAStateOfItsOwn() {
        Answer entered = twitch.put(twitch.credentials()).expect(200);
        Map<String, String> first = query(entered.at("authorize_url"));
        assertThat(first)
                .containsEntry("response_type", "code")
                .containsEntry("client_id", String.valueOf(twitch.credentials().get("client_id")))
                .containsEntry("redirect_uri", String.valueOf(entered.at("connection.redirect_uri")))
                .doesNotContainKey("code_challenge");
        assertThat(Objects.requireNonNull(first.get("scope")).split(" "))
                .containsExactlyInAnyOrder(
                        "moderator:read:followers",
                        "channel:read:subscriptions",
                        "bits:read",
                        "channel:manage:redemptions",
                        "user:read:chat",
                        "user:write:chat",
                        "user:bot",
                        "channel:bot");
        assertThat(first.get("state")).hasSizeGreaterThanOrEqualTo(22);
        assertThat(query(twitch.authorize().expect(200).at("authorize_url")).get("state"))
                .isNotEqualTo(first.get("state"));
    }

    @Test
    void kickIsAskedWithAChallenge() {
        Map<String, String> asked =
                query(kick.put(kick.credentials()).expect(200).at("authorize_url"));
        assertThat(asked).containsEntry("code_challenge_method", "S256");
        assertThat(asked.get("code_challenge")).matches("[A-Za-z0-9_-]{43}");
        assertThat(Objects.requireNonNull(asked.get("scope")).split(" "))
                .containsExactlyInAnyOrder("user:read", "channel:read", "events:subscribe", "chat:write", "kicks:read");
    }

    @ParameterizedTest
    @ValueSource(strings = {"twitch", "kick"})
    void credentialsThatThePlatformDoesNotTakeChangeNothing(String provider) {
        PlatformBrowser there = new PlatformBrowser(account, provider).connected("novaplays");
        Answer before = settled(there);
        Map<String, Object> right = there.credentials();
        there.put(Map.of("client_id", Objects.requireNonNull(right.get("client_id")), "client_secret", "wrong"))
                .refuses(400, "invalid_credentials")
                .names("client_secret");
        Answer unknown = there.put(Map.of("client_id", "unknown", "client_secret", "wrong"))
                .refuses(400, "invalid_credentials");
        assertThat(unknown.at("field")).isIn("client_id", "client_secret");
        assertThat(there.get().json()).isEqualTo(before.json());
        there.check().expect(200);
    }

    /// The connection once the platform has confirmed all subscriptions.
    private static Answer settled(PlatformBrowser there) {
        await().until(() -> !there.get().text().contains("\"pending\""));
        return there.get();
    }

    @Test
    void aPlatformThatDoesNotAnswerChangesNothing() {
        twitch.connected("novaplays");
        Answer before = settled(twitch);
        twitch.answers("/oauth2/token", Map.of("status", 503));
        twitch.put(twitch.anotherApplication()).refuses(503, "unavailable");
        twitch.answers("/oauth2/token", Map.of("drop", true));
        twitch.put(twitch.anotherApplication()).refuses(503, "unavailable");
        assertThat(twitch.get().json()).isEqualTo(before.json());
    }

    @Test
    void aBodyWithoutCredentialsNamesWhatIsMissing() {
        twitch.put(Map.of("client_secret", "x")).refuses(400, "bad_request").names("client_id");
        twitch.put(Map.of("client_id", "x")).refuses(400, "bad_request").names("client_secret");
        twitch.put(Map.of("client_id", "", "client_secret", "x"))
                .refuses(400, "bad_request")
                .names("client_id");
        twitch.put(Map.of("client_id", "x", "client_secret", 5))
                .refuses(400, "bad_request")
                .names("client_secret");
    }

    @Test
    void anotherSecretOfTheSameApplicationKeepsTheAuthorization() {
        PlatformBrowser there = new PlatformBrowser(account, "twitch");
        Map<String, @Nullable Object> application = there.anotherApplication();
        Object address = there.put(application).expect(200).at("authorize_url");
        there.comesBack(there.decided(Objects.requireNonNull(address), "approve", "NovaPlays"))
                .expect(303);
        String status = there.status();
        Map<String, @Nullable Object> renewed = there.control(
                        "secret", Map.of("client_id", Objects.requireNonNull(application.get("client_id"))))
                .expect(200)
                .json();

        Answer entered = there.put(renewed).expect(200);

        assertThat(entered.at("connection.account.name")).isEqualTo("novaplays");
        assertThat(there.status()).isEqualTo(status);
        assertThat(there.check().expect(200).at("connection.status")).isNotEqualTo("disconnected");
    }

    @Test
    void aConnectionThatEndedForItsSecretGoesOnWithTheNextOneAtOnce() {
        PlatformBrowser there = new PlatformBrowser(account, "kick");
        Map<String, @Nullable Object> application = there.anotherApplication();
        Object address = there.put(application).expect(200).at("authorize_url");
        there.comesBack(there.decided(Objects.requireNonNull(address), "approve", "NovaPlays"))
                .expect(303);
        Map<String, @Nullable Object> renewed = there.control(
                        "secret", Map.of("client_id", Objects.requireNonNull(application.get("client_id"))))
                .expect(200)
                .json();
        there.control("expire", Map.of());
        account.api().post("/chat/messages", Map.of("message", "Hi", "platforms", List.of("beta")));
        assertThat(there.status()).isEqualTo("disconnected invalid_credentials");

        assertThat(there.put(renewed).expect(200).at("connection.reason")).isNotEqualTo("invalid_credentials");

        assertThat(there.status()).doesNotStartWith("disconnected");
    }

    @Test
    void anotherApplicationStartsAnew() {
        twitch.connected("novaplays");
        int left = twitch.calls().size();

        twitch.put(twitch.anotherApplication()).expect(200);

        assertThat(twitch.status()).isEqualTo("disconnected authorization_needed");
        assertThat(twitch.get().at("connection.account")).isNull();
        assertThat(account.api().get("/bot").at("bot.channels.alpha")).isNull();
        assertThat(twitch.calls().stream().skip(left)).contains("POST /oauth2/revoke");
    }

    @Test
    void whatIsNotConnectedCannotBeAuthorizedOrChecked() {
        for (PlatformBrowser there : List.of(twitch, kick)) {
            there.authorize().refuses(409, "not_connected");
            there.check().refuses(409, "not_connected");
            assertThat(there.disconnect().expect(200).at("revoked")).isEqualTo(true);
        }
        owner.get(API + "/twitch/rewards").refuses(409, "not_connected");
        owner.post(API + "/twitch/rewards", Map.of("title", "Hydrate!", "cost", 5))
                .refuses(409, "not_connected");
    }

    @Test
    void aProviderThatIsUnknownIsNotFoundAndAProcessorHasNoAuthorization() {
        ApiClient client = owner.withoutValidation();
        client.get(API + "/youtube").refuses(404, "not_found");
        for (String provider : List.of("stripe", "paypal", "kofi")) {
            client.post(API + "/" + provider + "/authorize").refuses(404, "not_found");
            client.post(API + "/" + provider + "/check").refuses(409, "not_connected");
        }
        for (String provider : List.of("youtube", "TWITCH")) {
            String path = API + "/" + provider;
            client.send("PUT", path, Json.write(Map.of("client_id", "x", "client_secret", "y")))
                    .refuses(404, "not_found");
            client.post(path + "/authorize").refuses(404, "not_found");
            client.post(path + "/check").refuses(404, "not_found");
            client.delete(path).refuses(404, "not_found");
        }
    }

    @Test
    void administratorsAlonePassAndChangesCarryTheToken() {
        ApiClient moderator = account.dashboard(Role.MODERATOR);
        moderator.get(API).refuses(403, "missing_role");
        moderator.get(API + "/twitch").refuses(403, "missing_role");
        moderator.send("PUT", API + "/twitch", Json.write(twitch.credentials())).refuses(403, "missing_role");
        moderator.post(API + "/twitch/authorize").refuses(403, "missing_role");
        moderator.post(API + "/twitch/check").refuses(403, "missing_role");
        moderator.delete(API + "/twitch").refuses(403, "missing_role");
        moderator.get(API + "/twitch/rewards").refuses(403, "missing_role");
        account.dashboard(Role.SUPER_ADMIN).get(API).expect(200);
        ApiClient forged = owner.with("X-CSRF-Token", "wrong");
        forged.send("PUT", API + "/twitch", Json.write(twitch.credentials())).refuses(403, "invalid_csrf_token");
        forged.post(API + "/twitch/authorize").refuses(403, "invalid_csrf_token");
        forged.post(API + "/twitch/check").refuses(403, "invalid_csrf_token");
        forged.delete(API + "/twitch").refuses(403, "invalid_csrf_token");
        new ApiClient(service.stack().authUrl(), null).get(API).refuses(401, "missing_session");
    }

    @Test
    void aCheckMakesWhatIsMissingAndSaysSo() {
        twitch.connected("novaplays");
        twitch.control("subscriptions", Map.of("type", "channel.raid", "remove", true));
        Answer checked = twitch.check().expect(200);
        assertThat(checked.at("connection.checked_at")).isNotNull();
        assertThat(checked.each("connection.subscriptions", "type")).contains("channel.raid");
        assertThat(checked.at("repaired")).isInstanceOf(List.class);
    }

    @Test
    void aConnectionThatIsEndedIsErasedAndLeftAtThePlatform() {
        twitch.connected("novaplays");
        assertThat(account.rows("CONNECTION#")).hasSize(1);
        int before = twitch.calls().size();

        assertThat(twitch.disconnect().expect(200).at("revoked")).isEqualTo(true);

        assertThat(account.rows("CONNECTION#")).isEmpty();
        assertThat(twitch.status()).isEqualTo("disconnected null");
        assertThat(twitch.get().at("connection.account")).isNull();
        assertThat(account.api().get("/bot").at("bot.channels.alpha")).isNull();
        assertThat(DashboardVisitor.owner(account)
                        .open("/dashboard/home")
                        .expect(200)
                        .text())
                .as("nothing is missing that the streamer has ended")
                .doesNotContain("lost its connection");
        assertThat(twitch.calls().stream().skip(before))
                .contains("POST /oauth2/revoke", "DELETE /helix/eventsub/subscriptions");
    }

    @Test
    void aConnectionThatOthersChangedIsNeitherEndedNorReplaced() {
        twitch.connected("novaplays");
        int before = twitch.calls().size();
        ApiClient stale = owner.with("If-Match", "\"" + "0".repeat(32) + "\"");
        stale.delete(API + "/twitch").refuses(412, "precondition_failed");
        stale.send("PUT", API + "/twitch", Json.write(twitch.credentials())).refuses(412, "precondition_failed");
        assertThat(twitch.status()).isEqualTo("connected null");
        assertThat(twitch.calls()).as("nothing is asked before").hasSize(before);

        String tag = Objects.requireNonNull(twitch.get().header("ETag"));
        owner.with("If-Match", tag).delete(API + "/twitch").expect(200);
    }

    @Test
    void aConnectionIsErasedIfThePlatformDoesNotAnswerToo() {
        twitch.connected("novaplays");
        twitch.answers("/oauth2/revoke", Map.of("status", 503, "times", 5));
        assertThat(twitch.disconnect().expect(200).at("revoked")).isEqualTo(false);
        twitch.answers("/oauth2/revoke", Map.of("status", 503, "times", 0));
        assertThat(account.rows("CONNECTION#")).isEmpty();
        assertThat(twitch.status()).isEqualTo("disconnected null");
    }

    @Test
    void aConnectionWhoseKeyIsGoneCanBeEndedAndMadeAnew() {
        twitch.connected("novaplays");
        var row = account.rows("CONNECTION#").getFirst();
        account.table()
                .write(List.of(Write.update(row.key())
                        .set(Attribute.text("credentials"), "gone.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
                        .set(Attribute.text("tokens"), "gone.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")));
        twitch.authorize().refuses(503, "unavailable");
        assertThat(twitch.status()).isNotEqualTo("disconnected null");
        twitch.put(twitch.credentials()).expect(200);
        assertThat(twitch.status()).isEqualTo("disconnected authorization_needed");
        account.table()
                .write(List.of(Write.update(row.key())
                        .set(Attribute.text("credentials"), "gone.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")));
        twitch.disconnect().expect(200);
        assertThat(account.rows("CONNECTION#")).isEmpty();
    }

    @Test
    void rewardsAreListedAndMade() {
        twitch.connected("novaplays");
        Answer made = owner.post(
                        API + "/twitch/rewards",
                        Map.of("title", "Hydrate " + account.tenantId(), "cost", 500, "user_input", true))
                .expect(201);
        assertThat(made.at("reward.is_managed")).isEqualTo(true);
        assertThat(owner.get(API + "/twitch/rewards").expect(200).each("rewards", "reward_id"))
                .contains(String.valueOf(made.at("reward.reward_id")));
        for (Map<String, Object> wrong : List.<Map<String, Object>>of(
                Map.of("title", "", "cost", 5),
                Map.of("title", "x".repeat(46), "cost", 5),
                Map.of("title", "x", "cost", 0),
                Map.of("title", "x", "cost", 2_147_483_648L),
                Map.of("title", "x", "cost", 5, "prompt", "x".repeat(201)))) {
            owner.post(API + "/twitch/rewards", wrong).refuses(400, "bad_request");
        }
        twitch.answers("/helix/channel_points/custom_rewards", Map.of("status", 503, "times", 2));
        owner.post(API + "/twitch/rewards", Map.of("title", "Stretch", "cost", 5))
                .refuses(503, "unavailable");
        twitch.answers("/helix/channel_points/custom_rewards", Map.of("status", 401, "times", 2));
        owner.post(API + "/twitch/rewards", Map.of("title", "Stretch", "cost", 5))
                .refuses(409, "not_connected");
        twitch.answers("/helix/channel_points/custom_rewards", Map.of("status", 403));
        owner.post(API + "/twitch/rewards", Map.of("title", "Stretch", "cost", 5))
                .refuses(400, "bad_request");
    }

    @Test
    void anAccountThatIsDeletedHasNoConnection() {
        twitch.connected("novaplays");
        Answer export = owner.get("/dashboard/api/account/export").expect(200);
        assertThat(export.each("records", "kind")).contains("connection");
        Object name = Objects.requireNonNull(
                owner.get("/dashboard/api/account").expect(200).at("account.name"));
        assertThat(owner.post(
                                "/dashboard/api/account/delete",
                                Map.of("name", name, "current_password", account.password()))
                        .status())
                .isIn(200, 202);
        assertThat(account.rows("CONNECTION#")).isEmpty();
    }
}
