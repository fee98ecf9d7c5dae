package streamerapi.shared.secrets;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.SequencedMap;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Seals texts that the table keeps (AES-256-GCM, NIST SP 800-38D). A sealed text opens only where it belongs: its
/// context, an account and what the text is, is authenticated with it. It reads `<key name>.<base64url of nonce,
/// ciphertext and tag>`.
public final class SecretCipher {

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int CODE_BYTES = 16;

    private final CipherKeys keys;
    private final SecureRandom random = new SecureRandom();

    public SecretCipher(CipherKeys keys) {
        this.keys = keys;
    }

    /// A sealed text does not open: it was changed, or belongs elsewhere, or its key is gone.
    public static final class SealBroken extends RuntimeException {
        private SealBroken(String message) {
            super(message);
        }
    }

    /// The text, sealed.
    ///
    /// @param context of what it belongs to: `ten_…/twitch/tokens`
    public String seal(String text, String context) {
        var key = keys.byName().lastEntry();
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] sealed = apply(Cipher.ENCRYPT_MODE, key.getValue(), nonce, context, text.getBytes(StandardCharsets.UTF_8));
        ByteBuffer whole = ByteBuffer.allocate(nonce.length + sealed.length).put(nonce).put(sealed);
        return key.getKey() + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(whole.array());
    }

    /// The text that was sealed.
    ///
    /// @param context as it was sealed with
    /// @throws SealBroken if it does not open
    public String open(String sealed, String context) {
        int dot = sealed.indexOf('.');
        byte[] key = dot < 0 ? null : keys.byName().get(sealed.substring(0, dot));
        if (key == null) {
            throw new SealBroken("The key of " + context + " is gone");
        }
        byte[] whole = Base64.getUrlDecoder().decode(sealed.substring(dot + 1));
        byte[] nonce = Arrays.copyOf(whole, NONCE_BYTES);
        byte[] text = apply(
                Cipher.DECRYPT_MODE, key, nonce, context, Arrays.copyOfRange(whole, NONCE_BYTES, whole.length));
        return new String(text, StandardCharsets.UTF_8);
    }

    /// A code of 32 hex digits that stays the same for a context, and that is unguessable without the oldest key.
    public String code(String context) {
        SequencedMap<String, byte[]> all = keys.byName();
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(all.firstEntry().getValue(), "HmacSHA256"));
            byte[] code = mac.doFinal(context.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(code, 0, CODE_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] apply(int mode, byte[] key, byte[] nonce, String context, byte[] input) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(context.getBytes(StandardCharsets.UTF_8));
            return cipher.doFinal(input);
        } catch (GeneralSecurityException e) {
            if (mode == Cipher.DECRYPT_MODE) {
                throw new SealBroken("The seal of " + context + " does not hold");
            }
            throw new IllegalStateException(e);
        }
    }
}
