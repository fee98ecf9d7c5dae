package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.outbound.PublicAddress;
import streamerapi.shared.problems.Problem;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;

/// The address of a webhook endpoint (contract, POST /webhook-endpoints): `https`, no user, no fragment, and a public
/// host in plain spelling. A name that does not resolve yet is accepted: every connect checks again.
public final class EndpointUrl {

    private static final int MAX_CHARACTERS = 2_048;
    private static final int MAX_PORT = 65_535;
    private static final Pattern NUMERIC = Pattern.compile("(0[xX][0-9a-fA-F]*|[0-9]+)");
    /// A name of the DNS (RFC 1035, 2.3.4), with the underscores that some have.
    private static final Pattern HOST_NAME =
            Pattern.compile("(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\\.)+[a-z][a-z0-9-]{0,62}");
    private static final Pattern PRIVATE_NAME = Pattern.compile(
            "(.*\\.)?(localhost|local|localdomain6?|internal|intranet|lan|home|corp|svc|home\\.arpa|onion)");

    private EndpointUrl() {}

    /// The address, found good.
    ///
    /// @param field what it is called in a refusal
    /// @param allowPrivate whether http and private addresses will do: on the local stack
    /// @throws Problem `bad_request` with `field`
    public static String check(String field, String text, boolean allowPrivate) {
        URI uri = parse(field, text);
        boolean https = "https".equalsIgnoreCase(uri.getScheme());
        if (!https && !(allowPrivate && "http".equalsIgnoreCase(uri.getScheme()))) {
            throw refused(field, "it must begin with https://");
        }
        if (uri.getRawUserInfo() != null) {
            throw refused(field, "it must not carry a user or a password");
        }
        if (uri.getRawFragment() != null) {
            throw refused(field, "it must not have a fragment");
        }
        String host = uri.getHost();
        if (host == null) {
            throw refused(field, "it has no host, or one that is not spelled in ASCII");
        }
        if (host.indexOf('%') >= 0) {
            throw refused(field, "its address names a network interface of one computer");
        }
        if (uri.getPort() == 0 || uri.getPort() > MAX_PORT) {
            throw refused(field, "its port must be from 1 to " + MAX_PORT);
        }
        if (!allowPrivate) {
            checkHost(field, host.toLowerCase(Locale.ROOT));
        }
        return text;
    }

    private static URI parse(String field, String text) {
        if (text.length() > MAX_CHARACTERS) {
            throw refused(field, "it must have at most " + MAX_CHARACTERS + " characters");
        }
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw refused(field, "it is not a URL");
        }
    }

    private static void checkHost(String field, String host) {
        @Nullable Boolean isPublic = PublicAddress.literal(host);
        if (isPublic != null) {
            if (!isPublic) {
                throw refused(field, "its address is private, internal or special");
            }
            return;
        }
        String lastLabel = host.substring(host.lastIndexOf('.') + 1);
        if (NUMERIC.matcher(lastLabel).matches()) {
            throw refused(field, "its address is not in the usual spelling");
        }
        if (PRIVATE_NAME.matcher(host).matches() || !HOST_NAME.matcher(host).matches()) {
            throw refused(field, "its host is not a public name");
        }
    }

    private static Problem refused(String field, String why) {
        return Problem.badField(field, field + " is not acceptable: " + why);
    }
}
