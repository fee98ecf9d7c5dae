package streamerapi.shared.digests;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// HMAC-SHA256 (RFC 2104, FIPS 180-4), and the comparison of codes and secrets.
public final class Hmac {

    private static final String ALGORITHM = "HmacSHA256";

    private Hmac() {}

    /// Returns the code of several parts, one after the other: 32 bytes.
    public static byte[] of(byte[] key, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Returns the code of a text and bytes after it, in 64 hexadecimal digits.
    public static String hex(String key, String before, byte[] body) {
        return HexFormat.of().formatHex(of(bytes(key), bytes(before), body));
    }

    /// Returns the code of a text, in 43 characters of base64url (RFC 4648, 5; no padding).
    public static String base64Url(String key, String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(of(bytes(key), bytes(text)));
    }

    /// Whether two texts are equal, in a time that does not tell where they differ.
    public static boolean isSame(String one, String other) {
        return MessageDigest.isEqual(bytes(one), bytes(other));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
