import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * The sign-in with a browser: authorization code with PKCE (S256) for a public client, and a redirect to this machine
 * (RFC 8252).
 */
final class Login {
    private static final long PATIENCE_MINUTES = 5;
    private static final String SCOPES = "tts:read tips:create events:trigger";

    private final Options options;
    private final String url;
    private final Logins logins;

    Login(Options options, String url) {
        this.options = options;
        this.logins = new Logins(options.terminal());
        this.url = url;
    }

    void signIn() throws IOException, InterruptedException {
        Map<String, Object> server = metadata();
        URI authorization = Api.ownAddress(url, server.get("authorization_endpoint"));
        String tokenEndpoint = Api.ownAddress(url, server.get("token_endpoint")).toString();
        String clientId = clientId();
        String verifier = random();
        String state = random();
        CompletableFuture<Map<String, String>> answer = new CompletableFuture<>();
        HttpServer loopback = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        loopback.createContext("/callback", exchange -> receive(exchange, state, answer));
        loopback.start();
        try {
            String redirect = "http://localhost:" + loopback.getAddress().getPort() + "/callback";
            open(authorization + "?" + encoded(Json.object(
                    "response_type", "code",
                    "client_id", clientId,
                    "redirect_uri", redirect,
                    "scope", scopes(),
                    "state", state,
                    "code_challenge", challenge(verifier),
                    "code_challenge_method", "S256")));
            String code = code(answer.get(PATIENCE_MINUTES, TimeUnit.MINUTES), server);
            Map<String, Object> tokens = Json.readObject(Api.send(Logins.tokenRequest(
                    tokenEndpoint,
                    Json.object(
                            "grant_type", "authorization_code",
                            "code", code,
                            "redirect_uri", redirect,
                            "client_id", clientId,
                            "code_verifier", verifier))));
            logins.keep(url, tokenEndpoint, clientId, tokens);
            logins.prefer(url);
            options.print(
                    Json.write(Json.object("url", url, "scope", tokens.get("scope"), "file", logins.file())),
                    "Signed in at " + url + " for " + Text.shown(tokens.get("scope")) + ". The token is in "
                            + logins.file());
        } catch (TimeoutException late) {
            throw Failure.notSignedIn("The browser did not come back within " + PATIENCE_MINUTES + " minutes");
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        } finally {
            loopback.stop(1);
        }
    }

    private Map<String, Object> metadata() throws InterruptedException {
        return Json.readObject(Api.send(HttpRequest.newBuilder(
                        Api.address(url + "/.well-known/oauth-authorization-server"))
                .build()));
    }

    private String clientId() {
        String given = options.getOr("--client-id", "STREAMER_CLIENT_ID");
        if (given == null) {
            given = before("client_id");
        }
        if (given == null) {
            throw Failure.usage("login needs --client-id oc_…: the public app that you made under My apps, with the"
                    + " redirect address http://localhost/callback");
        }
        return given;
    }

    /** Those that the login before had, unless others are asked for: a sign-in that has ended is made again as it was. */
    private String scopes() {
        String before = before("scope");
        return options.get("--scopes", before == null ? SCOPES : before);
    }

    /** A field of the login that is kept for the address, or null. */
    private String before(String field) {
        Map<String, Object> login = logins.login(url);
        return login == null ? null : (String) login.get(field);
    }

    /** Ends the authorization at the service, and forgets its tokens. */
    void signOut() throws IOException, InterruptedException {
        Map<String, Object> login = logins.login(url);
        if (login == null) {
            throw Failure.notSignedIn("There is no login at " + url);
        }
        String revocation =
                Api.ownAddress(url, metadata().get("revocation_endpoint")).toString();
        try {
            Api.send(Logins.tokenRequest(
                    revocation,
                    Json.object("token", login.get("refresh_token"), "client_id", login.get("client_id"))));
        } catch (Failure failure) {
            // A refusal means that the app is gone, and every login with it.
            if (failure.exitCode() != Failure.REFUSED || failure.passing()) {
                throw failure;
            }
        }
        logins.forget(url);
        options.print(Json.write(Json.object("url", url)), "Signed out at " + url);
    }

    /** A request without our state is of another page, and does not end the wait. */
    private static void receive(HttpExchange exchange, String state, CompletableFuture<Map<String, String>> answer)
            throws IOException {
        String query = exchange.getRequestURI().getRawQuery();
        Map<String, String> parameters = query == null ? Map.of() : decoded(query);
        boolean ours = state.equals(parameters.get("state"));
        byte[] page = (ours ? "You can close this window." : "This is not the sign-in that was begun.")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(ours ? 200 : 400, page.length);
        exchange.getResponseBody().write(page);
        exchange.close();
        if (ours) {
            answer.complete(parameters);
        }
    }

    /** The code, if it comes from the server that the browser was sent to (RFC 9207). */
    private static String code(Map<String, String> answer, Map<String, Object> server) {
        if (!String.valueOf(server.get("issuer")).equals(answer.get("iss"))) {
            throw Failure.notSignedIn("The browser came back from another server than it was sent to");
        }
        if (!answer.containsKey("code")) {
            String why = answer.get("error_description");
            String hint = "invalid_scope".equals(answer.get("error")) ? ". Choose others with --scopes" : "";
            throw Failure.notSignedIn(
                    Text.shown("Not signed in: " + answer.get("error") + (why == null ? "" : ": " + why)) + hint);
        }
        return answer.get("code");
    }

    /** Prints the address as well: a browser may not open, or open elsewhere. */
    private void open(String address) {
        options.terminal().err().println("Open this address to sign in:\n" + address);
        if (options.has("--no-browser")) {
            return;
        }
        String system = System.getProperty("os.name").toLowerCase(java.util.Locale.ROOT);
        List<String> command = system.contains("win")
                ? List.of("rundll32", "url.dll,FileProtocolHandler", address)
                : List.of(system.contains("mac") ? "open" : "xdg-open", address);
        try {
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException noBrowser) {
            options.terminal().err().println("No browser could be opened here.");
        }
    }

    private static String random() {
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String challenge(String verifier) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static String encoded(Map<String, Object> form) {
        return form.entrySet().stream()
                .map(field -> URLEncoder.encode(field.getKey(), StandardCharsets.UTF_8) + "="
                        + URLEncoder.encode(String.valueOf(field.getValue()), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private static Map<String, String> decoded(String query) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String pair : query.split("&")) {
            String[] halves = pair.split("=", 2);
            if (halves.length == 2) {
                values.put(halves[0], URLDecoder.decode(halves[1], StandardCharsets.UTF_8));
            }
        }
        return values;
    }
}
