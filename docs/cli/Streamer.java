import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The command line of the Streamer API, in one file without dependencies: `java docs/cli/Streamer.java help`. */
final class Streamer {
    private static final int OK = 0;
    private static final int REFUSED = 1;
    private static final int WRONG_USAGE = 2;
    private static final int NOT_REACHED = 3;

    private static final String HELP = """
            usage: java docs/cli/Streamer.java <command> [options]

              listen --forward-to <url>     forward each event to a webhook handler of yours, signed
              tail                          print each event as it comes
              trigger <event type>          send a test event; --set name=value changes a field of its data
              tips send                     send a tip: --name, --amount, --message; --test for one that counts nowhere
              queue                         print the tips that wait

            options
              --url <address>     where the service is; default $STREAMER_URL, else that of the local stack
              --ws <address>      where its socket is; default $STREAMER_WS, else that of the local stack
              --key <key>         an API key or access token; default $STREAMER_KEY, else that of the local stack
              --events <types>    of listen and tail: event types, separated by commas
              --count <number>    of listen and tail: end after so many events
              --print-secret      of listen: print the secret that events are signed with, and end
              --secret <secret>   of listen: sign with this secret; default $STREAMER_WEBHOOK_SECRET, else a new one
              --json              print JSON, one object a line

            exit codes: 0 done, 1 refused by the service, 2 wrong usage, 3 not reachable
            """;

    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private static final boolean COLOR = System.console() != null
            && System.console().isTerminal()
            && System.getenv("NO_COLOR") == null;

    private final Map<String, String> options = new LinkedHashMap<>();
    private final List<String> words = new ArrayList<>();
    private final Map<String, Object> set = new LinkedHashMap<>();

    /** Ends the program with a message and an exit code. */
    private static final class Failure extends RuntimeException {
        private final int code;

        Failure(int code, String message) {
            super(message);
            this.code = code;
        }
    }

    public static void main(String[] arguments) throws Exception {
        int code;
        try {
            new Streamer(arguments).run();
            code = OK;
        } catch (Failure failure) {
            System.err.println(failure.getMessage());
            code = failure.code;
        } catch (ConnectException | CompletionException failure) {
            System.err.println("The service cannot be reached. Is it running? See --url.");
            code = NOT_REACHED;
        }
        System.exit(code);
    }

    private Streamer(String[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            String word = arguments[i];
            switch (word) {
                case "--json", "--print-secret", "--test", "--help" -> options.put(word, "");
                case "--url", "--ws", "--key", "--events", "--count", "--secret", "--forward-to", "--name", "--amount", "--message" ->
                    options.put(word, value(arguments, ++i));
                case "--set" -> set(value(arguments, ++i));
                default -> {
                    if (word.startsWith("-")) {
                        throw new Failure(WRONG_USAGE, "There is no option " + word + "\n\n" + HELP);
                    }
                    words.add(word);
                }
            }
        }
    }

    private static String value(String[] arguments, int at) {
        if (at >= arguments.length) {
            throw new Failure(WRONG_USAGE, arguments[at - 1] + " needs a value");
        }
        return arguments[at];
    }

    /** A value is JSON if it reads like a number, a truth value or null; anything else is a text. */
    private void set(String pair) {
        int sign = pair.indexOf('=');
        if (sign < 1) {
            throw new Failure(WRONG_USAGE, "--set needs name=value");
        }
        String value = pair.substring(sign + 1);
        set.put(pair.substring(0, sign), value.matches("-?[0-9]+([.][0-9]+)?|true|false|null") ? Json.raw(value) : value);
    }

    private void run() throws Exception {
        String command = String.join(" ", words);
        if (options.containsKey("--help") || command.isEmpty() || command.equals("help")) {
            System.out.print(HELP);
        } else if (command.equals("listen")) {
            listen();
        } else if (command.equals("tail")) {
            follow((text, event) -> print(text, event, event.get("created") + "  " + event.get("type") + "  " + event.get("id")));
        } else if (words.getFirst().equals("trigger") && words.size() == 2) {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("type", words.get(1));
            if (!set.isEmpty()) {
                body.put("data", set);
            }
            answer(call("POST", "/v1/events/trigger", body), "event_id");
        } else if (command.equals("tips send")) {
            tip();
        } else if (command.equals("queue")) {
            queue();
        } else {
            throw new Failure(WRONG_USAGE, "There is no command " + command + "\n\n" + HELP);
        }
    }

