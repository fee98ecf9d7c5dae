package streamerapi.tips;

import org.jspecify.annotations.Nullable;
import streamerapi.leaderboard.Contribution;
import streamerapi.leaderboard.Leaderboard;
import streamerapi.settings.Settings;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.SumKeys;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.text.ViewerText;
import streamerapi.tts.Tip;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/// Tells which paid tips are their donors' first.
///
/// A donor's first paid tip leaves a mark, a row under the donor's key of the leaderboard: the account on a platform,
/// or, without one, the name. The mark is part of the change that the tip enters with, on the condition that there is
/// none: of two tips of a donor that enter at once, one is the first.
final class FirstTips {
    private static final Attribute<Instant> SINCE = Attribute.time("since");

    private final Table table;

    FirstTips(Table table) {
        this.table = table;
    }

    /// An account and a donor, as they were read at once.
    ///
    /// @param account its row
    /// @param donor the key of the donor's mark; null if it was not looked for
    /// @param isMarked whether it was there
    record Seen(Row account, @Nullable Key donor, boolean isMarked) {}

    /// Reads the account of a tip that was sent, and, if it is paid, the mark of its donor.
    ///
    /// @throws Problem `not_found` if there is no such account
    Seen read(String tenantId, NewTip sent) {
        NewTip.Donor account = sent.donor();
        Key donor = sent.isPaid()
                ? key(
                        tenantId,
                        sent.name(),
                        account == null ? null : account.platform(),
                        account == null ? null : account.userId())
                : null;
        if (donor == null) {
            return new Seen(Settings.row(table, tenantId), null, false);
        }
        Key profile = Keys.profile(tenantId);
        Map<Key, Row> rows = table.getAll(profile, donor);
        Row row = rows.get(profile);
        if (row == null) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return new Seen(row, donor, rows.containsKey(donor));
    }

    /// A paid tip enters; if it is its donor's first, it says so.
    ///
    /// @param seen as of [#read]: the filter may have changed the donor's name since; null if nothing was read
    /// @param entering enters the tip that it is given
    Outcome<Tip> noting(String tenantId, Tip tip, @Nullable Seen seen, Function<Tip, Outcome<Tip>> entering) {
        boolean isErased = tip.find(Leaderboard.DONOR) != null;
        Key donor = isErased ? null : key(tenantId, tip.name(), tip.platform(), tip.platformUserId());
        if (donor == null || isMarked(donor, seen)) {
            return entering.apply(tip);
        }
        Write mark = Write.put(Row.of(donor).with(SINCE, Objects.requireNonNull(tip.queuedAt())))
                .when(Condition.noRow());
        return entering.apply(tip.with(Tip.IS_FIRST_TIP, true)).writing(mark);
    }

    private boolean isMarked(Key donor, @Nullable Seen seen) {
        return (seen != null && donor.equals(seen.donor)) ? seen.isMarked : table.get(donor) != null;
    }

    /// The key of a donor's mark; null of a donor who gave no name.
    private static @Nullable Key key(
            String tenantId, String name, @Nullable Platform platform, @Nullable String userId) {
        return platform == null && name.equals(ViewerText.ANONYMOUS)
                ? null
                : SumKeys.donor(tenantId, Contribution.donor(name, platform, userId));
    }
}
