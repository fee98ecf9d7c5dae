package streamerapi.localstack.standins;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;

/// Key pairs of RSA with 2,048 bits, which the stand-ins sign their events with.
public final class SigningKeys {

    private static final int BITS = 2_048;

    private SigningKeys() {}

    /// Made when it is needed, since that takes a while.
    private static final class First {
        static final KeyPair PAIR = another();
    }

    /// The pair that every stand-in of this process begins with.
    public static KeyPair first() {
        return First.PAIR;
    }

    /// A new pair.
    public static KeyPair another() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(BITS);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
