package streamerapi.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;
import streamerapi.localstack.DemoAccount;
import streamerapi.localstack.LocalStack;
import streamerapi.localstack.Options;
import streamerapi.shared.json.Json;
import streamerapi.shared.signatures.Signature;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/// One of the two stacks of a [Hang]: its platforms and processors, and what its two accounts do.
///
/// Platform `alpha` and the card processor take connections and never answer if this side hangs; `beta` and the wallet
/// processor answer at once on both sides.
final class HangSide implements AutoCloseable {

    private static final String DONE = "{\"sent\": true}";
    private static final Duration LONGEST = Duration.ofSeconds(40);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final int UNAVAILABLE = 503;

    private final HttpServer platforms;
    private final @Nullable ServerSocket hanging;
    private final LocalStack stack;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<String, Instant> said = new ConcurrentHashMap<>();
    private final Map<String, Session> sessions = new ConcurrentHashMap<>();
    private final AtomicLong number = new AtomicLong();

    /// The times from a viewer's line to the bot's answer at the platform, by account and platform.
    final Map<String, Latencies> answers = new TreeMap<>();

    /// Approvals of held payments, by account and processor.
    final Map<String, Latencies> approvals = new TreeMap<>();

    /// Requests of the other account.
    final Latencies requests = new Latencies();

    /// Answers beside 2xx, by status, and approvals by decision.
    final Map<String, AtomicLong> outcomes = new ConcurrentSkipListMap<>();

    private record Session(String cookie, String token) {}

    HangSide(boolean hangs) throws IOException, InterruptedException {
        platforms = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        platforms.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        platforms.createContext("/", this::take);
        platforms.start();
        hanging = hangs ? new ServerSocket(0, 4_000, InetAddress.getLoopbackAddress()) : null;
        String sound = "http://127.0.0.1:" + platforms.getAddress().getPort() + "/";
        String silent = hanging == null ? sound : "http://127.0.0.1:" + hanging.getLocalPort() + "/";
        stack = LocalStack.start(Options.of(Path.of("template.yaml"))
                .withConcurrency(10)
                .withParameters(Map.of("SpeechEngine", "none"))
                .withOverrides(Map.of(
                        "RATE_LIMIT_FACTOR", "100",
                        "ALPHA_CONNECTOR_URL", silent + "alpha",
                        "BETA_CONNECTOR_URL", sound + "beta",
                        "CARD_CONNECTOR_URL", silent + "card",
                        "WALLET_CONNECTOR_URL", sound + "wallet")));
        for (String name : List.of("touched", "other")) {
            for (String platform : List.of("alpha", "beta")) {
                answers.put(name + " " + platform, new Latencies());
                ingest(name, platform, "bot.connected", Map.of("channel", name, "login", "bot", "display_name", "Bot"));
            }
            for (String processor : List.of("card_processor", "wallet_processor")) {
                approvals.put(name + " " + processor, new Latencies());
            }
            api(name, "POST", "/commands", Map.of("name", "say", "response", "{args}", "cooldown_seconds", 0));
            signIn(name);
        }
    }

    private DemoAccount account(String name) {
        return name.equals("touched") ? stack.demo() : stack.second();
    }

    /// A viewer writes a line to which the bot answers.
    void chat(String name, String platform) throws IOException, InterruptedException {
        String id = Long.toString(number.incrementAndGet());
        said.put(id, Instant.now());
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("message_id", "m" + id);
        line.put("user_id", "u" + id);
        line.put("user_login", "viewer");
        line.put("user_name", "Viewer");
        line.put("text", "!say " + name + ":" + id);
        line.put("is_mod", false);
        line.put("is_subscriber", false);
        line.put("is_broadcaster", false);
        ingest(name, platform, "chat.message", line);
    }

    /// A processor holds a payment, and the streamer approves it.
    void approve(String name, String processor) throws IOException, InterruptedException {
        String id = "pay" + number.incrementAndGet();
        ingest(
                name,
                processor,
                "payment.held",
                Map.of("payment_id", id, "name", id, "amount", new BigDecimal("5"), "currency", "USD"));
        Map<String, ?> held =
                json(dashboard(name, "GET", "/held-tips?limit=100", Map.of()).body());
        for (Object tip : (List<?>) Objects.requireNonNull(held.get("tips"))) {
            Map<String, ?> fields = Json.asObject(tip);
            if (id.equals(fields.get("name"))) {
                Instant began = Instant.now();
                HttpResponse<String> decided =
                        dashboard(name, "POST", "/held-tips/" + fields.get("order_id") + "/approve", Map.of());
                Objects.requireNonNull(approvals.get(name + " " + processor)).arrived(began);
                count(processor + " " + json(decided.body()).get("decision"));
                return;
            }
        }
        count("held payments that the list did not have");
    }

