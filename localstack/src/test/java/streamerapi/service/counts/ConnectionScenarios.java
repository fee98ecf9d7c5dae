package streamerapi.service.counts;

import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.PlatformBrowser;
import streamerapi.shared.json.Json;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;

/// The requests about connections to platforms. What the platforms are asked costs the table nothing.
final class ConnectionScenarios {

    private static final String API = "/dashboard/api/connections";
    private static final String TWITCH = API + "/twitch";

    private ConnectionScenarios() {}

    static List<Scenario> all() {
        return List.of(
                connected("GET /dashboard/api/connections", (twitch, api) -> api.get(API)),
                connected("GET /dashboard/api/connections/{provider}", (twitch, api) -> api.get(TWITCH)),
                Scenario.of("PUT /dashboard/api/connections/{provider}", "the first credentials", account -> {
                    PlatformBrowser twitch = new PlatformBrowser(account, "twitch");
                    byte[] body = Json.write(twitch.credentials());
                    return api -> twitch.session().on(api).send("PUT", TWITCH, body);
                }),
                first("stripe"),
                first("paypal"),
                first("kofi"),
                connected(
                        "POST /dashboard/api/connections/{provider}/authorize",
                        (twitch, api) -> api.post(TWITCH + "/authorize")),
                connected(
                        "POST /dashboard/api/connections/{provider}/check",
                        (twitch, api) -> api.post(TWITCH + "/check")),
                connected("DELETE /dashboard/api/connections/{provider}", (twitch, api) -> api.delete(TWITCH)),
                connected(
                        "GET /dashboard/api/connections/twitch/rewards", (twitch, api) -> api.get(TWITCH + "/rewards")),
                connected(
                        "POST /dashboard/api/connections/twitch/rewards",
                        (twitch, api) -> api.post(
                                TWITCH + "/rewards", Map.of("title", "Reward " + UUID.randomUUID(), "cost", 500))),
                Scenario.of("GET /dashboard/api/first-steps", "", account -> {
                    Account.SignedIn session = account.signIn();
                    return api -> session.on(api).get("/dashboard/api/first-steps");
                }),
                Scenario.of("DELETE /dashboard/api/first-steps", "", account -> {
                    Account.SignedIn session = account.signIn();
                    return api -> session.on(api).delete("/dashboard/api/first-steps");
                }));
    }

    /// The first credentials of a payment processor.
    private static Scenario first(String processor) {
        return Scenario.of("PUT /dashboard/api/connections/" + processor, "the first credentials", account -> {
            Account.SignedIn session = account.signIn();
            byte[] body = Json.write(account.service().stack().processors().credentials(processor));
            return api -> session.on(api).send("PUT", API + "/" + processor, body);
        });
    }

    /// A request of the owner of an account that is connected to Twitch.
    private static Scenario connected(String operation, BiFunction<PlatformBrowser, ApiClient, Answer> request) {
        return Scenario.of(operation, "Twitch is connected", account -> {
            PlatformBrowser twitch = new PlatformBrowser(account, "twitch").connected("novaplays");
            return api -> request.apply(twitch, twitch.session().on(api));
        });
    }
}
