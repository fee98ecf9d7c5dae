package streamerapi.shared.lambda;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/// A secret of the operator's, in the Parameter Store of Systems Manager (a `SecureString` under AWS's own key). It is
/// read when it is needed first, so that no snapshot holds it, and again when it has been known for five minutes, so
/// that another one takes effect without a deployment. If SSM does not answer then, it stays known for five more.
public final class SecretParameter {

    private static final Logger LOG = LoggerFactory.getLogger("streamerapi");

    private static final Duration KNOWN = Duration.ofMinutes(5);

    private final ParameterStore store;
    private final Environment environment;
    private final String name;
    private @Nullable Read read;

    private record Read(String value, Instant at) {}

    /// @param name as SSM has it: `/streamer-api/ai-token`
    public SecretParameter(Clients clients, Environment environment, String name) {
        this.store = new ParameterStore(clients);
        this.environment = environment;
        this.name = name;
    }

    /// The secret, without blanks around it: a file that it was stored from ends with a line break.
    ///
    /// @throws IOException if SSM does not tell it, and never has; or if it has none any more
    public synchronized String value() throws IOException {
        Instant now = environment.clock().instant();
        Read known = read;
        if (known == null || now.isAfter(known.at.plus(KNOWN))) {
            String value = found(known);
            if (value == null) {
                throw new IOException("SSM has no parameter " + name);
            }
            known = new Read(value.strip(), now);
            read = known;
        }
        return known.value;
    }

    private @Nullable String found(@Nullable Read known) throws IOException {
        try {
            return store.find(name);
        } catch (IOException silent) {
            if (known == null) {
                throw silent;
            }
            LOG.warn("SSM does not tell {}, so its last value is used", name, silent);
            return known.value;
        }
    }
}
