package streamer.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SignatureException;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Deliveries of a webhook endpoint. */
public final class Webhooks {
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private Webhooks() {}

    /**
     * The event of a delivery whose signature holds. Delivery is at least once: drop events whose id you have seen, and
     * answer 2xx to them too.
     *
     * @param secret the endpoint's secret, `whsec_…`, the whole of it
     * @param signature the value of `Service-Signature`, or null
     * @param body the body's bytes as they came: not parsed and written again
     * @throws SignatureException if the signature is missing, old, or of another body or secret: answer 401, and do nothing
     *     with the delivery
     */
    public static Event verify(String secret, String signature, byte[] body) throws SignatureException {
        return verify(secret, signature, body, Clock.systemUTC());
    }

    static Event verify(String secret, String signature, byte[] body, Clock clock) throws SignatureException {
        String time = null;
        for (String part : signature == null ? new String[0] : signature.split(",")) {
            if (part.strip().startsWith("t=")) {
                time = part.strip().substring(2);
            }
        }
        if (time == null || !time.matches("[0-9]{1,12}")) {
            throw new SignatureException("The delivery has no Service-Signature");
        }
        long age = clock.instant().getEpochSecond() - Long.parseLong(time);
        if (Math.abs(age) > TOLERANCE.toSeconds()) {
            throw new SignatureException("The delivery was not signed within the last minutes");
        }
        byte[] expected = hmac(secret, time, body);
        boolean genuine = false;
        for (String part : signature.split(",")) {
            // While a secret is being changed over there are two.
            genuine |= part.strip().startsWith("v1=") && MessageDigest.isEqual(expected, bytes(part.strip()));
        }
        if (!genuine) {
            throw new SignatureException("The signature is of another body or another secret");
        }
        try {
            return Event.read(body);
        } catch (IOException | RuntimeException unreadable) {
            throw new SignatureException("The delivery is no event", unreadable);
        }
    }

    private static byte[] bytes(String part) {
        String hex = part.substring("v1=".length());
        return hex.matches("[0-9a-f]{64}") ? HexFormat.of().parseHex(hex) : new byte[0];
    }

    private static byte[] hmac(String secret, String time, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update((time + ".").getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(body);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
