import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/**
 * The service's REST API, at the address and with the credential that were asked for: options come first, then variables,
 * then the login, then the local stack. A credential is sent to the address that it belongs to, and to no other.
 */
final class Api {
    static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Options options;
    private final Logins logins;

    Api(Options options) {
        this.options = options;
        this.logins = new Logins(options.terminal());
    }

    /** Where the service is, without the `/v1` of a deployment's `BaseUrl` or a slash at its end. */
    String url() {
        String url = options.getOr("--url", "STREAMER_URL");
        if (url == null) {
            url = logins.url();
        }
        if (url == null) {
            url = local("auth_url");
        }
        if (url == null) {
            throw Failure.usage("Set --url or STREAMER_URL: no local stack has run here");
        }
        return url.replaceFirst("(/v1)?/*$", "");
    }

    private String key() {
        return options.getOr("--key", "STREAMER_KEY");
    }

    private String credential() throws IOException, InterruptedException {
        String key = key();
        if (key != null) {
            return key;
        }
        String url = url();
        String token = logins.accessToken(url);
        if (token != null) {
            return token;
        }
        if (url.equals(local("auth_url"))) {
            return local("api_key");
        }
        throw Failure.notSignedIn("Set --key or STREAMER_KEY, or sign in: login --url " + url + " --client-id oc_…");
    }

    /** A field of what the local stack has written about itself, or null. */
    private String local(String field) {
        String named = options.terminal().variable("LOCAL_INFO");
        Path info = Path.of(named == null ? "localstack/target/local.json" : named);
        try {
            return Files.exists(info) ? (String) Json.readObject(Files.readString(info)).get(field) : null;
        } catch (IOException failure) {
            throw Failure.usage(info + " cannot be read: " + failure.getMessage());
        }
    }

    Map<String, Object> get(String path) throws IOException, InterruptedException {
        return Json.readObject(text("GET", path, null));
    }

    Map<String, Object> post(String path, Map<String, Object> body) throws IOException, InterruptedException {
        return Json.readObject(text("POST", path, body));
    }

    /** The body of an answer, as it came. A login whose token is refused is renewed, or has ended. */
    String text(String method, String path, Map<String, Object> body) throws IOException, InterruptedException {
        String credential = credential();
        try {
            return send(request(method, path, body, credential));
        } catch (Failure refused) {
            String token = refused.isOfToken() && key() == null ? logins.accessToken(url(), credential) : null;
            if (token == null) {
                throw refused;
            }
            return send(request(method, path, body, token));
        }
    }

    private HttpRequest request(String method, String path, Map<String, Object> body, String credential) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address(url() + path))
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + credential);
        if (!method.equals("GET")) {
            request.header("Idempotency-Key", UUID.randomUUID().toString());
        }
        if (body == null) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json")
                    .method(method, HttpRequest.BodyPublishers.ofString(Json.write(body)));
        }
        return request.build();
    }

    /** The body of a good answer. Anything else is a failure. */
    static String send(HttpRequest request) throws InterruptedException {
        HttpResponse<String> response;
        try {
            response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException failure) {
            throw Failure.notReached(request.uri().resolve("/").toString());
        }
        if (response.statusCode() >= 300) {
            throw Failure.refused(response.statusCode(), response.body());
        }
        return response.body();
    }

    static URI address(String text) {
        try {
            URI address = URI.create(text);
            if (address.getHost() != null && address.getScheme().matches("https?")) {
                return address;
            }
        } catch (IllegalArgumentException notOne) {
            // It is told below, as any other text that is no address.
        }
        throw Failure.usage(Text.shown(text) + " is not an http address");
    }

    /**
     * An address that a server names for itself: of its own origin, and encrypted unless it is on this machine. A server
     * could name a file or a program otherwise, and the browser of the system would open it.
     */
    static URI ownAddress(String url, Object named) {
        URI own = address(url);
        URI address = address(String.valueOf(named));
        boolean loopback = List.of("localhost", "127.0.0.1", "[::1]").contains(address.getHost());
        if (!origin(address).equals(origin(own)) || !(address.getScheme().equals("https") || loopback)) {
            throw Failure.notSignedIn(Text.shown(named) + " is not an address of " + url
                    + " that can be signed in at: it must begin with https://, or be on this machine");
        }
        return address;
    }

    private static String origin(URI address) {
        String scheme = address.getScheme().toLowerCase(Locale.ROOT);
        int port = address.getPort() >= 0 ? address.getPort() : scheme.equals("https") ? 443 : 80;
        return scheme + "://" + address.getHost().toLowerCase(Locale.ROOT) + ":" + port;
    }
}
