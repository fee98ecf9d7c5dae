package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import streamerapi.architecture.HttpFunctions;
import streamerapi.localstack.template.Template;
import streamerapi.service.Account;
import streamerapi.service.Service;
import streamerapi.service.TestApp;
import streamerapi.service.TestSocket;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.http.Route;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/// Sends requests, forms and frames at random, made from the tables of routes and the values of [Oddities]; as an
/// owner, an app, an overlay, or nobody; keeps those that were answered with a 5xx.
@NullMarked
final class Attacker {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final Set<String> LEFT_ALONE =
            Set.of("/dashboard/api/sign-out", "/dashboard/sign-out", "/dashboard/api/sign-in", "/dashboard/sign-in");
    private static final List<String> FIELDS = Oddities.fields();
    private static final List<String> TOOLS =
            List.of("get_tts_queue", "skip_tts", "create_test_tip", "get_leaderboard", "list_event_history");

    private final Service service;
    private final Account account;
    private final Account.SignedIn session;
    private final List<String> credentials;
    private final List<String> ids;
    private final List<Target> targets;
    private final Oddities odd;
    private final Random random;
    private final Queue<String> faults;
    private int accepted;

    /// A route, and whether it takes a form.
    private record Target(Route route, String place, boolean form) {}

    Attacker(Service service, long seed, Queue<String> faults) {
        this.service = service;
        this.random = new Random(seed);
        this.odd = new Oddities(random);
        this.faults = faults;
        this.account = service.newAccount();
        this.session = account.signIn();
        String overlay = String.valueOf(account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main"))
                .expect(201)
                .at("key"));
        TestApp app = TestApp.open(service.newAccount(), Scope.values());
        this.credentials =
                List.of(account.apiKey(), account.apiKey(), app.connect(account).access(), overlay, "sak_no");
        this.ids = ids(app);
        this.targets = HttpFunctions.of(Template.read(Service.root().resolve("template.yaml"))).values().stream()
                .flatMap(api -> api.routes().stream())
                .distinct()
                .map(Attacker::target)
                .filter(target -> !LEFT_ALONE.contains(target.route.template()))
                .toList();
    }

    private static Target target(Route route) {
        boolean beside = route.template().startsWith("/dashboard")
                || route.template().startsWith("/oauth")
                || route.template().startsWith("/.well-known")
                || route.template().startsWith("/mcp")
                || route.template().startsWith("/ingest");
        boolean form = route.manner().page() || route.template().startsWith("/oauth");
        return new Target(route, beside ? "" : "/v1", form);
    }

    private List<String> ids(TestApp app) {
        List<String> all = new ArrayList<>(List.of(
                account.tip("Ada"),
                account.media(),
                app.app().clientId(),
                "deaths",
                "nothing",
                "alpha",
                "0",
                "%00",
                "%F0%9F%98%80"));
        all.add(String.valueOf(account.api()
                .post("/webhook-endpoints", Map.of("url", "http://127.0.0.1:9/hook"))
                .expect(201)
                .at("endpoint.id")));
        all.add(account.rows("OVERLAY#").getFirst().key().sort().substring("OVERLAY#".length()));
        all.add(account.rows("KEY#").getFirst().key().sort().substring("KEY#".length()));
        account.api()
                .send("PUT", "/counters/deaths", Json.write(Map.of("value", 1)))
                .expect(201);
        return all;
    }

    /// How many requests were taken for good: not all may be refused at the door.
    int accepted() {
        return accepted;
    }

    void attack(int cases) {
        for (int i = 0; i < cases; i++) {
            if (random.nextInt(50) == 0) {
                frame();
            } else {
                request(targets.get(random.nextInt(targets.size())));
            }
        }
    }

