package streamerapi.shared.secrets;

import streamerapi.shared.digests.Hmac;
import streamerapi.shared.tasks.Host;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.SequencedMap;

import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
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

    public SecretCipher(CipherKeys keys) {
        this.keys = keys;
    }

    /// A sealed text does not open: it was changed, or belongs elsewhere, or its key is not known here.
    public static final class SealBroken extends SecretsUnavailable {
        private SealBroken(String message) {
            super(message);
        }
    }

    /// The text, sealed.
    ///
    /// @param context the account and what the text is, which [#open] needs again (GCM's additional data):
    /// `ten_…/twitch/tokens`
    public String seal(String text, String context) {
        var key = keys.byName().lastEntry();
        byte[] nonce = new byte[NONCE_BYTES];
        Host.random().nextBytes(nonce);
        byte[] sealed =
                apply(Cipher.ENCRYPT_MODE, key.getValue(), nonce, context, text.getBytes(StandardCharsets.UTF_8));
        ByteBuffer whole =
                ByteBuffer.allocate(nonce.length + sealed.length).put(nonce).put(sealed);
        return key.getKey() + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(whole.array());
    }

    /// The text that was sealed.
    ///
    /// @param context as it was sealed with
    /// @throws SealBroken if it does not open
    public String open(String sealed, String context) {
        byte[] key = key(keyName(sealed), context);
        byte[] whole = bytes(sealed, context);
        byte[] nonce = Arrays.copyOf(whole, NONCE_BYTES);
        byte[] text =
                apply(Cipher.DECRYPT_MODE, key, nonce, context, Arrays.copyOfRange(whole, NONCE_BYTES, whole.length));
        return new String(text, StandardCharsets.UTF_8);
    }

    /// Whether the newest key sealed a text.
    public boolean isOfNewestKey(String sealed) {
        return keys.byName().lastEntry().getKey().equals(keyName(sealed));
    }

    /// A sealed text under the newest key: the same text if it is already.
    ///
    /// @throws SealBroken if it does not open
    public String resealed(String sealed, String context) {
        return isOfNewestKey(sealed) ? sealed : seal(open(sealed, context), context);
    }

    private static String keyName(String sealed) {
        return sealed.substring(0, Math.max(0, sealed.indexOf('.')));
    }

    /// The key with a name. One that is unknown may have been added since the keys were read, which are read again.
    private byte[] key(String name, String context) {
        byte[] known = keys.byName().get(name);
        byte[] key = known == null ? keys.readAgain().get(name) : known;
        if (key == null) {
            throw new SealBroken("The key " + name + " that sealed " + context + " is not in the list of keys");
        }
        return key;
    }

    private static byte[] bytes(String sealed, String context) {
        try {
            byte[] whole = Base64.getUrlDecoder().decode(sealed.substring(sealed.indexOf('.') + 1));
            if (whole.length >= NONCE_BYTES) {
                return whole;
            }
        } catch (IllegalArgumentException e) {
            throw new SealBroken("The seal of " + context + " is not base64url");
        }
        throw new SealBroken("The seal of " + context + " is too short");
    }

    /// A code (HMAC-SHA256) of 32 hex digits that stays the same for a context for as long as the oldest key is kept,
    /// and that cannot be guessed without that key. Addresses are made of it, so the oldest key must never be removed.
    public String code(String context) {
        SequencedMap<String, byte[]> all = keys.byName();
        byte[] code = Hmac.of(all.firstEntry().getValue(), context.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(code, 0, CODE_BYTES);
    }

    private static byte[] apply(int mode, byte[] key, byte[] nonce, String context, byte[] input) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(context.getBytes(StandardCharsets.UTF_8));
            return cipher.doFinal(input);
        } catch (AEADBadTagException e) {
            throw new SealBroken("The seal of " + context + " does not hold");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
