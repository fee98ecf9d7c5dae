/// The books of payments at processors: what came in by day, and whether the processors' own books say the same
/// (docs/money.md). [streamerapi.money.Reconciliations] looks through theirs once a day;
/// [streamerapi.money.MoneyBook] sums ours.
@NullMarked
package streamerapi.money;

import org.jspecify.annotations.NullMarked;
