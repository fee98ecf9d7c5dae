package streamerapi.service;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// Somebody before the dashboard's pages, who runs no scripts: opens pages and sends their forms.
public final class DashboardVisitor {

    private static final String SIGN_IN = "/dashboard/sign-in";

    private final WebClient web;

    private DashboardVisitor(WebClient web) {
        this.web = web;
    }

    /// Somebody who has not signed in.
    public static DashboardVisitor stranger(Service service) {
        return new DashboardVisitor(new WebClient(service.stack().authUrl()));
    }

    /// Somebody who has signed in with the page's own form.
    public static DashboardVisitor signedIn(Service service, String email, String password) {
        DashboardVisitor visitor = stranger(service);
        Answer form = visitor.open(SIGN_IN).expect(200);
        visitor.send(form, SIGN_IN, Map.of("email", email, "password", password))
                .expect(303);
        return visitor;
    }

    /// The account's owner, in a session that was begun without the form.
    public static DashboardVisitor owner(Account account) {
        DashboardVisitor visitor = stranger(account.service());
        visitor.web.accept(account.signIn().cookie());
        return visitor;
    }

    public WebClient web() {
        return web;
    }

    /// Opens a page.
    public Answer open(String address) {
        return web.get(address);
    }

    /// Sends a form of a page, with the page's CSRF token.
    public Answer send(Answer page, String action, Map<String, String> fields) {
        return web.postForm(action, filled(page, fields));
    }

    /// Opens a page, sends a form of it, and goes where the answer leads.
    public Answer use(String address, String action, Map<String, String> fields) {
        Answer answer = send(open(address).expect(200), action, fields);
        return answer.status() == 303 ? open(Objects.requireNonNull(answer.header("Location"))) : answer;
    }

    private static Map<String, String> filled(Answer page, Map<String, String> fields) {
        Map<String, String> all = new LinkedHashMap<>(fields);
        all.put("csrf_token", Objects.requireNonNull(Browser.hidden(page).get("csrf_token")));
        return all;
    }
}
