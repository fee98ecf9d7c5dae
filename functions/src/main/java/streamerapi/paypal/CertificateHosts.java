package streamerapi.paypal;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// The hosts from which PayPal's certificates are fetched. A delivery names the address of its certificate, so no
/// connection is made to any other host.
public final class CertificateHosts {

    /// PayPal's own hosts, live and sandbox. Not verified against the live service.
    public static final String DEFAULT =
            "api.paypal.com,api-m.paypal.com,api.sandbox.paypal.com,api-m.sandbox.paypal.com";

    private static final int HTTPS = 443;

    private final Set<String> hosts;

    /// @param hosts comma-separated: names of hosts, which are asked by `https` on port 443, or on the local stack
    /// whole origins, `http://localhost:8080`; empty for [#DEFAULT]
    public CertificateHosts(String hosts) {
        this.hosts = Arrays.stream((hosts.isBlank() ? DEFAULT : hosts).split(",", -1))
                .map(host -> host.strip().toLowerCase(Locale.ROOT))
                .filter(host -> !host.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    /// The address of a certificate, made anew of its parts; null if it is not of these hosts.
    @Nullable
    URI allowed(String address) {
        URI uri;
        try {
            uri = new URI(address);
        } catch (URISyntaxException e) {
            return null;
        }
        String origin = origin(uri);
        String path = uri.getRawPath();
        return origin == null || path == null || uri.getRawFragment() != null
                ? null
                : URI.create(origin + path + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery()));
    }

    private @Nullable String origin(URI uri) {
        if (uri.getScheme() == null || uri.getHost() == null || uri.getRawUserInfo() != null) {
            return null;
        }
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        String host = uri.getHost().toLowerCase(Locale.ROOT);
        String whole = scheme + "://" + host + ":" + uri.getPort();
        if (scheme.equals("http") && hosts.contains(whole)) {
            return whole;
        }
        boolean isUsualPort = uri.getPort() == -1 || uri.getPort() == HTTPS;
        return scheme.equals("https") && isUsualPort && hosts.contains(host) ? "https://" + host : null;
    }
}
