import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A webhook endpoint's stand-in: sends events to an address on this machine, signed as the service signs. */
final class Forwarder {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Options options;
    private final URI target;
    private final String secret;

    Forwarder(Options options) {
        String to = options.get("--forward-to");
        if (to == null) {
            throw Failure.usage("listen needs --forward-to <url>");
        }
        this.options = options;
        this.target = Api.address(to);
        this.secret = secret(options);
    }

    /** The secret to sign with: an option, a variable, or a new one. */
    static String secret(Options options) {
        String given = options.getOr("--secret", "STREAMER_WEBHOOK_SECRET");
        if (given == null) {
            byte[] random = new byte[32];
            new SecureRandom().nextBytes(random);
            return "whsec_" + Base64.getEncoder().encodeToString(random);
        }
        if (!given.matches("whsec_[A-Za-z0-9+/]+={0,2}")) {
            throw Failure.usage("A secret is whsec_ and base64; --print-secret makes one");
        }
        return given;
    }

    /** Tells the secret, which the receiver needs before the first event. */
    void introduce() {
        if (!options.has("--json")) {
            options.terminal().out().println("Events are signed with " + secret);
        }
    }

    void forward(String body, Map<String, Object> event) throws GeneralSecurityException, InterruptedException {
        long began = System.nanoTime();
        String status;
        boolean good = false;
        try {
            int code = Api.HTTP
                    .send(request(body, event), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
            status = Integer.toString(code);
            good = code >= 200 && code < 300;
        } catch (IOException failure) {
            status = failure instanceof ConnectException ? "no connection" : "no answer";
        }
        long millis = Duration.ofNanos(System.nanoTime() - began).toMillis();
        options.print(
                Json.write(Json.object(
                        "event_id", event.get("id"),
                        "type", event.get("type"),
                        "status", status,
                        "duration_ms", Json.raw(Long.toString(millis)))),
                Text.judged(status, good) + "  " + millis + " ms  "
                        + Text.shown(event.get("type") + "  " + event.get("id")));
    }

    private HttpRequest request(String body, Map<String, Object> event) throws GeneralSecurityException {
        long time = Instant.now().getEpochSecond();
        String id = String.valueOf(event.get("id"));
        byte[] standardKey = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        String standard = Base64.getEncoder().encodeToString(hmac(standardKey, id + "." + time + "." + body));
        String own = HexFormat.of().formatHex(hmac(secret.getBytes(StandardCharsets.UTF_8), time + "." + body));
        return HttpRequest.newBuilder(target)
                .timeout(TIMEOUT)
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
    }

    private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    }
}
