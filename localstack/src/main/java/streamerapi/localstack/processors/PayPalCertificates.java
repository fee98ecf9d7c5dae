package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.SigningKeys;
import streamerapi.localstack.standins.StandInState;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.stream.StreamSupport;

/// The certificates that PayPal's events are verified with: a root, an authority below it, and the one whose key signs.
///
/// Root and authority have keys on a curve, which are made at once; the RSA key that PayPal's algorithm needs takes a
/// while and is made with the first event.
final class PayPalCertificates {

    /// The name that a certificate must have.
    private static final String NAME = "messageverificationcerts.paypal.com";

    private static final String ECDSA = "SHA256withECDSA";
    private static final String ECDSA_ID = "1.2.840.10045.4.3.2";
    private static final String COMMON_NAME = "2.5.4.3";
    private static final String BASIC_CONSTRAINTS = "2.5.29.19";
    private static final int SERIAL_BITS = 120;
    private static final int VERSION_3 = 2;
    private static final int PEM_LINE = 64;
    private static final Duration BEFORE = Duration.ofDays(30);
    private static final Duration AFTER = Duration.ofDays(7_300);

    private static final String ROOT = "Stand-in Root";
    private static final String AUTHORITY = "Stand-in Authority";

    /// @param certificates of the owner of the key and those above, in DER and base64
    private record Signer(String id, PrivateKey key, String algorithm, List<String> certificates) {}

    private final StandInState state;
    private final InstantSource clock;
    private final Signer authority;
    private @Nullable Signer signer;

    PayPalCertificates(StandInState state, InstantSource clock) {
        this.state = state;
        this.clock = clock;
        JsonNode kept = state.part("paypal-certificates", this::kept);
        authority = kept.has("authority") ? read(kept.path("authority")) : madeAuthority();
        signer = kept.has("signer") ? read(kept.path("signer")) : null;
    }

    private synchronized JsonNode kept() {
        ObjectNode kept = StandInProcessor.node();
        kept.set("authority", written(authority));
        Signer own = signer;
        if (own != null) {
            kept.set("signer", written(own));
        }
        return kept;
    }

    private static ObjectNode written(Signer signer) {
        ObjectNode node = StandInProcessor.node()
                .put("id", signer.id)
                .put("key", signer.key.getEncoded())
                .put("algorithm", signer.algorithm);
        signer.certificates.forEach(node.putArray("certificates")::add);
        return node;
    }

    private static Signer read(JsonNode node) {
        try {
            return new Signer(
                    node.path("id").asText(),
                    KeyFactory.getInstance(node.path("algorithm").asText())
                            .generatePrivate(new PKCS8EncodedKeySpec(
                                    Base64.getDecoder().decode(node.path("key").asText()))),
                    node.path("algorithm").asText(),
                    texts(node.path("certificates")));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private Signer madeAuthority() {
        KeyPair root = SigningKeys.onCurve();
        KeyPair below = SigningKeys.onCurve();
        return new Signer(
                "authority",
                below.getPrivate(),
                "EC",
                List.of(
                        certificate(AUTHORITY, below, ROOT, root.getPrivate(), true),
                        certificate(ROOT, root, ROOT, root.getPrivate(), true)));
    }

    private synchronized Signer signer() {
        Signer now = signer;
        if (now == null) {
            now = made(SigningKeys.first());
            signer = now;
        }
        return now;
    }

    /// Takes another key to sign with, which has another certificate.
    synchronized void change() {
        signer = made(SigningKeys.another());
    }

    private Signer made(KeyPair pair) {
        return new Signer(
                "CERT-" + RandomText.uuid(),
                pair.getPrivate(),
                "RSA",
                List.of(certificate(NAME, pair, AUTHORITY, authority.key, false), authority.certificates.getFirst()));
    }

    /// The root, in DER and base64, as `PAYPAL_CERT_ROOTS` has it.
    String root() {
        return authority.certificates.getLast();
    }

    /// The name of the signing certificate, with which its address ends.
    String id() {
        String id = signer().id;
        state.keep();
        return id;
    }

    /// The certificate of a name as its address serves it, with the authority's below it.
    ///
    /// @param alone whether the authority's is left out
    String pem(String id, boolean alone) {
        Signer now = signer();
        if (!now.id.equals(id)) {
            return "";
        }
        StringBuilder pem = new StringBuilder();
        now.certificates.stream()
                .limit(alone ? 1 : now.certificates.size())
                .forEach(one -> pem.append("-----BEGIN CERTIFICATE-----\n")
                        .append(Base64.getMimeEncoder(PEM_LINE, new byte[] {'\n'})
                                .encodeToString(Base64.getDecoder().decode(one)))
                        .append("\n-----END CERTIFICATE-----\n"));
        return pem.toString();
    }

    /// A text's signature as PayPal makes it, in base64.
    String sign(String text) {
        return Base64.getEncoder()
                .encodeToString(signed("SHA256withRSA", signer().key, text.getBytes(StandardCharsets.UTF_8)));
    }

    private String certificate(String name, KeyPair owner, String issuer, PrivateKey signing, boolean isAuthority) {
        byte[] algorithm = Der.sequence(Der.id(ECDSA_ID));
        byte[] constraints = Der.sequence(
                Der.id(BASIC_CONSTRAINTS),
                Der.yes(),
                Der.octets(isAuthority ? Der.sequence(Der.yes()) : Der.sequence()));
        byte[] content = Der.sequence(
                Der.numbered(0, Der.integer(BigInteger.valueOf(VERSION_3))),
                Der.integer(new BigInteger(SERIAL_BITS, new SecureRandom()).setBit(SERIAL_BITS)),
                algorithm,
                named(issuer),
                Der.sequence(
                        Der.time(clock.instant().minus(BEFORE)),
                        Der.time(clock.instant().plus(AFTER))),
                named(name),
                owner.getPublic().getEncoded(),
                Der.numbered(3, Der.sequence(constraints)));
        byte[] whole = Der.sequence(content, algorithm, Der.bits(signed(ECDSA, signing, content)));
        return Base64.getEncoder().encodeToString(whole);
    }

    private static byte[] named(String name) {
        return Der.sequence(Der.set(Der.sequence(Der.id(COMMON_NAME), Der.text(name))));
    }

    private static byte[] signed(String algorithm, PrivateKey key, byte[] bytes) {
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(bytes);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
