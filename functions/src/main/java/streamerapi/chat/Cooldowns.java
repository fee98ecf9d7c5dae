package streamerapi.chat;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;

/// How long a command stays quiet after it ran: a row that says since when and until when. A length that was made
/// shorter meanwhile ends it earlier, one that was made longer does not lengthen it.
///
/// Of many runs at once, one writes the row; the others find it when they are decided again.
final class Cooldowns {

    private static final Attribute<Instant> SINCE = Attribute.time("since");
    private static final Attribute<Instant> UNTIL = Attribute.time("until");

    private Cooldowns() {}

    /// Whether the cooldown that a row tells of goes on.
    static boolean goesOn(@Nullable Row row, Instant now) {
        return row != null && row.get(UNTIL).isAfter(now);
    }

    /// Whether it goes on, too, if a cooldown of the command is as long as it is now.
    static boolean goesOn(@Nullable Row row, Duration length, Instant now) {
        Instant since = row == null ? null : row.find(SINCE);
        return goesOn(row, now) && (since == null || since.isAfter(now.minus(length)));
    }

    /// Starts a cooldown, on the condition that none goes on.
    static Write start(Key key, Duration length, Instant now) {
        Instant until = now.plus(length);
        return Write.put(Row.of(key)
                        .with(SINCE, now)
                        .with(UNTIL, until)
                        .with(Table.EXPIRES_AT, until.plusSeconds(60).getEpochSecond()))
                .when(Condition.any(
                        Condition.noRow(), Condition.atMost(UNTIL, now), Condition.atMost(SINCE, now.minus(length))));
    }
}
