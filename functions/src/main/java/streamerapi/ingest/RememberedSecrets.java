package streamerapi.ingest;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.ConnectorSecrets;
import streamerapi.shared.connectors.Connector;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// The secrets that this process has seen last, for the accounts whose messages it took last.
final class RememberedSecrets {

    private static final int MAX_PAIRS = 1_000;
    private static final Pattern TENANT_ID = Pattern.compile("ten_[0-9a-z]{13}");

    private record Owner(String tenantId, Connector connector) {}

    private final ConnectorSecrets secrets;
    private final Map<Owner, ConnectorSecrets.Pair> seen = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Owner, ConnectorSecrets.Pair> eldest) {
            return size() > MAX_PAIRS;
        }
    };

    RememberedSecrets(ConnectorSecrets secrets) {
        this.secrets = secrets;
    }

    /// The secrets as they were seen last, or null if they were not.
    ConnectorSecrets.@Nullable Pair remembered(String tenantId, Connector connector) {
        synchronized (seen) {
            return seen.get(new Owner(tenantId, connector));
        }
    }

    /// The secrets as they stand, or null if there are none.
    ConnectorSecrets.@Nullable Pair read(String tenantId, Connector connector) {
        boolean possible = TENANT_ID.matcher(tenantId).matches();
        ConnectorSecrets.Pair pair = possible ? secrets.find(tenantId, connector) : null;
        Owner owner = new Owner(tenantId, connector);
        synchronized (seen) {
            if (pair == null) {
                seen.remove(owner);
            } else {
                seen.put(owner, pair);
            }
        }
        return pair;
    }
}
