package streamerapi.shared.aws;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.digests.Hmac;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The signature of a POST to the root of an AWS service (Signature Version 4), as the SDK's signer makes it. That
/// signer loads a hundred and more classes, which a start would wait for; this one signs texts too, such as the policy
/// of a form.
///
/// The key that it signs with holds for a day, and is derived once in it.
public final class RequestSigning {

    public static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final int DAY_CHARS = 8;

    private final String keyId;
    private final String secret;
    private final String region;
    private final String service;
    private volatile @Nullable DayKey last;

    /// @param keyId of the access key
    /// @param secret of the access key
    public RequestSigning(String keyId, String secret, String region, String service) {
        this.keyId = keyId;
        this.secret = secret;
        this.region = region;
        this.service = service;
    }

    /// The key of a day. No two are compared.
    @SuppressWarnings("ArrayRecordComponent")
    private record DayKey(String day, byte[] key) {}

    /// Whether it signs with this access key.
    boolean isOf(String otherKeyId, String otherSecret) {
        return keyId.equals(otherKeyId) && secret.equals(otherSecret);
    }

    /// The time as the signature and the header `X-Amz-Date` have it.
    public static String time(Instant at) {
        return TIME.format(at);
    }

    /// The value of `Authorization`.
    ///
    /// @param time as of [#time]
    /// @param headers all that are signed, `host` and `x-amz-date` among them, by their names in lower case
    public String authorization(String time, Map<String, String> headers, byte[] body) {
        SortedMap<String, String> sorted = new TreeMap<>(headers);
        StringBuilder lines = new StringBuilder();
        sorted.forEach((name, value) ->
                lines.append(name).append(':').append(value.strip()).append('\n'));
        String names = String.join(";", sorted.keySet());
        String request = "POST\n/\n\n" + lines + "\n" + names + "\n" + hex(sha256(body));
        String scope = scope(time);
        String signed = ALGORITHM + "\n" + time + "\n" + scope + "\n" + hex(sha256(bytes(request)));
        return ALGORITHM + " Credential=" + keyId + "/" + scope + ", SignedHeaders=" + names + ", Signature="
                + signature(time, signed);
    }

    /// The day, region and service that a signature holds for.
    ///
    /// @param time as of [#time]
    public String scope(String time) {
        return time.substring(0, DAY_CHARS) + "/" + region + "/" + service + "/aws4_request";
    }

    /// The signature of a text.
    ///
    /// @param time as of [#time]
    public String signature(String time, String text) {
        return hex(mac(key(time.substring(0, DAY_CHARS)), text));
    }

    private byte[] key(String day) {
        DayKey known = last;
        if (known == null || !known.day.equals(day)) {
            known = new DayKey(day, mac(mac(mac(mac(bytes("AWS4" + secret), day), region), service), "aws4_request"));
            last = known;
        }
        return known.key;
    }

    private static byte[] mac(byte[] key, String text) {
        return Hmac.of(key, bytes(text));
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
