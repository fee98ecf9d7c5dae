package streamerapi.shared.storage;

/// The keys of the rows that sum money: the ledger's, and the leaderboard's. [Keys] has all others. Each kind of sum
/// has a partition of its own, in which the parts of a sum stand beside each other: one query reads them.
public final class SumKeys {

    private static final String LEDGER = "LEDGER#";

    private SumKeys() {}

    /// A sum that came in of a subject at a time.
    ///
    /// @param time ISO 8601, or as much of it as rows are looked for by: the year at least
    public static Key ledgerEntry(String tenantId, String subject, String time, String id) {
        return new Key(Partitions.ledgerEntries(tenantId, time), LEDGER + subject + "#E#" + time + "#" + id);
    }

    /// The sums that came in of a subject in an hour.
    ///
    /// @param hour `2026-11-21T14`
    public static Query ledgerEntries(String tenantId, String subject, String hour) {
        return Query.of(Partitions.ledgerEntries(tenantId, hour), LEDGER + subject + "#E#" + hour);
    }

    /// The sums that came in of a subject from a time on, to the end of its year.
    ///
    /// @param time ISO 8601
    public static Query ledgerEntriesSince(String tenantId, String subject, String time) {
        String entries = LEDGER + subject + "#E#";
        return Query.of(Partitions.ledgerEntries(tenantId, time), entries).after(entries + time);
    }

    /// The id of the amount of a row.
    public static String idOfEntry(Key entry) {
        return entry.sort().substring(entry.sort().lastIndexOf('#') + 1);
    }

    /// When the amount of a row came in, as the start of its time has it.
    ///
    /// @param chars how much of the time
    public static String timeOfEntry(Key entry, int chars) {
        int time = entry.sort().indexOf("#E#", LEDGER.length()) + "#E#".length();
        return entry.sort().substring(time, time + chars);
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
        return new Key(Partitions.ledgerDays(tenantId), ledgerDay(subject, day) + shard);
    }

    /// Rows that sum what came in on days, hour by hour.
    ///
    /// @param prefix of [#ledgerDays] or [#ledgerDay]
    public static Query days(String tenantId, String prefix) {
        return Query.of(Partitions.ledgerDays(tenantId), prefix);
    }

    /// The prefix of the rows that sum what came in of a subject in its months, day by day; a month follows, and `#`.
    public static String ledgerMonths(String subject) {
        return LEDGER + subject + "#M#";
    }

    /// A part of what came in of a subject in a month, day by day.
    public static Key ledgerMonth(String tenantId, String subject, String month, int shard) {
        return new Key(Partitions.ledgerMonths(tenantId), ledgerMonths(subject) + month + "#" + shard);
    }

    /// Rows that sum what came in in months, day by day.
    ///
    /// @param prefix of [#ledgerMonths]
    public static Query months(String tenantId, String prefix) {
        return Query.of(Partitions.ledgerMonths(tenantId), prefix);
    }

    /// The prefix of the rows of an account's leaderboard.
    public static final String BOARD = "BOARD#";

    private static final String YEARS = "Y";

    /// A part of what a donor gave in a span of time.
    ///
    /// @param span `M2026-11` or `Y2026`
    public static Key board(String tenantId, String span, String currency, String donor, int shard) {
        return new Key(boardOf(tenantId, span), BOARD + span + "#" + currency + "#" + donor + "#" + shard);
    }

    /// The donors' sums in a span of time, or in all years.
    ///
    /// @param span as of [#board], and `#`; or `Y`
    public static Query board(String tenantId, String span) {
        return Query.of(boardOf(tenantId, span), BOARD + span);
    }

    private static String boardOf(String tenantId, String span) {
        return span.startsWith(YEARS)
                ? Partitions.boardYears(tenantId)
                : Partitions.boardMonths(tenantId, span.substring(1));
    }

    /// The mark that a paid tip of a donor has come.
    public static Key donor(String tenantId, String donor) {
        return Partitions.spread(tenantId, "DONOR#" + donor);
    }

    /// The prefix of the rows that say which donors of an account are another donor's further accounts.
    public static final String LINKED_DONOR = "LINKEDDONOR#";

    /// The donor whose further account this one is.
    public static Key linkedDonor(String tenantId, String donor) {
        return new Key(Keys.account(tenantId), LINKED_DONOR + donor);
    }
}
