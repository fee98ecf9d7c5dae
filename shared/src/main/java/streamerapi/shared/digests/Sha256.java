package streamerapi.shared.digests;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/// The SHA-256 of something (FIPS 180-4), in the forms that it is written in.
public final class Sha256 {

    private Sha256() {}

    /// Returns the hash of a text's UTF-8 bytes, in 64 hexadecimal digits.
    public static String hex(String text) {
        return hex(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Returns the hash of several parts, one after the other, in 64 hexadecimal digits.
    public static String hex(byte[]... parts) {
        return HexFormat.of().formatHex(digest(parts));
    }

    /// Returns the hash of a text's UTF-8 bytes, in 43 characters of base64url (RFC 4648, 5; no padding).
    public static String base64Url(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static byte[] digest(byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
