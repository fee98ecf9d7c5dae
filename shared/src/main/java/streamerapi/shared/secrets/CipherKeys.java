package streamerapi.shared.secrets;

import java.util.SequencedMap;

/// The keys of [SecretCipher], which are not in the table.
@FunctionalInterface
public interface CipherKeys {

    /// The keys of 32 bytes by their short names, oldest first. The newest seals; each opens what it sealed.
    ///
    /// @throws SecretsUnavailable if they are not to be had
    SequencedMap<String, byte[]> byName();

    /// The keys as they are now, if they may have been changed since they were read.
    ///
    /// @throws SecretsUnavailable as of [#byName]
    default SequencedMap<String, byte[]> readAgain() {
        return byName();
    }
}
