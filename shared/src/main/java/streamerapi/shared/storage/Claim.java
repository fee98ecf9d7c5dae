package streamerapi.shared.storage;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.function.Function;

/// A row that says for some days that something was done: a message taken, a request answered, a warning raised. It
/// counts as gone once its time is over, because DynamoDB removes it up to days later.
public final class Claim {

    private Claim() {}

    /// The write that claims a row's key.
    ///
    /// @param taken the exception to throw if another row has claimed it
    public static Write of(Row row, Instant until, Instant now, Function<Row, RuntimeException> taken) {
        return held(row, until)
                .when(Condition.any(Condition.noRow(), Condition.below(Table.EXPIRES_AT, now.getEpochSecond())))
                .orElse(current -> current == null ? new WriteConflict("a claim came and went") : taken.apply(current));
    }

    /// The write of a claim's row by the process that has claimed it.
    public static Write held(Row row, Instant until) {
        return Write.put(row.with(Table.EXPIRES_AT, until.getEpochSecond()));
    }

    /// The row of a claim that stands; null if there is none, or its time is over.
    public static @Nullable Row standing(@Nullable Row row, Instant now) {
        return row == null || row.get(Table.EXPIRES_AT) < now.getEpochSecond() ? null : row;
    }
}
