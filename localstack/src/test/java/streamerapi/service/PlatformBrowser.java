package streamerapi.service;

import org.jspecify.annotations.Nullable;
import streamerapi.localstack.platforms.StandInPlatforms;
import streamerapi.shared.json.Json;
import streamerapi.shared.schema.Form;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A platform that the local stack plays, as an account's owner connects it in one browser.
public final class PlatformBrowser {

    private static final String API = "/dashboard/api/connections";

    private final Account account;
    private final String provider;
    private final Account.SignedIn session;
    private final WebClient platform;

    /// @param provider `twitch` or `kick`
    public PlatformBrowser(Account account, String provider) {
        this.account = account;
        this.provider = provider;
        this.session = account.signIn();
        this.platform = new WebClient(account.service().stack().authUrl());
    }

    /// The browser's session.
    public Account.SignedIn session() {
        return session;
    }

    /// The owner's browser and its scripts.
    public ApiClient browser() {
        return session.on(new ApiClient(account.service().stack().authUrl(), null));
    }

    /// The application that the platform knows from the start.
    public Map<String, Object> credentials() {
        StandInPlatforms.AppCredentials app =
                account.service().stack().platforms().app(provider);
        return Map.of("client_id", app.clientId(), "client_secret", app.clientSecret());
    }

    /// Another application that the platform knows.
    public Map<String, @Nullable Object> anotherApplication() {
        return control("app", Map.of()).expect(201).json();
    }

    /// Enters credentials.
    public Answer put(Map<String, ? extends @Nullable Object> credentials) {
        return browser().send("PUT", API + "/" + provider, Json.write(credentials));
    }

    /// The connection as it is answered.
    public Answer get() {
        return browser().get(API + "/" + provider).expect(200);
    }

    public String status() {
        Answer connection = get();
        return connection.at("connection.status") + " " + connection.at("connection.reason");
    }

    public Answer check() {
        return browser().post(API + "/" + provider + "/check");
    }

    public Answer authorize() {
        return browser().post(API + "/" + provider + "/authorize");
    }

    public Answer disconnect() {
        return browser().delete(API + "/" + provider);
    }

    /// Decides on the platform's page, and returns where it sends the browser: a path of the service's.
    ///
    /// @param decision `approve` or `deny`
    /// @param login the streamer's there
    public String decided(Object authorizeUrl, String decision, String login) {
        URI address = URI.create(String.valueOf(authorizeUrl));
        Map<String, String> form = new LinkedHashMap<>();
        Form.parse(address.getRawQuery()).forEach((name, values) -> form.put(name, values.getFirst()));
        form.put("decision", decision);
        form.put("login", login);
        URI back = URI.create(Objects.requireNonNull(
                platform.postForm(address.getPath(), form).expect(303).header("Location")));
        return back.getRawPath() + "?" + back.getRawQuery();
    }

    /// Comes back to the service.
    public Answer comesBack(String address) {
        return browser().page(address, null);
    }

    /// Connects it from the beginning.
    public PlatformBrowser connected(String login) {
        Object address = put(credentials()).expect(200).at("authorize_url");
        comesBack(decided(Objects.requireNonNull(address), "approve", login)).expect(303);
        return this;
    }

    /// Has something happen at the platform.
    public Answer control(String what, Map<String, ?> order) {
        return platform.postJson("/stand-ins/" + provider + "/control/" + what, order);
    }

    /// Has the platform answer the next calls of a path in another way.
    public void answers(String path, Map<String, ?> how) {
        Map<String, Object> order = new LinkedHashMap<>(how);
        order.put("path", path);
        control("answer", order).expect(200);
    }

    /// The calls that the platform was sent, oldest first: `POST /oauth2/token`.
    public List<String> calls() {
        Answer log = platform.get("/stand-ins/" + provider + "/control/log").expect(200);
        return ((List<?>) Objects.requireNonNull(log.at("calls")))
                .stream()
                        .map(Json::asObject)
                        .map(call -> call.get("method") + " " + call.get("path"))
                        .toList();
    }
}