    /// The other account's software reads its queue.
    void read() throws IOException, InterruptedException {
        Instant began = Instant.now();
        api("other", "GET", "/tts/queue", Map.of());
        requests.arrived(began);
    }

    private void ingest(String name, String source, String type, Map<String, ?> data)
            throws IOException, InterruptedException {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("id", "i" + number.incrementAndGet());
        message.put("type", type);
        message.put("tenant_id", account(name).tenantId());
        message.put("occurred_at", Instant.now());
        message.put("data", data);
        byte[] body = Json.write(message);
        String secret = Objects.requireNonNull(account(name).ingestSecrets().get(source));
        send(HttpRequest.newBuilder(URI.create(stack.authUrl() + "/ingest/" + source))
                .header("Service-Signature", Signature.header(List.of(secret), Instant.now(), body))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
    }

    private void api(String name, String method, String path, Map<String, ?> body)
            throws IOException, InterruptedException {
        send(HttpRequest.newBuilder(URI.create(stack.baseUrl() + path))
                .header("Authorization", "Bearer " + account(name).apiKey())
                .method(method, json(method, body)));
    }

    private void signIn(String name) throws IOException, InterruptedException {
        DemoAccount.Owner owner = account(name).owner();
        HttpResponse<String> in = send(HttpRequest.newBuilder(URI.create(stack.authUrl() + "/dashboard/api/sign-in"))
                .POST(json("POST", Map.of("email", owner.email(), "password", owner.password()))));
        String cookie = in.headers().allValues("set-cookie").stream()
                .map(set -> set.split(";", 2)[0])
                .reduce((one, two) -> one + "; " + two)
                .orElseThrow();
        sessions.put(name, new Session(cookie, (String)
                Objects.requireNonNull(json(in.body()).get("csrf_token"))));
    }

    private HttpResponse<String> dashboard(String name, String method, String path, Map<String, ?> body)
            throws IOException, InterruptedException {
        Session session = Objects.requireNonNull(sessions.get(name));
        return send(HttpRequest.newBuilder(URI.create(stack.authUrl() + "/dashboard/api" + path))
                .header("Cookie", session.cookie())
                .header("X-CSRF-Token", session.token())
                .method(method, json(method, body)));
    }

    /// Sends a request; one that finds all functions in use is sent again, as connectors and clients do.
    private HttpResponse<String> send(HttpRequest.Builder builder) throws IOException, InterruptedException {
        HttpRequest request = builder.header("Content-Type", "application/json")
                .timeout(LONGEST)
                .build();
        while (true) {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() >= 300) {
                count("status " + response.statusCode());
            }
            if (response.statusCode() != UNAVAILABLE) {
                return response;
            }
            Thread.sleep(PAUSE);
        }
    }

    private static HttpRequest.BodyPublisher json(String method, Map<String, ?> body) {
        return method.equals("GET")
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofByteArray(Json.write(body));
    }

    private static Map<String, ?> json(String body) {
        return Json.readObject(body.getBytes(StandardCharsets.UTF_8));
    }

    private void count(String outcome) {
        outcomes.computeIfAbsent(outcome, key -> new AtomicLong()).incrementAndGet();
    }

    private void take(HttpExchange exchange) throws IOException {
        Map<String, ?> call = Json.readObject(exchange.getRequestBody().readAllBytes());
        if ("chat.send".equals(call.get("action"))) {
            String platform = exchange.getRequestURI().getPath().substring(1);
            String[] words = String.valueOf(Json.asObject(call.get("data")).get("message"))
                    .split(":", 2);
            Instant began = words.length < 2 ? null : said.remove(words[1]);
            if (began != null) {
                Objects.requireNonNull(answers.get(words[0] + " " + platform)).arrived(began);
            }
        }
        byte[] answer = DONE.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    @Override
    public void close() throws IOException {
        stack.close();
        platforms.stop(0);
        if (hanging != null) {
            hanging.close();
        }
    }
}
