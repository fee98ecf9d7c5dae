package streamerapi.shared.signatures;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.digests.Hmac;
import streamerapi.shared.tasks.Host;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// How a body proves where it comes from: HMAC-SHA256 over a time and the body's bytes, in two forms.
///
/// Ours (spec "Webhook signature") is keyed with the whole secret, `whsec_` included; Standard Webhooks' is keyed with
/// the bytes that the base64 part after `whsec_` stands for.
public final class Signature {

    /// How far the time of a signature may be from the receiver's clock, either way.
    public static final Duration TOLERANCE = Duration.ofMinutes(5);

    /// The form of a secret: 32 bytes in Base64.
    public static final Pattern SECRET = Pattern.compile("whsec_[A-Za-z0-9+/]{43}=");

    /// A secret for the examples of the OpenAPI document.
    public static final String SECRET_EXAMPLE = "whsec_Q2hhbmdlIG1lOiB0aGlzIGlzIGFuIGV4YW1wbGUhISE=";

    private static final String PREFIX = "whsec_";
    private static final int SECRET_BYTES = 32;
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");

    private Signature() {}

    /// A new secret: `whsec_` and the base64 of 32 random bytes, so that Standard Webhooks' libraries take it too.
    public static String newSecret() {
        byte[] random = new byte[SECRET_BYTES];
        Host.random().nextBytes(random);
        return PREFIX + Base64.getEncoder().encodeToString(random);
    }

    /// The value of `Service-Signature`: `t=<unix seconds>,v1=<hex>`, with one more `v1` for each further secret.
    public static String header(List<String> secrets, Instant at, byte[] body) {
        long seconds = at.getEpochSecond();
        StringBuilder header = new StringBuilder("t=").append(seconds);
        for (String secret : secrets) {
            header.append(",v1=").append(HexFormat.of().formatHex(mac(secret, seconds, body)));
        }
        return header.toString();
    }

    /// Whether the value of `Service-Signature` is of this body, under one of these secrets, and at most [#TOLERANCE]
    /// old or early. It compares in constant time, and every signature with every secret.
    ///
    /// @param header as it was sent; null if it was not
    /// @param body the bytes as they were sent
    public static boolean holds(@Nullable String header, List<String> secrets, Instant now, byte[] body) {
        String time = null;
        List<byte[]> sent = new ArrayList<>();
        for (String part : header == null ? new String[0] : header.split(",", -1)) {
            String[] pair = part.strip().split("=", 2);
            if (pair.length == 2 && pair[0].equals("t")) {
                time = pair[1];
            } else if (pair.length == 2 && pair[0].equals("v1")) {
                sent.add(pair[1].getBytes(StandardCharsets.UTF_8));
            }
        }
        boolean isTimely = time != null && SECONDS.matcher(time).matches();
        long seconds = isTimely ? Long.parseLong(time) : 0;
        isTimely &= Math.abs(now.getEpochSecond() - seconds) <= TOLERANCE.toSeconds();
        boolean matches = false;
        for (String secret : secrets) {
            byte[] hex = HexFormat.of().formatHex(mac(secret, seconds, body)).getBytes(StandardCharsets.UTF_8);
            for (byte[] signature : sent) {
                matches |= MessageDigest.isEqual(hex, signature);
            }
        }
        return matches && isTimely;
    }

    /// The value of `webhook-signature`: `v1,<base64>` for each secret, with spaces between.
    public static String standard(List<String> secrets, String eventId, Instant at, byte[] body) {
        return secrets.stream()
                .map(secret -> {
                    byte[] key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
                    byte[] mac = mac(key, eventId + "." + at.getEpochSecond() + ".", body);
                    return "v1," + Base64.getEncoder().encodeToString(mac);
                })
                .collect(Collectors.joining(" "));
    }

    /// The time of a signature.
    ///
    /// @param header of [#header]
    public static Instant time(String header) {
        return Instant.ofEpochSecond(Long.parseLong(header.substring("t=".length(), header.indexOf(','))));
    }

    /// The secrets that a signature was made with, in its order; empty if one of them is not among those that are
    /// known.
    ///
    /// @param header of [#header]
    public static List<String> madeWith(String header, List<String> known, byte[] body) {
        Instant at = time(header);
        List<String> made = new ArrayList<>();
        for (String part : header.split(",", -1)) {
            if (part.startsWith("v1=")) {
                known.stream()
                        .filter(secret -> header(List.of(secret), at, body).endsWith("," + part))
                        .findFirst()
                        .ifPresentOrElse(made::add, made::clear);
            }
        }
        return header(made, at, body).equals(header) ? List.copyOf(made) : List.of();
    }

    private static byte[] mac(String secret, long seconds, byte[] body) {
        return mac(secret.getBytes(StandardCharsets.UTF_8), seconds + ".", body);
    }

    private static byte[] mac(byte[] key, String before, byte[] body) {
        return Hmac.of(key, before.getBytes(StandardCharsets.UTF_8), body);
    }
}
