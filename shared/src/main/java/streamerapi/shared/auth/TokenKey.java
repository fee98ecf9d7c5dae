package streamerapi.shared.auth;

import streamerapi.shared.digests.Hmac;
import streamerapi.shared.tasks.Host;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;

/// The key that an authorization marks its tokens with, so that it recognizes each of them for ever, without a list.
///
/// A token's last 6 bytes are the beginning of the HMAC-SHA256 (RFC 2104) of its kind and the bytes before them. The
/// key opens nothing: with it a token could be made up that ends the authorization, and none that is good.
///
/// @param hex 32 hex digits
record TokenKey(String hex) {

    /// How many bytes at a token's end are its mark.
    static final int MARK_BYTES = 6;

    private static final int KEY_BYTES = 16;

    /// A new key.
    static TokenKey fresh() {
        byte[] random = new byte[KEY_BYTES];
        Host.random().nextBytes(random);
        return new TokenKey(HexFormat.of().formatHex(random));
    }

    /// Whether a token carries the mark of this key.
    boolean isOf(Secret token) {
        byte[] bytes = token.bytes();
        int end = bytes.length - MARK_BYTES;
        byte[] carried = Arrays.copyOfRange(bytes, end, bytes.length);
        return MessageDigest.isEqual(carried, mark(token.kind(), Arrays.copyOf(bytes, end)));
    }

    /// The mark of a token.
    ///
    /// @param unmarked its bytes without the mark
    byte[] mark(Secret.Kind kind, byte[] unmarked) {
        byte[] code = Hmac.of(HexFormat.of().parseHex(hex), kind.prefix().getBytes(StandardCharsets.UTF_8), unmarked);
        return Arrays.copyOf(code, MARK_BYTES);
    }

    @Override
    public String toString() {
        return "TokenKey[…]";
    }
}