    private void tip() throws Exception {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("name", options.getOrDefault("--name", "Test"));
        if (options.containsKey("--amount")) {
            body.put("amount", Json.raw(options.get("--amount")));
        }
        if (options.containsKey("--message")) {
            body.put("message", options.get("--message"));
        }
        String text = call("POST", options.containsKey("--test") ? "/v1/tips/test" : "/v1/tips", body);
        Map<?, ?> answer = (Map<?, ?>) Json.read(text);
        Object id = answer.get("tip") instanceof Map<?, ?> tip ? tip.get("order_id") : answer.get("order_id");
        print(text, answer, (answer.containsKey("held") ? "held for review: " : "") + id);
    }

    private void queue() throws Exception {
        String text = call("GET", "/v1/tts/queue", null);
        Map<?, ?> answer = (Map<?, ?>) Json.read(text);
        StringBuilder list = new StringBuilder();
        for (Object item : (List<?>) answer.get("items")) {
            Map<?, ?> tip = (Map<?, ?>) item;
            list.append(tip.get("order_id")).append("  ").append(shown(tip.get("name"))).append("  ");
            list.append(tip.get("amount")).append(' ').append(tip.get("currency")).append("  ");
            list.append(shown(tip.get("message"))).append('\n');
        }
        print(text, answer, list.isEmpty() ? "No tips wait." : list.toString().stripTrailing());
    }

    private void answer(String text, String field) {
        Map<?, ?> answer = (Map<?, ?>) Json.read(text);
        print(text, answer, String.valueOf(answer.get(field)));
    }

    private void print(String json, Map<?, ?> read, String line) {
        System.out.println(options.containsKey("--json") ? json : line);
    }

    /** Texts of viewers are untrusted: control characters could change what a terminal shows. */
    private static String shown(Object text) {
        return text == null ? "" : text.toString().replaceAll("[\\p{Cntrl}\u200e\u200f\u202a-\u202e\u2066-\u2069]", " ");
    }

    // Webhooks on this machine ----------------------------------------------------------------------------------------

    private void listen() throws Exception {
        String secret = options.getOrDefault("--secret", System.getenv("STREAMER_WEBHOOK_SECRET"));
        if (secret == null) {
            byte[] random = new byte[32];
            new SecureRandom().nextBytes(random);
            secret = "whsec_" + Base64.getEncoder().encodeToString(random);
        }
        if (options.containsKey("--print-secret")) {
            System.out.println(secret);
            return;
        }
        String target = options.get("--forward-to");
        if (target == null) {
            throw new Failure(WRONG_USAGE, "listen needs --forward-to <url>");
        }
        if (!options.containsKey("--json")) {
            System.out.println("Events are signed with " + secret);
        }
        String signedWith = secret;
        follow((text, event) -> forward(URI.create(target), signedWith, text, event));
    }

