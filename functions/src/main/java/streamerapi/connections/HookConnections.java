package streamerapi.connections;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.digests.Hmac;
import streamerapi.shared.json.Json;
import streamerapi.shared.secrets.SecretCipher;
import streamerapi.shared.storage.ConnectionKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.RowReader;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The connections as receivers find them: by the last part of their address, in one read.
public final class HookConnections {

    private static final Pattern ID = Pattern.compile("con_([0-9a-z]{13})[0-9a-f]{32}");

    private final RowReader rows;
    private final SecretCipher cipher;

    public HookConnections(RowReader rows, SecretCipher cipher) {
        this.rows = rows;
        this.cipher = cipher;
    }

    /// The connection in a receiver's address; null if it does not exist, or is of another provider.
    public @Nullable ProviderConnection find(String id, Provider provider) {
        Matcher parts = ID.matcher(id);
        if (!parts.matches()) {
            return null;
        }
        String tenantId = "ten_" + parts.group(1);
        Row row = rows.get(ConnectionKeys.connection(tenantId, provider.label()));
        ProviderConnection found = row == null ? null : ConnectionRow.of(tenantId, provider, row);
        return found != null && Hmac.isSame(found.id(), id) ? found : null;
    }

    /// The secret that the platform signs its events with; null if it has one of its own.
    public @Nullable String secret(ProviderConnection connection) {
        String sealed = connection.sealed().hookSecret();
        return sealed == null
                ? null
                : cipher.open(sealed, context(connection.tenantId(), connection.provider(), "hook"));
    }

    /// The application's id and secret, with which the provider can be asked.
    public ApplicationCredentials credentials(ProviderConnection connection) {
        Map<String, @Nullable Object> fields = Json.asObject(Json.read(cipher.open(
                connection.sealed().credentials(),
                context(connection.tenantId(), connection.provider(), "credentials"))));
        return new ApplicationCredentials(Json.text(fields, "client_id"), Json.text(fields, "client_secret"));
    }

    /// The context that a secret of a connection is sealed with.
    ///
    /// @param what `credentials`, `tokens` or `hook`
    static String context(String tenantId, Provider provider, String what) {
        return tenantId + "/" + provider.label() + "/" + what;
    }
}
