package streamerapi.webhooks;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// How a delivery proves where it comes from: HMAC-SHA256 over a time and the body's bytes, in two forms.
///
/// Ours (spec "Webhook signature") is keyed with the whole secret, `whsec_` included; Standard Webhooks' is keyed with
/// the bytes that the base64 part after `whsec_` stands for.
final class Signature {

    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    /// The value of `Service-Signature`: `t=<unix seconds>,v1=<hex>`, with one more `v1` for each further secret.
    static String header(List<String> secrets, Instant at, byte[] body) {
        long seconds = at.getEpochSecond();
        StringBuilder header = new StringBuilder("t=").append(seconds);
        for (String secret : secrets) {
            byte[] mac = mac(secret.getBytes(StandardCharsets.UTF_8), seconds + ".", body);
            header.append(",v1=").append(HexFormat.of().formatHex(mac));
        }
        return header.toString();
    }

    /// The value of `webhook-signature`: `v1,<base64>` for each secret, with spaces between.
    static String standard(List<String> secrets, String eventId, Instant at, byte[] body) {
        return secrets.stream()
                .map(secret -> {
                    byte[] key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
                    byte[] mac = mac(key, eventId + "." + at.getEpochSecond() + ".", body);
                    return "v1," + Base64.getEncoder().encodeToString(mac);
                })
                .collect(Collectors.joining(" "));
    }

    private static byte[] mac(byte[] key, String before, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            mac.update(before.getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
