package streamerapi.shared.http;

import streamerapi.shared.auth.Secret;
import streamerapi.shared.digests.Hmac;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.tasks.Host;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;

import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Keeps an answer that shows a secret readable to its receiver alone: AES-256-GCM (NIST SP 800-38D), under a
/// key that follows from the caller's credential and idempotency key, neither of which the table holds.
final class ResponseCipher {

    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final Secret credential;
    private final String idempotencyKey;

    ResponseCipher(Secret credential, String idempotencyKey) {
        this.credential = credential;
        this.idempotencyKey = idempotencyKey;
    }

    /// The text, sealed, in Base64.
    String close(String text) {
        byte[] nonce = new byte[NONCE_BYTES];
        Host.random().nextBytes(nonce);
        byte[] sealed = apply(Cipher.ENCRYPT_MODE, nonce, text.getBytes(StandardCharsets.UTF_8));
        byte[] whole = Arrays.copyOf(nonce, NONCE_BYTES + sealed.length);
        System.arraycopy(sealed, 0, whole, NONCE_BYTES, sealed.length);
        return Base64.getEncoder().encodeToString(whole);
    }

    /// The text that was sealed.
    ///
    /// @throws Problem `idempotency_conflict` if another credential sealed it: an app's token before this one
    String open(String base64) {
        byte[] whole = Base64.getDecoder().decode(base64);
        byte[] nonce = Arrays.copyOf(whole, NONCE_BYTES);
        byte[] sealed = Arrays.copyOfRange(whole, NONCE_BYTES, whole.length);
        return new String(apply(Cipher.DECRYPT_MODE, nonce, sealed), StandardCharsets.UTF_8);
    }

    private byte[] apply(int mode, byte[] nonce, byte[] text) {
        try {
            byte[] key = Hmac.of(
                    credential.text().getBytes(StandardCharsets.UTF_8),
                    idempotencyKey.getBytes(StandardCharsets.UTF_8));
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
            return cipher.doFinal(text);
        } catch (AEADBadTagException e) {
            throw Problem.of(
                    ErrorCode.IDEMPOTENCY_CONFLICT,
                    "The stored answer shows a secret, so only the token that made the request can get it again");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
