package streamerapi.bot;

import streamerapi.settings.Settings;
import streamerapi.shared.storage.ChatKeys;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.TableReader;

import java.util.Map;
import java.util.Objects;

/// Reads the bot's status, in one call.
public final class StatusReader {

    private final TableReader table;
    private final String ownLogin;

    /// @param ownLogin the login of the service's own bot account
    public StatusReader(TableReader table, String ownLogin) {
        this.table = table;
        this.ownLogin = ownLogin;
    }

    /// The status of an account's bot.
    public BotStatus read(String tenantId) {
        Key bot = ChatKeys.bot(tenantId);
        Key profile = Keys.profile(tenantId);
        Map<Key, Row> rows = table.getAll(bot, profile);
        Settings settings = Settings.of(Objects.requireNonNull(rows.get(profile)));
        return BotStatus.of(BotState.of(tenantId, rows.get(bot)), settings, ownLogin);
    }
}
