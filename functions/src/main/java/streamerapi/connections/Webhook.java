package streamerapi.connections;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Row;

/// The webhook that was made at a payment processor for a connection.
///
/// @param id what the processor calls it; null if it has none, as at Ko-fi
/// @param isTest whether the credentials move no real money; null if that cannot be told, as at Ko-fi
public record Webhook(@Nullable String id, @Nullable Boolean isTest) {

    static final String ID = "webhook_id";
    static final String IS_TEST = "webhook_is_test";

    /// The webhook of a connection's row; null if it has none.
    static @Nullable Webhook of(Row row) {
        String id = row.textOrNull(ID);
        return !row.has(IS_TEST) && id == null ? null : new Webhook(id, row.has(IS_TEST) ? row.flag(IS_TEST) : null);
    }
}
