package streamerapi.shared.secrets;

import java.util.SequencedMap;

/// The keys of [SecretCipher], which are not in the table.
@FunctionalInterface
public interface CipherKeys {

    /// The keys of 32 bytes by their short names, oldest first. The newest seals; each opens what it sealed.
    SequencedMap<String, byte[]> byName();
}
