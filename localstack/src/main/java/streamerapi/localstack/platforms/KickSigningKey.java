package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import org.jspecify.annotations.Nullable;
import streamerapi.localstack.standins.SigningKeys;
import streamerapi.localstack.standins.StandInState;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/// The key that signs every event of Kick, for all apps.
final class KickSigningKey {

    private static final int PEM_LINE = 64;

    private final StandInState state;

    /// Null until it is needed.
    private @Nullable KeyPair pair;

    KickSigningKey(StandInState state) {
        this.state = state;
        JsonNode kept = state.part("kick-key", this::kept);
        pair = kept.isObject() ? read(kept) : null;
    }

    private synchronized JsonNode kept() {
        return pair == null
                ? NullNode.getInstance()
                : StandInPlatform.node()
                        .put("public", pair.getPublic().getEncoded())
                        .put("private", pair.getPrivate().getEncoded());
    }

    private synchronized KeyPair pair() {
        KeyPair now = pair;
        if (now == null) {
            now = SigningKeys.first();
            pair = now;
        }
        return now;
    }

    /// Takes another key, as Kick may.
    synchronized void change() {
        pair = SigningKeys.another();
    }

    private static KeyPair read(JsonNode kept) {
        try {
            Base64.Decoder decoder = Base64.getDecoder();
            KeyFactory factory = KeyFactory.getInstance("RSA");
            return new KeyPair(
                    factory.generatePublic(new X509EncodedKeySpec(
                            decoder.decode(kept.path("public").asText()))),
                    factory.generatePrivate(new PKCS8EncodedKeySpec(
                            decoder.decode(kept.path("private").asText()))));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The public key as Kick shows it.
    String pem() {
        byte[] key = pair().getPublic().getEncoded();
        state.keep();
        return "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder(PEM_LINE, new byte[] {'\n'}).encodeToString(key)
                + "\n-----END PUBLIC KEY-----\n";
    }

    /// A text's signature: RSA, PKCS#1 v1.5, SHA-256, in base64.
    String sign(String text) {
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(pair().getPrivate());
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
