package streamerapi.shared.storage;

/// The keys of the rows that sum money: the ledger's, and the leaderboard's. [Keys] has all others.
public final class SumKeys {

    private static final String LEDGER = "LEDGER#";

    private SumKeys() {}

    /// What came in of a subject at a time.
    public static Key ledgerEntry(String tenantId, String subject, String time, String id) {
        return new Key(Keys.account(tenantId), LEDGER + subject + "#E#" + time + "#" + id);
    }

    /// The prefix of the rows that sum what came in of a subject on its days, hour by hour; a day follows, and `#`.
    public static String ledgerDays(String subject) {
        return LEDGER + subject + "#D#";
    }

    /// The prefix of the rows that sum what came in of a subject on a day, hour by hour.
    public static String ledgerDay(String subject, String day) {
        return ledgerDays(subject) + day + "#";
    }

    /// A part of what came in of a subject on a day, hour by hour.
    public static Key ledgerDay(String tenantId, String subject, String day, int shard) {
        return new Key(Keys.account(tenantId), ledgerDay(subject, day) + shard);
    }

    /// The prefix of the rows that sum what came in of a subject in its months, day by day; a month follows, and `#`.
    public static String ledgerMonths(String subject) {
        return LEDGER + subject + "#M#";
    }

    /// A part of what came in of a subject in a month, day by day.
    public static Key ledgerMonth(String tenantId, String subject, String month, int shard) {
        return new Key(Keys.account(tenantId), ledgerMonths(subject) + month + "#" + shard);
    }

    /// The prefix of the rows of an account's leaderboard.
    public static final String BOARD = "BOARD#";

    /// A part of what a donor gave in a span of time.
    ///
    /// @param span `M2026-11` or `Y2026`
    public static Key board(String tenantId, String span, String currency, String donor, int shard) {
        return new Key(Keys.account(tenantId), BOARD + span + "#" + currency + "#" + donor + "#" + shard);
    }

    /// The prefix of the rows that say which donors of an account are another donor's further accounts.
    public static final String LINKED_DONOR = "LINKEDDONOR#";

    /// Whose further account a donor is.
    public static Key linkedDonor(String tenantId, String donor) {
        return new Key(Keys.account(tenantId), LINKED_DONOR + donor);
    }
}
