package streamerapi.localstack.standins;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;

/// Key pairs, which the stand-ins sign with.
public final class SigningKeys {

    private static final int RSA_BITS = 2_048;
    private static final int CURVE_BITS = 256;

    private SigningKeys() {}

    /// Made when it is needed, since that takes a while.
    private static final class First {
        static final KeyPair PAIR = another();
    }

    /// The pair of RSA with 2,048 bits that every stand-in of this process begins with.
    public static KeyPair first() {
        return First.PAIR;
    }

    /// A new pair of RSA with 2,048 bits.
    public static KeyPair another() {
        return made("RSA", RSA_BITS);
    }

    /// A new pair on an elliptic curve of 256 bits.
    public static KeyPair onCurve() {
        return made("EC", CURVE_BITS);
    }

    private static KeyPair made(String algorithm, int bits) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
            generator.initialize(bits);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
