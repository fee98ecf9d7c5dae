package streamerapi.pages;

import org.jspecify.annotations.Nullable;
import streamerapi.accounts.KnownBrowser;
import streamerapi.shared.auth.SessionCookie;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// The way of a visitor without a session: to the sign-in page, and from there back to the page. The sign-in page says
/// that the session has ended, if a user was signed in in this browser.
public final class SignedOut {

    /// The parameter that carries the page's address: of the sign-in page's query, and of its form.
    public static final String RETURN_TO = "return_to";

    /// The longest address that is returned to.
    public static final int MAX_ADDRESS = 1000;

    private static final Pattern OWN =
            Pattern.compile(Site.PLACE + "(/[A-Za-z0-9_:.~%+@-]+)+(\\?[A-Za-z0-9_:.~%+@&=*\\[\\]/-]*)?");
    private static final Pattern DOTS = Pattern.compile("(?i)/(\\.|%2e){1,2}(/|\\?|$)");

    private final Set<String> pages = ConcurrentHashMap.newKeySet();

    SignedOut() {}

    /// Notes a page that can be returned to.
    ///
    /// @param template its path below [Site#PLACE]
    void canReturnTo(String template) {
        pages.add(template);
    }

    /// The redirect to the sign-in page.
    Response redirect(Request request) {
        boolean reads = request.method().equals("GET");
        String query = request.rawQuery().isEmpty() ? "" : "?" + request.rawQuery();
        String address = checked(reads ? request.path() + query : pageOf(request.path()));
        List<String> said = new ArrayList<>();
        if (wasSignedIn(request)) {
            said.add("done=" + (reads ? Flash.SIGNED_OUT : Flash.SIGNED_OUT_UNSAVED).label());
        }
        if (address != null) {
            said.add(RETURN_TO + "=" + URLEncoder.encode(address, StandardCharsets.UTF_8));
        }
        return Page.redirect(Site.SIGN_IN + (said.isEmpty() ? "" : "?" + String.join("&", said)));
    }

    private static boolean wasSignedIn(Request request) {
        return request.cookie(SessionCookie.NAME) != null || request.cookie(KnownBrowser.COOKIE) != null;
    }

    /// The page that a form stands on: the one at the form's own address, or the nearest above it.
    @Nullable
    String pageOf(String action) {
        for (String path = action;
                path.length() > Site.PLACE.length();
                path = path.substring(0, path.lastIndexOf('/'))) {
            String below = path.substring(Site.PLACE.length());
            if (pages.stream().anyMatch(template -> leadsTo(template, below))) {
                return path;
            }
        }
        return null;
    }

    private static boolean leadsTo(String template, String path) {
        String[] wanted = template.split("/", -1);
        String[] found = path.split("/", -1);
        if (wanted.length != found.length) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if (!wanted[i].startsWith("{") && !wanted[i].equals(found[i])) {
                return false;
            }
        }
        return true;
    }

    /// An address if it is one of a page of the dashboard, or else null: a link to the sign-in page must not lead to
    /// another site (CWE-601).
    public static @Nullable String checked(@Nullable String address) {
        return address != null
                        && address.length() <= MAX_ADDRESS
                        && OWN.matcher(address).matches()
                        && !DOTS.matcher(address).find()
                        && !address.startsWith(Site.SIGN_IN)
                ? address
                : null;
    }
}
