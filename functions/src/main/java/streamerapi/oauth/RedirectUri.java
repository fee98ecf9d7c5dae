package streamerapi.oauth;

import streamerapi.shared.problems.Problem;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An address that streamers are sent back to with a code: what can be registered, and what matches it (spec "OAuth
/// 2.0"; RFC 9700, 2.1).
///
/// Matching compares texts, character by character. Of `http://localhost` alone the port is left out, because a program
/// on the streamer's own machine takes the one that is free (RFC 8252, 7.3).
final class RedirectUri {

    /// How long an address can be.
    static final int MAX_CHARS = 500;

    private static final int MAX_PORT = 65_535;
    private static final Pattern LOCALHOST = Pattern.compile("http://localhost(?::([0-9]{1,5}))?(?=[/?]|$)");
    private static final Pattern REVERSE_DOMAIN = Pattern.compile("[a-z][a-z0-9-]*(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+");
    private static final Pattern OURS =
            Pattern.compile("(^|&)(code|state|iss|error|error_description|error_uri)(=|&|$)");

    private RedirectUri() {}

    /// The addresses of an app, each once, held to the rules of registration.
    ///
    /// @throws Problem `bad_request` with the field `redirect_uris`
    static List<String> checked(List<String> sent) {
        return sent.stream().map(RedirectUri::checked).distinct().toList();
    }

    /// Holds an address to the rules of registration.
    ///
    /// @throws Problem `bad_request` with the field `redirect_uris`
    static String checked(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            throw refused(text, "is not a URI");
        }
        if (text.length() > MAX_CHARS || !text.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw refused(text, "must have at most " + MAX_CHARS + " characters of ASCII");
        }
        if (uri.getRawFragment() != null || text.indexOf('*') >= 0) {
            throw refused(text, "must have no fragment and no wildcard");
        }
        if (uri.getRawUserInfo() != null) {
            throw refused(text, "must have no user name");
        }
        if (holdsOurs(uri)) {
            throw refused(text, "must not hold a parameter that the answer will have");
        }
        if (uri.getPort() == 0 || uri.getPort() > MAX_PORT) {
            throw refused(text, "must have a port from 1 to " + MAX_PORT + ", or none");
        }
        if (!isHttps(text, uri) && !LOCALHOST.matcher(text).lookingAt() && !isOfAnApp(uri)) {
            throw refused(
                    text,
                    "must begin with https://, http://localhost, or the scheme of an app, such as com.example.app:/");
        }
        return text;
    }

    /// Whether the query holds one of the answer's parameters, however it is spelled.
    private static boolean holdsOurs(URI uri) {
        return uri.getQuery() != null && OURS.matcher(uri.getQuery()).find();
    }

    private static boolean isHttps(String text, URI uri) {
        return text.startsWith("https://") && uri.getHost() != null;
    }

    private static boolean isOfAnApp(URI uri) {
        String scheme = uri.getScheme();
        return scheme != null
                && !uri.isOpaque()
                && REVERSE_DOMAIN.matcher(scheme).matches();
    }

    private static Problem refused(String text, String why) {
        return Problem.badField("redirect_uris", (text.length() > 80 ? text.substring(0, 80) : text) + " " + why);
    }

    /// Whether a request may name this address. The sent address is compared as text, and parsed only if it equals a
    /// registered one except for the port.
    static boolean isAmong(List<String> registered, String sent) {
        return registered.contains(sent)
                || (hasPortOfLocalhost(sent)
                        && registered.stream()
                                .filter(uri -> LOCALHOST.matcher(uri).lookingAt())
                                .anyMatch(uri -> withoutPort(uri).equals(withoutPort(sent))));
    }

    /// The part of an address that tells a person whose it is: the origin, or the scheme of an app with its colon.
    static String origin(String redirectUri) {
        URI uri = URI.create(redirectUri);
        boolean web = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
        return web ? uri.getScheme() + "://" + uri.getRawAuthority() : uri.getScheme() + ":";
    }

    private static boolean hasPortOfLocalhost(String sent) {
        Matcher localhost = LOCALHOST.matcher(sent);
        if (!localhost.lookingAt()) {
            return false;
        }
        String port = localhost.group(1);
        return port == null || Integer.parseInt(port) <= MAX_PORT;
    }

    private static String withoutPort(String uri) {
        return LOCALHOST.matcher(uri).replaceFirst("http://localhost");
    }
}
