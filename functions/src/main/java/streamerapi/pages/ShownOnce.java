package streamerapi.pages;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.templates.dashboard.JtesecretGenerated;
import streamerapi.shared.auth.Session;
import streamerapi.shared.digests.Hmac;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.json.Json;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A secret on its way from the form that made it to the page that shows it once.
///
/// Between them is a redirect, so that loading the page again does not make another secret. The browser carries it, in
/// a cookie that scripts do not see, that is sent to that page alone, and that the page takes away; the service keeps
/// nothing. A code under the session's own token keeps others from putting words into the page.
final class ShownOnce {

    static final String ADDRESS = Site.PLACE + "/shown";

    private static final String COOKIE = "shown";
    private static final String ATTRIBUTES = "; Path=" + ADDRESS + "; HttpOnly; Secure; SameSite=Strict";
    private static final int LIFE_SECONDS = 300;

    private ShownOnce() {}

    /// The way to the page.
    static Response redirect(Session session, String section, Site.ShownSecret shown) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("section", section);
        json.put("title", shown.title());
        json.put("secret", shown.secret());
        json.put("use", shown.use());
        json.put("back", shown.back());
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(Json.write(json));
        String cookie = COOKIE + "=" + text + "." + code(session, text) + "; Max-Age=" + LIFE_SECONDS + ATTRIBUTES;
        return Page.redirect(ADDRESS).settingCookies(List.of(cookie));
    }

    /// The page that shows it, and takes it away from the browser.
    static Response page(Request request, Site site) {
        Fields brought = brought(request);
        Frame frame = site.frame(request, brought == null ? "" : brought.text("section"), null);
        Site.ShownSecret shown = brought == null
                ? new Site.ShownSecret("Shown before", "", "", Site.PLACE)
                : new Site.ShownSecret(
                        brought.text("title"), brought.text("secret"), brought.text("use"), brought.text("back"));
        return Page.of(brought == null ? 404 : 200, output -> JtesecretGenerated.render(output, null, frame, shown))
                .with("Set-Cookie", COOKIE + "=; Max-Age=0" + ATTRIBUTES);
    }

    /// Reads the fields that the browser brought, by their names; null if it brought none, or none of ours.
    private static @Nullable Fields brought(Request request) {
        String cookie = request.cookie(COOKIE);
        int dot = cookie == null ? -1 : cookie.indexOf('.');
        if (cookie == null || dot < 0) {
            return null;
        }
        String text = cookie.substring(0, dot);
        boolean ours = Hmac.isSame(code(request.session(), text), cookie.substring(dot + 1));
        return ours ? new Fields(Json.readObject(Base64.getUrlDecoder().decode(text))) : null;
    }

    private static String code(Session session, String text) {
        return Hmac.base64Url(session.csrfToken(), text);
    }
}
