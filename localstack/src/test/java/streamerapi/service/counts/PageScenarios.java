package streamerapi.service.counts;

import streamerapi.service.Account;
import streamerapi.service.WebClient;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// The requests of a browser. A page costs what its endpoints cost; here are those that ask more than one of them, and
/// often.
final class PageScenarios {

    private static final String QUEUE = "/dashboard/queue";
    private static final Pattern POLL = Pattern.compile("data-live=\"([^\"]+)\" data-seen=\"([^\"]+)\"");

    private PageScenarios() {}

    static List<Scenario> all() {
        return List.of(
                Scenario.of("GET /dashboard", "", account -> api -> api.page("/dashboard", null)),
                Scenario.of("GET " + QUEUE, "10 tips wait", account -> {
                    Account.SignedIn session = waiting(account);
                    return api -> session.on(api).page(QUEUE, null);
                }),
                Scenario.of("GET " + QUEUE + "/live", "10 tips wait, nothing has changed", account -> {
                    Account.SignedIn session = waiting(account);
                    String part = part(account, session, QUEUE);
                    return api -> session.on(api).page(part, null);
                }),
                Scenario.of("GET /dashboard/home/live", "10 tips wait, nothing has changed", account -> {
                    Account.SignedIn session = waiting(account);
                    String part = part(account, session, "/dashboard/home");
                    return api -> session.on(api).page(part, null);
                }),
                Scenario.of("POST /dashboard/realtime", "", account -> {
                    Account.SignedIn session = account.signIn();
                    String form = WebClient.encode(Map.of("csrf_token", session.csrfToken()));
                    return api -> session.on(api).page("/dashboard/realtime", form);
                }),
                Scenario.of("GET /dashboard/home", "10 tips wait", account -> {
                    Account.SignedIn session = waiting(account);
                    return api -> session.on(api).page("/dashboard/home", null);
                }),
                Scenario.of("POST " + QUEUE + "/pause", "", account -> {
                    Account.SignedIn session = waiting(account);
                    String form = WebClient.encode(Map.of("csrf_token", session.csrfToken()));
                    return api -> session.on(api).page(QUEUE + "/pause", form);
                }));
    }

    /// The address by which a page asks whether it has changed.
    private static String part(Account account, Account.SignedIn session, String page) {
        Matcher poll = POLL.matcher(session.on(account.api()).page(page, null).text());
        if (!poll.find()) {
            throw new AssertionError(page + " does not live");
        }
        return poll.group(1) + "?seen=" + poll.group(2);
    }

    private static Account.SignedIn waiting(Account account) {
        IntStream.range(0, 10).forEach(i -> account.tip("NovaFox"));
        return account.signIn();
    }
}
