package streamerapi.shared.lambda;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.secrets.CipherKeys;
import streamerapi.shared.secrets.KeyList;
import streamerapi.shared.secrets.SecretsUnavailable;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.SequencedMap;

/// The keys of the installation, in a parameter of SSM that the service makes when it first needs one. They are read at
/// the first need of each process, so that no snapshot holds them, and are known to it from then on. A key that was
/// added meanwhile is found by [#readAgain].
///
/// The local stack has no parameters and gives the keys in a variable.
public final class InstallationKeys implements CipherKeys {

    private static final String VARIABLE = "SECRETS_KEY";
    private static final String PARAMETER = "SECRETS_KEY_PARAMETER";
    private static final String DESCRIPTION =
            "Keys that seal the secrets in the table. Without them those secrets are lost: docs/operating.md";

    /// A text of a key that is gone for good must not make every request ask SSM.
    private static final Duration BETWEEN_READS = Duration.ofSeconds(10);

    private final ParameterStore store;
    private final Environment environment;
    private @Nullable Read read;

    private record Read(SequencedMap<String, byte[]> keys, Instant at) {}

    private InstallationKeys(ParameterStore store, Environment environment) {
        this.store = store;
        this.environment = environment;
    }

    /// The keys that a function's variables name.
    public static CipherKeys of(Clients clients, Environment environment) {
        String given = environment.orElse(VARIABLE, "");
        return given.isEmpty()
                ? new InstallationKeys(new ParameterStore(clients), environment)
                : () -> KeyList.parse(given, VARIABLE);
    }

    @Override
    public synchronized SequencedMap<String, byte[]> byName() {
        return (read == null ? readNow() : read).keys;
    }

    @Override
    public synchronized SequencedMap<String, byte[]> readAgain() {
        Read known = read;
        boolean isFresh = known != null && environment.clock().instant().isBefore(known.at.plus(BETWEEN_READS));
        return (known != null && isFresh ? known : readNow()).keys;
    }

    private Read readNow() {
        String name = environment.required(PARAMETER);
        try {
            Read now = new Read(
                    KeyList.parse(findOrCreate(name), "The SSM parameter " + name),
                    environment.clock().instant());
            read = now;
            return now;
        } catch (IOException e) {
            throw new SecretsUnavailable(
                    "The keys in the SSM parameter " + name + " cannot be read: " + e.getMessage());
        }
    }

    /// Reads the parameter, or makes it. Of two processes that make it at once, the second finds it and reads it.
    private String findOrCreate(String name) throws IOException {
        String found = store.find(name);
        if (found != null) {
            return found;
        }
        String made = KeyList.create();
        if (store.create(name, made, DESCRIPTION)) {
            LogLine.of("keys made").with("parameter", name).write();
            return made;
        }
        String others = store.find(name);
        if (others == null) {
            throw new IOException("SSM does not tell yet what was made a moment ago");
        }
        return others;
    }
}
