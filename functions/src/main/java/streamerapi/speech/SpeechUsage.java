package streamerapi.speech;

import org.jspecify.annotations.Nullable;
import streamerapi.settings.Settings;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;

/// The characters that an account's tips were spoken with in one month (contract "GET /ai-voices", `usage`).
///
/// One row for each account and month counts them. Audio that is used again counts once.
///
/// @param month the calendar month, UTC
/// @param charactersUsed how many characters were spoken in it
/// @param charactersLimit how many may be, the setting `tts.characters_limit`
public record SpeechUsage(YearMonth month, long charactersUsed, long charactersLimit) {

    private static final Attribute.Whole CHARACTERS = Attribute.whole("characters");

    /// The usage of the current month.
    public static SpeechUsage read(Table table, String tenantId, Instant now, long charactersLimit) {
        return of(now, table.get(key(tenantId, now)), charactersLimit);
    }

    /// The usage of an account's current month, with the account's own limit.
    public static SpeechUsage read(Table table, String tenantId, Instant now) {
        Key account = Keys.profile(tenantId);
        Key usage = key(tenantId, now);
        Map<Key, Row> rows = table.getAll(account, usage);
        Settings settings = Settings.of(Objects.requireNonNull(rows.get(account)));
        return of(now, rows.get(usage), settings.tts().charactersLimit());
    }

    /// The usage that a month's row holds.
    ///
    /// @param row the row of [#key], or null if nothing was spoken yet
    static SpeechUsage of(Instant now, @Nullable Row row, long charactersLimit) {
        return new SpeechUsage(month(now), row == null ? 0 : row.get(CHARACTERS), charactersLimit);
    }

    /// The key of the row that counts at this time.
    static Key key(String tenantId, Instant now) {
        return SpeechKeys.speechUsage(tenantId, month(now).toString());
    }

    /// A write that counts characters more.
    static Write count(String tenantId, Instant now, long characters) {
        return Write.update(key(tenantId, now)).add(CHARACTERS, characters);
    }

    /// Whether a tenth of the limit or less is left. A limit of 0 is no speech at all.
    public boolean isNearItsLimit() {
        return charactersLimit > 0 && charactersUsed * 10 >= charactersLimit * 9;
    }

    /// Whether so many characters more would pass the limit.
    boolean isExceededBy(long characters) {
        return charactersUsed + characters > charactersLimit;
    }

    private static YearMonth month(Instant now) {
        return YearMonth.from(now.atZone(ZoneOffset.UTC));
    }
}
