package streamerapi.shared.storage;

import java.time.Instant;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The partitions that an account's rows stand in, beside its own (`Keys#account`) and those of its events.
///
/// A partition key carries 1,000 write units a second, and 10 GB, because the table has a local secondary index. So
/// only what must be read together stands together: each kind of row that a tip adds to has a partition of its own,
/// what is read by its id alone is spread over eight, and what grows with every tip begins anew each year or month. All
/// of them can be listed, so that an account can be exported and erased without a scan.
public final class Partitions {

    /// How many partitions rows are spread over by a hash: those that are read by their ids alone, and deliveries by
    /// their endpoints.
    public static final int SPREAD = 8;

    /// The year of the first row that an account can have.
    private static final int FIRST_YEAR = 2026;

    private static final String FOUND_BY_ID = "D#";
    private static final String DELIVERIES = "DELIVERIES#";
    private static final String LEDGER = "LEDGER#";
    private static final String BOARD = "BOARD#";
    private static final String ARCHIVE = "ARCHIVE#";

    private Partitions() {}

    /// The key of a row that is read by its whole sort key alone: the hash of that chooses the partition.
    public static Key spread(String tenantId, String sort) {
        return new Key(FOUND_BY_ID + tenantId + "#" + number(sort), sort);
    }

    private static int number(String id) {
        return Shards.of(id, SPREAD);
    }

    /// The partitions of [#spread].
    public static List<String> spread(String tenantId) {
        return IntStream.range(0, SPREAD)
                .mapToObj(partition -> FOUND_BY_ID + tenantId + "#" + partition)
                .toList();
    }

    /// The deliveries to an endpoint, which stand in the order of their events.
    public static String deliveries(String tenantId, String endpointId) {
        return DELIVERIES + tenantId + "#" + number(endpointId);
    }

    /// The partitions of [#deliveries].
    public static List<String> deliveries(String tenantId) {
        return IntStream.range(0, SPREAD)
                .mapToObj(partition -> DELIVERIES + tenantId + "#" + partition)
                .toList();
    }

    /// The partition of payments, as processors told of them.
    public static String payments(String tenantId) {
        return "PAYMENTS#" + tenantId;
    }

    /// The characters that an account's tips were spoken with.
    public static String speech(String tenantId) {
        return "SPEECH#" + tenantId;
    }

    /// The amounts of the ledger in a year.
    ///
    /// @param time begins with the year
    static String ledgerEntries(String tenantId, String time) {
        return LEDGER + tenantId + "#E" + year(time);
    }

    /// The days of the ledger, hour by hour.
    static String ledgerDays(String tenantId) {
        return LEDGER + tenantId + "#D";
    }

    /// The months of the ledger, day by day.
    static String ledgerMonths(String tenantId) {
        return LEDGER + tenantId + "#M";
    }

    /// The months of the leaderboard in a year.
    ///
    /// @param month begins with the year
    static String boardMonths(String tenantId, String month) {
        return BOARD + tenantId + "#M" + year(month);
    }

    /// The years of the leaderboard.
    static String boardYears(String tenantId) {
        return BOARD + tenantId + "#Y";
    }

    /// The finished tips and videos of a month that moved out of the account's own partition.
    public static String archive(String tenantId, YearMonth month) {
        return ARCHIVE + tenantId + "#" + month;
    }

    private static String year(String time) {
        return time.substring(0, "2026".length());
    }

    /// The leaderboard's partitions in which rows can be.
    public static List<String> ofBoard(String tenantId, Instant now) {
        return Stream.concat(Stream.of(boardYears(tenantId)), years(now).map(year -> boardMonths(tenantId, year)))
                .toList();
    }

    /// The ledger's partitions of amounts in which rows can be, oldest first.
    public static List<String> ofLedgerEntries(String tenantId, Instant now) {
        return years(now).map(year -> ledgerEntries(tenantId, year)).toList();
    }

    /// The row that names the months of a list that are archived, in the account's own partition.
    ///
    /// @param list the prefix of its places, or of the sort keys of items in no list
    public static Key archived(String tenantId, String list) {
        return new Key(Keys.account(tenantId), "ARCHIVED#" + list);
    }

    /// Whether a partition is one of [#archive].
    public static boolean isOfArchive(String partition) {
        return partition.startsWith(ARCHIVE);
    }

    /// The archive's partitions in which rows can be, oldest first.
    public static List<String> ofArchive(String tenantId, Instant now) {
        return years(now).flatMap(year -> ofArchive(tenantId, year)).toList();
    }

    private static Stream<String> ofArchive(String tenantId, String year) {
        return IntStream.rangeClosed(1, 12)
                .mapToObj(month -> archive(tenantId, Year.parse(year).atMonth(month)));
    }

    /// The partitions of the ledger's amounts and of the archive in which rows can be, year by year: the first year's
    /// amounts, its months, the second year's amounts.
    ///
    /// @param begun when the account was made
    public static List<String> ofYears(String tenantId, Instant begun, Instant now) {
        return years(begun.atZone(ZoneOffset.UTC).getYear(), now)
                .flatMap(year -> Stream.concat(Stream.of(ledgerEntries(tenantId, year)), ofArchive(tenantId, year)))
                .toList();
    }

    /// All partitions of this class in which rows of an account can be.
    public static List<String> of(String tenantId, Instant now) {
        return Stream.of(
                        spread(tenantId),
                        deliveries(tenantId),
                        List.of(payments(tenantId), speech(tenantId), ledgerDays(tenantId), ledgerMonths(tenantId)),
                        ofLedgerEntries(tenantId, now),
                        ofBoard(tenantId, now),
                        ofArchive(tenantId, now))
                .flatMap(List::stream)
                .toList();
    }

    private static Stream<String> years(Instant now) {
        return years(FIRST_YEAR, now);
    }

    private static Stream<String> years(int first, Instant now) {
        return IntStream.rangeClosed(first, now.atZone(ZoneOffset.UTC).getYear())
                .mapToObj(Integer::toString);
    }
}
