package streamerapi.connections;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Row;

import java.net.URI;

/// The webhook that was made at a payment processor for a connection.
///
/// @param id what the processor calls it; null if it has none, as at Ko-fi
/// @param isTest whether the credentials move no real money; null if that cannot be told, as at Ko-fi
public record Webhook(@Nullable String id, @Nullable Boolean isTest) {

    static final Attribute<String> ID = Attribute.text("webhook_id");
    static final Attribute.Flag IS_TEST = Attribute.flag("webhook_is_test");

    /// The webhook of a connection's row; null if it has none.
    static @Nullable Webhook of(Row row) {
        String id = row.find(ID);
        Boolean isTest = row.find(IS_TEST);
        return isTest == null && id == null ? null : new Webhook(id, isTest);
    }

    /// Whether an address is a connection's, the present one or one of the time before the installation had its present
    /// name. All of them end with the connection's id, which is unguessable.
    ///
    /// @param webhookUrl as of [ProviderConnections#webhookUrl]
    public static boolean isAt(String address, URI webhookUrl) {
        String path = webhookUrl.getPath();
        return address.endsWith(path.substring(path.lastIndexOf('/')));
    }
}