    private void request(Target target) {
        String path = target.place + path(target.route.template()) + query();
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(service.stack().authUrl() + path))
                .timeout(Duration.ofSeconds(60));
        String body = target.route.method().equals("GET") ? null : target.form ? form() : text(target.route);
        request.method(
                target.route.method(),
                body == null
                        ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofByteArray(odd.bytes(body)));
        headers(target).forEach(request::setHeader);
        int status = send(request.build());
        if (status >= 500) {
            faults.add(target.route.method() + " " + path + " " + body + " -> " + status);
        } else if (status < 400) {
            accepted++;
        }
    }

    private Map<String, String> headers(Target target) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(
                "Content-Type",
                odd.seldom("text/plain", target.form ? "application/x-www-form-urlencoded" : "application/json"));
        headers.put("MCP-Protocol-Version", odd.seldom("2026-07-28", "2025-11-25"));
        headers.put("Authorization", "Bearer " + credentials.get(random.nextInt(credentials.size())));
        if (random.nextInt(10) > 0) {
            headers.put("Cookie", session.cookie());
            headers.put("X-CSRF-Token", odd.seldom("wrong", session.csrfToken()));
        }
        if (random.nextInt(10) == 0) {
            headers.put("Idempotency-Key", odd.key());
        }
        return headers;
    }

    private String path(String template) {
        String path = template;
        while (path.contains("{")) {
            String id = random.nextInt(4) == 0 ? odd.encoded() : ids.get(random.nextInt(ids.size()));
            path = path.replaceFirst("\\{[^}]+}", java.util.regex.Matcher.quoteReplacement(id.isEmpty() ? "x" : id));
        }
        return path;
    }

    private String query() {
        if (random.nextInt(3) > 0) {
            return "";
        }
        return "?" + FIELDS.get(random.nextInt(FIELDS.size())) + "=" + odd.encoded() + "&limit=" + odd.encoded();
    }

    private String text(Route route) {
        return route.template().equals("/mcp") ? message() : json();
    }

    /// A JSON-RPC message, mostly the call of a tool.
    private String message() {
        String tool = Json.writeText(TOOLS.get(random.nextInt(TOOLS.size())));
        return "{\"jsonrpc\":\"2.0\",\"id\":" + odd.seldom(odd.json(), "1") + ",\"method\":"
                + odd.seldom(odd.json(), "\"tools/call\"") + ",\"params\":{\"name\":" + odd.seldom(odd.json(), tool)
                + ",\"arguments\":" + json() + "}}";
    }

    private String json() {
        return switch (random.nextInt(12)) {
            case 0 -> "{}";
            case 1 -> odd.broken();
            default ->
                fields().stream()
                        .map(name -> Json.writeText(name) + ":" + odd.json())
                        .collect(Collectors.joining(",", "{", "}"));
        };
    }

    private String form() {
        List<String> pairs = new ArrayList<>();
        pairs.add("csrf_token=" + odd.seldom("A".repeat(300), session.csrfToken()));
        fields().forEach(name -> pairs.add(name + "=" + odd.encoded()));
        return String.join("&", pairs);
    }

    private List<String> fields() {
        return random.ints(random.nextInt(6), 0, FIELDS.size())
                .mapToObj(FIELDS::get)
                .distinct()
                .toList();
    }

    private void frame() {
        String frame = random.nextBoolean()
                ? odd.json()
                : "{\"data\":{\"apiKey\":" + odd.seldom(odd.json(), Json.writeText(account.apiKey())) + "},\"events\":"
                        + odd.json() + ",\"since\":" + odd.json() + "}";
        try (TestSocket socket = TestSocket.open(service).send(frame)) {
            Map<String, @Nullable Object> answer = socket.next();
            if (Json.writeText(answer).matches(".*\"code\":\"(internal_error|unavailable)\".*")) {
                faults.add("frame " + frame + " -> " + answer);
            }
        }
    }

    /// The status of an answer. A server may close a connection that it kept after an answer, at the very moment in
    /// which the next request goes out (RFC 9112, 9.5): that request is sent once more, on a new connection.
    private static int send(HttpRequest request) {
        try {
            return once(request);
        } catch (IOException closed) {
            try {
                return once(request);
            } catch (IOException e) {
                String uri =
                        new String(request.uri().toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
                throw new AssertionError("No answer to " + request.method() + " " + uri, e);
            }
        }
    }

    private static int once(HttpRequest request) throws IOException {
        try {
            return HTTP.send(request, HttpResponse.BodyHandlers.ofByteArray()).statusCode();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
