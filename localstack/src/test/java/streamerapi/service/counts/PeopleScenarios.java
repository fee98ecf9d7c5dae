package streamerapi.service.counts;

import org.jspecify.annotations.Nullable;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.TestConnector;
import streamerapi.shared.json.Json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/// Messages of connectors, viewers and their credits.
final class PeopleScenarios {

    private static final String INGEST = "POST /ingest/{source}";
    private static final String SECRETS = "/dashboard/api/ingest-secrets";
    private static final Map<String, Object> VIEWER =
            Map.of("platform_user_id", "1", "login", "novafox", "display_name", "NovaFox");

    private static final Map<String, Object> REWARD =
            Map.of("redemption_id", "s1", "platform_user_id", "1", "message", "Hello there");
    private static final Map<String, Object> REDEMPTION = Map.of(
            "user_name", "NovaFox",
            "user_login", "novafox",
            "reward_id", "reward-1",
            "reward_title", "Name the next boss",
            "reward_cost", 2_500,
            "redemption_id", "r1",
            "is_managed", true);

    private PeopleScenarios() {}

    static List<Scenario> all() {
        return List.of(
                ingest("`viewer.signed_in`, first", "viewer.signed_in", VIEWER, account -> {}),
                ingest("`viewer.signed_in`, again", "viewer.signed_in", VIEWER, PeopleScenarios::signIn),
                ingest("`follow`", "follow", Map.of("user_name", "NovaFox", "user_login", "novafox"), account -> {}),
                ingest("`sub_reward.redeemed`", "sub_reward.redeemed", REWARD, account -> {
                    signIn(account);
                    account.api()
                            .post("/viewers/alpha:1/credits/grant", Map.of("amount", 5))
                            .expect(200);
                }),
                ingest("`channel_point_redemption`", "channel_point_redemption", REDEMPTION, account -> {}),
                resolving("fulfill"),
                resolving("cancel"),
                Scenario.of("GET /viewers", "10 viewers", account -> {
                    for (int i = 0; i < 10; i++) {
                        account.connector("alpha")
                                .send("viewer.signed_in", Map.of("platform_user_id", "v" + i, "login", "viewer" + i));
                    }
                    return api -> api.get("/viewers");
                }),
                Scenario.of("GET /viewers/{user}", "by platform and id", account -> {
                    signIn(account);
                    return api -> api.get("/viewers/alpha:1");
                }),
                Scenario.of("GET /viewers/{user}", "by name", account -> {
                    signIn(account);
                    return api -> api.get("/viewers/novafox");
                }),
                Scenario.of("GET /viewers/{user}/rewards", "none", account -> {
                    signIn(account);
                    return api -> api.get("/viewers/alpha:1/rewards");
                }),
                Scenario.of("POST /viewers/{user}/credits/grant", "", account -> {
                    signIn(account);
                    return api -> api.post("/viewers/alpha:1/credits/grant", Map.of("amount", 1));
                }),
                Scenario.of("POST /viewers/{user}/credits/revoke", "", account -> {
                    signIn(account);
                    account.api()
                            .post("/viewers/alpha:1/credits/grant", Map.of("amount", 5))
                            .expect(200);
                    return api -> api.post("/viewers/alpha:1/credits/revoke", Map.of("amount", 1));
                }),
                Scenario.of("GET " + SECRETS, "", account -> {
                    Account.SignedIn session = account.signIn();
                    return api -> session.on(api).get(SECRETS);
                }),
                Scenario.of("POST " + SECRETS + "/{source}/rotate", "", account -> {
                    Account.SignedIn session = account.signIn();
                    return api -> session.on(api).post(SECRETS + "/beta/rotate", Map.of());
                }));
    }

    private static Scenario resolving(String how) {
        return Scenario.of("POST /channel-points/redemptions/{redemptionId}/" + how, "", account -> {
            account.connector("alpha").send("channel_point_redemption", REDEMPTION);
            return api -> api.post("/channel-points/redemptions/r1/" + how);
        });
    }

    private static void signIn(Account account) {
        account.connector("alpha").send("viewer.signed_in", VIEWER);
    }

    /// A message that a connector of the account sends, with an id that it has sent before if it is sent again.
    private static Scenario ingest(
            String what, String type, Map<String, ? extends @Nullable Object> data, Consumer<Account> prepare) {
        return Scenario.of(INGEST, what, account -> {
            prepare.accept(account);
            TestConnector alpha = account.connector("alpha");
            byte[] body = Json.write(
                    new LinkedHashMap<>(alpha.message(UUID.randomUUID().toString(), type, data)));
            return sending(alpha, body);
        });
    }

    private static Function<ApiClient, Answer> sending(TestConnector from, byte[] body) {
        return api -> api.with(
                        "Service-Signature",
                        from.signature(body, from.account().service().clock().instant()))
                .send("POST", "/ingest/" + from.source(), body);
    }
}
