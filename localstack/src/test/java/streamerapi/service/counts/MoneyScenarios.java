package streamerapi.service.counts;

import streamerapi.service.Account;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// The requests about what was paid, and what was removed, whose cost the table names.
final class MoneyScenarios {

    private static final String REMOVED = "/dashboard/api/removed-tips";

    private MoneyScenarios() {}

    static List<Scenario> all() {
        return List.of(
                Scenario.of("GET /leaderboard", "the year of 10 people with 2 tips each", account -> {
                    IntStream.range(0, 20).forEach(i -> paid(account, "Donor " + i / 2));
                    return api -> api.get("/leaderboard?period=year");
                }),
                Scenario.of("GET /dashboard/api/removed-tips", "10 tips", account -> {
                    IntStream.range(0, 10).forEach(i -> removed(account));
                    Account.SignedIn session = account.signIn();
                    return api -> session.on(api).get(REMOVED);
                }),
                Scenario.of("POST /dashboard/api/removed-tips/{orderId}/replay", "", account -> {
                    String path = REMOVED + "/" + removed(account) + "/replay";
                    Account.SignedIn session = account.signIn();
                    return api -> session.on(api).post(path);
                }));
    }

    private static String paid(Account account, String name) {
        return String.valueOf(account.api()
                .post("/tips", Map.of("name", name, "amount", 5, "paid", true))
                .expect(201)
                .at("tip.order_id"));
    }

    private static String removed(Account account) {
        String orderId = paid(account, "Ada");
        account.api().delete("/tts/" + orderId).expect(200);
        return orderId;
    }
}
