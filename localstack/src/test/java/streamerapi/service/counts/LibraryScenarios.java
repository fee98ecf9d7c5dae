package streamerapi.service.counts;

import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.TestUpload;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/// Every request about own pictures and sounds.
final class LibraryScenarios {

    private static final String LIBRARY = "/dashboard/api/library";
    private static final String FILE = LIBRARY + "/{fileId}";

    private LibraryScenarios() {}

    static List<Scenario> all() {
        return List.of(
                on("GET " + LIBRARY, LibraryScenarios::added, (api, id) -> api.get(LIBRARY)),
                on("POST " + LIBRARY, LibraryScenarios::added, (api, id) -> api.post(LIBRARY, TestUpload.picture())),
                on(
                        "POST " + FILE + "/complete",
                        LibraryScenarios::uploaded,
                        (api, id) -> api.post(LIBRARY + "/" + id + "/complete")),
                on(
                        "PATCH " + FILE,
                        LibraryScenarios::added,
                        (api, id) -> api.patch(LIBRARY + "/" + id, Map.of("name", "Cat"))),
                on("DELETE " + FILE, LibraryScenarios::added, (api, id) -> api.delete(LIBRARY + "/" + id)));
    }

    private static Scenario on(
            String operation, Function<Account, String> prepare, BiFunction<ApiClient, String, Answer> request) {
        return Scenario.of(operation, "", account -> {
            String id = prepare.apply(account);
            Account.SignedIn session = account.signIn();
            return api -> request.apply(session.on(api), id);
        });
    }

    private static String added(Account account) {
        return TestUpload.added(account.dashboard(), "cat.png");
    }

    private static String uploaded(Account account) {
        return TestUpload.uploaded(account.dashboard(), "cat.png").id();
    }
}
