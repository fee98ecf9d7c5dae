import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A small connector: tells the service of one thing that happened, and again if it gets no answer. */
public class Connector {
    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 6) {
            System.err.println("usage: java Connector.java AUTH_URL SOURCE TENANT_ID whsec_... TYPE DATA");
            System.exit(2);
        }
        String message = "{\"id\":\"%s\",\"type\":\"%s\",\"tenant_id\":\"%s\",\"occurred_at\":\"%s\",\"data\":%s}"
                .formatted(UUID.randomUUID(), arguments[4], arguments[2], Instant.now(), arguments[5]);
        byte[] body = message.getBytes(StandardCharsets.UTF_8);
        URI address = URI.create(arguments[0] + "/ingest/" + arguments[1]);
        int status = 503;
        for (int attempt = 1; attempt <= 8 && (status == 429 || status >= 500); attempt++) {
            Thread.sleep(attempt == 1 ? 0 : 1_000L << attempt);
            HttpRequest request = HttpRequest.newBuilder(address)
                    .timeout(Duration.ofSeconds(30))
                    .header("Content-Type", "application/json")
                    .header("Service-Signature", signature(arguments[3], Instant.now().getEpochSecond(), body))
                    .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                    .build();
            try {
                var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
                status = answer.statusCode();
                System.out.println(status + " " + answer.body());
            } catch (IOException noAnswer) {
                System.out.println("no answer: " + noAnswer);
            }
        }
        System.exit(status == 202 ? 0 : 1);
    }

    private static String signature(String secret, long seconds, byte[] body) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        mac.update((seconds + ".").getBytes(StandardCharsets.UTF_8));
        return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
    }
}
