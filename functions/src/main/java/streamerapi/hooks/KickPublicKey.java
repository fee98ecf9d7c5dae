package streamerapi.hooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;

/// The key that Kick signs every app's events with (RSA, PKCS #1 v1.5, SHA-256). The key from Kick's documentation is
/// used first. If a signature does not match, the current key is read from Kick, at most once a minute in each process.
final class KickPublicKey {

    /// The key in Kick's documentation ("Webhook security").
    static final String KNOWN = """
            -----BEGIN PUBLIC KEY-----
            MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAq/+l1WnlRrGSolDMA+A8
            6rAhMbQGmQ2SapVcGM3zq8ANXjnhDWocMqfWcTd95btDydITa10kDvHzw9WQOqp2
            MZI7ZyrfzJuz5nhTPCiJwTwnEtWft7nV14BYRDHvlfqPUaZ+1KR4OCaO/wWIk/rQ
            L/TjY0M70gse8rlBkbo2a8rKhu69RQTRsoaf4DVhDPEeSeI5jVrRDGAMGL3cGuyY
            6CLKGdjVEM78g3JfYOvDU/RvfqD7L89TZ3iN94jrmWdGz34JNlEI5hqK8dd7C5EF
            BEbZ5jgB8s8ReQV8H+MkuffjdAj3ajDDX3DOJMIut1lBrUVD1AaSrGCKHooWoL2e
            twIDAQAB
            -----END PUBLIC KEY-----
            """;

    private static final Duration BETWEEN_READS = Duration.ofMinutes(1);

    private final Source source;
    private final InstantSource clock;
    private PublicKey key;
    private @Nullable Instant asked;
    private boolean isAnswered;

    /// Asks Kick for its key.
    @FunctionalInterface
    interface Source {

        /// The key as PEM.
        ///
        /// @throws IOException if Kick does not answer with a key
        String read() throws IOException;
    }

    /// @param pem the key to begin with
    KickPublicKey(String pem, Source source, InstantSource clock) {
        this.key = parse(pem);
        this.source = source;
        this.clock = clock;
    }

    /// Whether a signature is of these bytes.
    ///
    /// @param signature Base64
    /// @throws Problem `unavailable` if it does not match the known key, and Kick's current key cannot be read
    boolean isOf(String signature, byte[] signed) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(signature);
        } catch (IllegalArgumentException e) {
            return false;
        }
        PublicKey known = key();
        if (isOf(known, bytes, signed)) {
            return true;
        }
        PublicKey now = readAgain();
        return !now.equals(known) && isOf(now, bytes, signed);
    }

    private synchronized PublicKey key() {
        return key;
    }

    private synchronized PublicKey readAgain() {
        Instant now = clock.instant();
        if (asked == null || !now.isBefore(asked.plus(BETWEEN_READS))) {
            asked = now;
            isAnswered = false;
            try {
                key = parse(source.read());
                isAnswered = true;
            } catch (IOException | IllegalArgumentException e) {
                throw Problem.of(ErrorCode.UNAVAILABLE, "Kick does not answer with its key: " + e.getMessage());
            }
        }
        if (!isAnswered) {
            throw Problem.of(ErrorCode.UNAVAILABLE, "Kick did not answer with its key a moment ago");
        }
        return key;
    }

    private static boolean isOf(PublicKey key, byte[] signature, byte[] signed) {
        try {
            Signature check = Signature.getInstance("SHA256withRSA");
            check.initVerify(key);
            check.update(signed);
            return check.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /// @throws IllegalArgumentException if it is not an RSA key in PEM
    private static PublicKey parse(String pem) {
        String base64 = pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
        try {
            return KeyFactory.getInstance("RSA")
                    .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(base64)));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("it is no RSA key in PEM", e);
        }
    }
}