    private void forward(URI target, String secret, String body, Map<?, ?> event) throws Exception {
        long time = Instant.now().getEpochSecond();
        String id = String.valueOf(event.get("id"));
        byte[] standardKey = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        String standard = Base64.getEncoder().encodeToString(hmac(standardKey, id + "." + time + "." + body));
        String own = HexFormat.of().formatHex(hmac(secret.getBytes(StandardCharsets.UTF_8), time + "." + body));
        HttpRequest request = HttpRequest.newBuilder(target)
                .timeout(Duration.ofSeconds(10))
                .header("Content-Type", "application/json")
                .header("User-Agent", "streamer-cli/1.0")
                .header("Service-Signature", "t=" + time + ",v1=" + own)
                .header("Service-Event", String.valueOf(event.get("type")))
                .header("Service-Event-Id", id)
                .header("Service-Delivery", "wd_" + UUID.randomUUID().toString().replace("-", ""))
                .header("Service-Attempt", "1")
                .header("webhook-id", id)
                .header("webhook-timestamp", Long.toString(time))
                .header("webhook-signature", "v1," + standard)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        long began = System.nanoTime();
        String status;
        boolean good = false;
        try {
            int code = HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            status = Integer.toString(code);
            good = code >= 200 && code < 300;
        } catch (IOException failure) {
            status = failure instanceof ConnectException ? "no connection" : "no answer";
        }
        long millis = Duration.ofNanos(System.nanoTime() - began).toMillis();
        if (options.containsKey("--json")) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("event_id", id);
            line.put("type", event.get("type"));
            line.put("status", status);
            line.put("duration_ms", Json.raw(Long.toString(millis)));
            System.out.println(Json.write(line));
        } else {
            String colored = COLOR ? (good ? "\u001b[32m" : "\u001b[31m") + status + "\u001b[0m" : status;
            System.out.println(colored + "  " + millis + " ms  " + event.get("type") + "  " + id);
        }
    }

    private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    }

    // The realtime stream ---------------------------------------------------------------------------------------------

    private interface EventHandler {
        void handle(String text, Map<?, ?> event) throws Exception;
    }

    /** Hands on each event once, in order, and connects again with the id of the last one after a break. */
    private void follow(EventHandler handler) throws Exception {
        LinkedHashSet<String> seen = new LinkedHashSet<>();
        long left = Long.parseLong(options.getOrDefault("--count", Long.toString(Long.MAX_VALUE)));
        String last = null;
        long pause = 500;
        while (true) {
            BlockingQueue<String> frames = new LinkedBlockingQueue<>();
            WebSocket socket;
            try {
                socket = HTTP.newWebSocketBuilder()
                        .connectTimeout(Duration.ofSeconds(10))
                        .buildAsync(URI.create(setting("--ws", "STREAMER_WS", "ws_url")), new Frames(frames))
                        .join();
            } catch (CompletionException failure) {
                if (last == null) {
                    throw failure;
                }
                Thread.sleep(pause);
                pause = Math.min(30_000, pause * 2);
                continue;
            }
            Map<String, Object> first = new LinkedHashMap<>();
            first.put("data", Map.of("apiKey", setting("--key", "STREAMER_KEY", "api_key")));
            if (options.containsKey("--events")) {
                first.put("events", List.of(options.get("--events").split(",")));
            }
            if (last != null) {
                first.put("since", last);
            }
            socket.sendText(Json.write(first), true).join();
            boolean open = true;
            while (open) {
                String text = frames.poll(60, TimeUnit.SECONDS);
                if (text == null) {
                    socket.sendText("{\"type\":\"ping\"}", true);
                    continue;
                }
                Map<?, ?> frame = text.isEmpty() ? Map.of("type", "closed") : (Map<?, ?>) Json.read(text);
                if (frame.get("id") instanceof String id) {
                    last = id;
                    if (seen.add(id)) {
                        handler.handle(text, frame);
                        if (--left <= 0) {
                            socket.abort();
                            return;
                        }
                    }
                    if (seen.size() > 10_000) {
                        seen.removeFirst();
                    }
                } else {
                    switch (String.valueOf(frame.get("type"))) {
                        case "ready" -> {
                            pause = 500;
                            Map<?, ?> data = (Map<?, ?>) frame.get("data");
                            last = last == null ? (String) data.get("last_event_id") : last;
                            System.err.println("Connected. Ctrl-C ends it.");
                        }
                        case "error" -> throw new Failure(REFUSED, text);
                        case "reconnect", "closed" -> open = false;
                        default -> {}
                    }
                }
            }
            socket.abort();
        }
    }

    /** Puts whole frames into a queue, and an empty one when the socket is closed. */
    private record Frames(BlockingQueue<String> queue, StringBuilder part) implements WebSocket.Listener {
        Frames(BlockingQueue<String> queue) {
            this(queue, new StringBuilder());
        }

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean whole) {
            part.append(text);
            if (whole) {
                queue.add(part.toString());
                part.setLength(0);
            }
            socket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
            queue.add("");
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable failure) {
            queue.add("");
        }
    }

    // REST ------------------------------------------------------------------------------------------------------------

    private String call(String method, String path, Map<String, Object> body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(setting("--url", "STREAMER_URL", "auth_url") + path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + setting("--key", "STREAMER_KEY", "api_key"));
        if (body == null) {
            request.method(method, HttpRequest.BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json")
                    .header("Idempotency-Key", UUID.randomUUID().toString())
                    .method(method, HttpRequest.BodyPublishers.ofString(Json.write(body)));
        }
        HttpResponse<String> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 400) {
            throw new Failure(REFUSED, response.body());
        }
        return response.body();
    }

    /** An option, else a variable, else what the local stack has written. */
    private String setting(String option, String variable, String local) throws IOException {
        String given = options.getOrDefault(option, System.getenv(variable));
        if (given != null) {
            return given;
        }
        Path info = Path.of(System.getenv().getOrDefault("LOCAL_INFO", "localstack/target/local.json"));
        if (!Files.exists(info)) {
            throw new Failure(WRONG_USAGE, "Set " + option + " or " + variable + ": no local stack is running here");
        }
        return String.valueOf(((Map<?, ?>) Json.read(Files.readString(info))).get(local));
    }

    /** As much of JSON as is needed. Numbers stay as they are written. */
    private static final class Json {
        private static final Pattern TOKEN = Pattern.compile(
                "\\s*(?:([{}\\[\\],:])|\"((?:[^\"\\\\]|\\\\.)*+)\"|(-?[0-9][0-9.eE+-]*|true|false|null))", Pattern.DOTALL);

        private final Matcher tokens;
        private String sign;

        private record Raw(String text) {
            @Override
            public String toString() {
                return text;
            }
        }

        private Json(String text) {
            tokens = TOKEN.matcher(text);
        }

        static Object raw(String text) {
            return new Raw(text);
        }

        static Object read(String text) {
            Json json = new Json(text);
            json.next();
            return json.value();
        }

        private void next() {
            if (!tokens.find()) {
                throw new Failure(REFUSED, "The service answered what is not JSON");
            }
            sign = tokens.group(1);
        }

        private Object value() {
            if ("{".equals(sign)) {
                Map<String, Object> object = new LinkedHashMap<>();
                for (next(); !"}".equals(sign); next()) {
                    if (!",".equals(sign)) {
                        String name = unescaped(tokens.group(2));
                        next();
                        next();
                        object.put(name, value());
                    }
                }
                return object;
            }
            if ("[".equals(sign)) {
                List<Object> list = new ArrayList<>();
                for (next(); !"]".equals(sign); next()) {
                    if (!",".equals(sign)) {
                        list.add(value());
                    }
                }
                return list;
            }
            if (tokens.group(2) != null) {
                return unescaped(tokens.group(2));
            }
            return tokens.group(3).equals("null") ? null : new Raw(tokens.group(3));
        }

        private static String unescaped(String text) {
            return Pattern.compile("\\\\(u[0-9a-fA-F]{4}|.)").matcher(text).replaceAll(found -> {
                String escape = found.group(1);
                return Matcher.quoteReplacement(switch (escape.charAt(0)) {
                    case 'n' -> "\n";
                    case 't' -> "\t";
                    case 'r' -> "\r";
                    case 'b' -> "\b";
                    case 'f' -> "\f";
                    case 'u' -> String.valueOf((char) Integer.parseInt(escape.substring(1), 16));
                    default -> escape;
                });
            });
        }

        static String write(Object value) {
            if (value instanceof Map<?, ?> map) {
                List<String> fields = new ArrayList<>();
                map.forEach((name, field) -> fields.add(write(name) + ":" + write(field)));
                return "{" + String.join(",", fields) + "}";
            }
            if (value instanceof List<?> list) {
                return "[" + String.join(",", list.stream().map(Json::write).toList()) + "]";
            }
            if (value == null || value instanceof Raw) {
                return String.valueOf(value);
            }
            StringBuilder text = new StringBuilder("\"");
            for (char c : value.toString().toCharArray()) {
                text.append(c == '"' || c == '\\' ? "\\" + c : c < ' ' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
            }
            return text.append('"').toString();
        }
    }
}
