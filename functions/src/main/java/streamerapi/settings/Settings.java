package streamerapi.settings;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/// What a streamer has decided about the account (contract "Dashboard", "Tips"). It stands in the account's own row, so
/// that whoever reads the one reads the other.
///
/// @param currency ISO 4217: of tips that name none
/// @param replace words that are replaced in a tip's name and message
/// @param block words that keep a tip out
/// @param onMatch what becomes of a tip that has a word of `replace`
/// @param holdAll whether every tip is reviewed before it enters a queue
/// @param bannedMedia links, video ids and channel ids that nobody can request
/// @param aiVoicesAvailable whether the account takes part in the AI voices' beta; the operator says so
public record Settings(
        String currency,
        List<String> replace,
        List<String> block,
        OnMatch onMatch,
        boolean holdAll,
        List<String> bannedMedia,
        boolean aiVoicesAvailable) {

    private static final String CURRENCY = "currency";
    private static final String REPLACE = "filter_replace";
    private static final String BLOCK = "filter_block";
    private static final String ON_MATCH = "filter_on_match";
    private static final String HOLD_ALL = "review_hold_all";
    private static final String BANNED_MEDIA = "banned_media";

    /// What becomes of a tip that has a word that the filter replaces.
    public enum OnMatch {
        /// The word is replaced, and the tip goes on.
        REPLACE,
        /// The tip waits for somebody to decide.
        HOLD;

        /// The choice as it is written: `hold`.
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /// The choice with this label.
        public static OnMatch of(String label) {
            return valueOf(label.toUpperCase(Locale.ROOT));
        }
    }

    /// The settings that an account's row holds.
    ///
    /// @param account the row of [Keys#profile]
    public static Settings of(Row account) {
        String onMatch = account.textOrNull(ON_MATCH);
        return new Settings(
                account.text(CURRENCY),
                account.texts(REPLACE),
                account.texts(BLOCK),
                onMatch == null ? OnMatch.REPLACE : OnMatch.of(onMatch),
                account.flag(HOLD_ALL),
                account.texts(BANNED_MEDIA),
                account.flag("ai_voices_available"));
    }

    /// What changes; null leaves it as it is.
    public record Changes(
            @Nullable String currency,
            @Nullable List<String> replace,
            @Nullable List<String> block,
            @Nullable OnMatch onMatch,
            @Nullable Boolean holdAll,
            @Nullable List<String> bannedMedia) {}

    /// An account's settings as they stand.
    public static Settings read(Table table, String tenantId) {
        return of(row(table, tenantId));
    }

    /// Changes an account's settings. Changes of others, made at the same time to other settings, stay.
    public static Outcome<Settings> change(Table table, String tenantId, Changes changes) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        values.put(CURRENCY, changes.currency());
        values.put(REPLACE, changes.replace());
        values.put(BLOCK, changes.block());
        values.put(
                ON_MATCH, changes.onMatch() == null ? null : changes.onMatch().label());
        values.put(HOLD_ALL, changes.holdAll());
        values.put(BANNED_MEDIA, changes.bannedMedia());
        values.values().removeIf(Objects::isNull);
        Row row = row(table, tenantId);
        Write write = Write.update(row.key()).when(Condition.rowExists());
        for (Map.Entry<String, @Nullable Object> value : values.entrySet()) {
            write.set(value.getKey(), value.getValue());
            row = row.with(value.getKey(), value.getValue());
        }
        Outcome<Settings> outcome = Outcome.of(of(row));
        return values.isEmpty() ? outcome : outcome.writing(write);
    }

    /// The settings as they are answered.
    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> filter = new LinkedHashMap<>();
        filter.put("replace", replace);
        filter.put("block", block);
        filter.put("on_match", onMatch.label());
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("currency", currency);
        json.put("filter", filter);
        json.put("review", Map.of("hold_all", holdAll));
        json.put("banned_media", bannedMedia);
        json.put("ai_voices_available", aiVoicesAvailable);
        return json;
    }

    private static Row row(Table table, String tenantId) {
        Row account = table.get(Keys.profile(tenantId));
        if (account == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return account;
    }
}
