package streamerapi.service.counts;

import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.shared.auth.Role;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/// Every request about the account, its people's passwords and their sessions.
final class AccountScenarios {

    private static final String PLACE = "/dashboard/api";
    private static final String PASSWORD = "seven otters in a row";

    private AccountScenarios() {}

    static List<Scenario> all() {
        return List.of(
                signedIn("GET /dashboard/api/account", api -> api.get(PLACE + "/account")),
                signedIn(
                        "PATCH /dashboard/api/account",
                        api -> api.patch(PLACE + "/account", Map.of("name", "NovaFox Live"))),
                Scenario.of("GET /dashboard/api/account/export", "of 10 tips", account -> {
                    Scenarios.played(account, 10);
                    Account.SignedIn session = account.signIn();
                    return api -> session.on(api).get(PLACE + "/account/export");
                }),
                Scenario.of("POST /dashboard/api/account/delete", "", account -> {
                    Map<String, Object> body = Map.of(
                            "name",
                            String.valueOf(account.dashboard()
                                    .get(PLACE + "/account")
                                    .expect(200)
                                    .at("account.name")),
                            "current_password",
                            account.password());
                    Account.SignedIn session = account.signIn();
                    return api -> session.on(api).post(PLACE + "/account/delete", body);
                }),
                signedIn(
                        "POST /dashboard/api/team/invitations",
                        api -> api.post(
                                PLACE + "/team/invitations",
                                Map.of("email", UUID.randomUUID() + "@example.com", "role", "moderator"))),
                Scenario.of("POST /dashboard/api/team/{userId}/password-link", "", account -> {
                    String user =
                            PLACE + "/team/" + account.newUser(Role.MODERATOR).id();
                    Account.SignedIn session = account.signIn();
                    return api -> session.on(api).post(user + "/password-link");
                }),
                Scenario.of("POST /dashboard/api/password", "", account -> {
                    Map<String, Object> change = Map.of("current_password", account.password(), "password", PASSWORD);
                    Account.SignedIn session = account.signIn();
                    return api -> session.on(api).post(PLACE + "/password", change);
                }),
                signedIn(
                        "POST /dashboard/api/filter/check",
                        api -> api.post(PLACE + "/filter/check", Map.of("text", "A good game"))),
                signedIn("GET /dashboard/api/sessions", api -> api.get(PLACE + "/sessions")),
                signedIn("POST /dashboard/api/sessions/end-others", api -> api.post(PLACE + "/sessions/end-others")),
                Scenario.of("DELETE /dashboard/api/sessions/{sessionId}", "", account -> {
                    account.signIn();
                    Account.SignedIn session = account.signIn();
                    Answer sessions =
                            session.on(account.api()).get(PLACE + "/sessions").expect(200);
                    int other = sessions.each("sessions", "current").indexOf("false");
                    Object id = sessions.at("sessions." + other + ".id");
                    return api -> session.on(api).delete(PLACE + "/sessions/" + id);
                }));
    }

    /// A request of the owner, who has signed in before.
    private static Scenario signedIn(String operation, Function<ApiClient, Answer> request) {
        return Scenario.of(operation, "", account -> {
            Account.SignedIn session = account.signIn();
            return api -> request.apply(session.on(api));
        });
    }
}
