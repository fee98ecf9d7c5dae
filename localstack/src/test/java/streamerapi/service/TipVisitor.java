package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import streamerapi.shared.digests.Sha256;
import streamerapi.shared.schema.Form;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// A viewer at the tip pages, in one browser, who has an account at the platforms that the local stack plays.
@NullMarked
final class TipVisitor {

    private final WebClient web;
    private final WebClient platform;

    TipVisitor(Service service) {
        this.web = new WebClient(service.stack().authUrl());
        this.platform = new WebClient(service.stack().authUrl());
    }

    /// The browser.
    WebClient web() {
        return web;
    }

    Answer open(String slug) {
        return web.get("/tip/" + slug);
    }

    Answer send(String slug, Map<String, String> form) {
        return web.postForm("/tip/" + slug, form);
    }

    Answer spend(String slug, Map<String, String> form) {
        return web.postForm("/tip/" + slug + "/credit", form);
    }

    Answer begin(String slug, String provider) {
        return web.get("/tip/" + slug + "/sign-in/" + provider);
    }

    /// Begins a sign-in and decides on the platform's page.
    ///
    /// @param decision `approve` or `deny`
    /// @param login the viewer's there
    /// @return where the platform sends the browser: a path of the service's
    String decided(String slug, String provider, String decision, String login) {
        URI address = URI.create(
                Objects.requireNonNull(begin(slug, provider).expect(303).header("Location")));
        Map<String, String> form = new LinkedHashMap<>();
        Form.parse(address.getRawQuery()).forEach((name, values) -> form.put(name, values.getFirst()));
        form.put("decision", decision);
        form.put("login", login);
        URI back = URI.create(Objects.requireNonNull(
                platform.postForm(address.getPath(), form).expect(303).header("Location")));
        return back.getRawPath() + "?" + back.getRawQuery();
    }

    /// Signs in from the beginning.
    TipVisitor signedIn(String slug, String provider, String login) {
        comesBack(decided(slug, provider, "approve", login)).expect(303);
        return this;
    }

    /// Comes back from the platform.
    Answer comesBack(String address) {
        return web.get(address);
    }

    /// The name of that cookie.
    static String cookieName(Account account) {
        return "viewer_" + Sha256.hex(account.tenantId()).substring(0, 16);
    }

    /// The cookie that names the viewer on an account's page; null if there is none.
    @Nullable
    String cookie(Account account) {
        return web.cookie(cookieName(account));
    }
}
