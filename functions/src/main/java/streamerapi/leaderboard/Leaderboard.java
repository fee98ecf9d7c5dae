package streamerapi.leaderboard;

import org.jspecify.annotations.Nullable;
import streamerapi.filter.CleanText;
import streamerapi.settings.Settings;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.SumKeys;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.tasks.Async;

import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// An account's supporters by what they paid (spec "Tipping", contract "GET /leaderboard").
///
/// A donor has rows for each month, with a sum and a count for each day, and rows for each year; a tip adds to one of
/// each, without reading it, in the transaction that it comes in with. So a board costs one small row for each donor
/// of its period, whether the donor tipped once or a thousand times. A donor's month, or year, is up to 8 rows, so
/// that tips of one donor that come in at once do not wait for each other.
///
/// The rows stay those of the donor's account. Which accounts are one person's is kept beside them, a small row for
/// each account that was linked to another, and joined when a board is read: so it counts for what was given before,
/// too.
///
/// Only the account's own currency is ranked: amounts of two currencies cannot be compared. A tip in another one counts
/// in the account's at the rate that was set when it came. Without a rate, its currency has a sum beside the board.
///
/// Names stand on it as the account's filter leaves them now: a word that was listed after a tip came in goes from the
/// stream, too.
public final class Leaderboard {

    private static final int SHARDS = 8;
    static final String MONTH = "M";
    static final String YEAR = "Y";
    static final Attribute.Whole HUNDREDTHS = Attribute.whole("hundredths");
    static final Attribute.Whole TIPS = Attribute.whole("tips");
    static final List<Attribute.Whole> DAY = Attribute.wholes("d", 31);
    static final List<Attribute.Whole> DAYS_TIPS = Attribute.wholes("n", 31);
    private static final Attribute<String> PERSON = Attribute.text("person");

    /// The attribute of a tip of a person who was erased: under what its sums go on.
    public static final Attribute<String> DONOR = Attribute.text("donor");

    private final Table table;
    private final InstantSource clock;
    private final KeptBoards kept = new KeptBoards();

    public Leaderboard(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// Enters a contribution: part of the change that it comes in with.
    public static Write[] entry(String tenantId, Contribution contribution) {
        LocalDateTime when = LocalDateTime.ofInstant(contribution.at(), ZoneOffset.UTC);
        long hundredths = contribution.amount().movePointRight(2).longValueExact();
        int day = when.getDayOfMonth();
        return new Write[] {
            row(tenantId, MONTH + YearMonth.from(when), contribution)
                    .add(DAY.get(day), hundredths)
                    .add(DAYS_TIPS.get(day), contribution.tips()),
            row(tenantId, YEAR + when.getYear(), contribution)
                    .add(HUNDREDTHS, hundredths)
                    .add(TIPS, contribution.tips())
        };
    }

    private static Write row(String tenantId, String span, Contribution contribution) {
        Write write = Write.update(SumKeys.board(
                tenantId, span, contribution.currency(), contribution.donor(), contribution.shard(SHARDS)));
        return contribution.tips() <= 0
                ? write
                : write.set(Supporter.NAME, contribution.name())
                        .set(Supporter.PLATFORM, contribution.platform())
                        .set(Supporter.USER_ID, contribution.userId())
                        .set(Supporter.LAST_TIP_AT, contribution.at());
    }

    /// Makes an account one of a person, from now on and for all that it gave before: part of the change that links it.
    ///
    /// @param account `beta:9021`
    /// @param person the account of the person that all others are linked to
    public static Write link(String tenantId, String account, String person) {
        return Write.put(Row.of(SumKeys.linkedDonor(tenantId, Contribution.donor(account)))
                .with(PERSON, Contribution.donor(person)));
    }

    /// Forgets that an account is one of a person.
    ///
    /// @param account as of [#link]
    public static Write unlink(String tenantId, String account) {
        return Write.delete(SumKeys.linkedDonor(tenantId, Contribution.donor(account)));
    }

    /// Whether a row of a board is of one of these accounts.
    public static boolean isOf(Row row, Set<String> accounts) {
        Platform platform = row.find(Supporter.PLATFORM);
        return platform != null && accounts.contains(platform.label() + ":" + row.find(Supporter.USER_ID));
    }

    /// Moves the sums of a row to another donor, who has no account.
    ///
    /// @param row as it was read: the change is refused if it has come to have other sums
    public static List<Write> moved(Row row, String donor, String name) {
        String[] parts = row.key().sort().substring(SumKeys.BOARD.length()).split("#", -1);
        Key to = SumKeys.board(
                Keys.tenantOf(row.key().partition()), parts[0], parts[1], donor, Integer.parseInt(parts[3]));
        Write sums =
                Write.update(to).set(Supporter.NAME, name).set(Supporter.LAST_TIP_AT, row.get(Supporter.LAST_TIP_AT));
        Stream.of(List.of(HUNDREDTHS, TIPS), DAY, DAYS_TIPS)
                .flatMap(List::stream)
                .filter(row::has)
                .forEach(sum -> sums.add(sum, row.get(sum)));
        return List.of(Write.delete(row.key()).when(Condition.asRead(row)), sums);
    }

    /// The board of a period. A large one can be a minute old ([KeptBoards]).
    ///
    /// @param limit how many people at most
    public Board board(String tenantId, Period period, int limit) {
        Instant now = clock.instant();
        LocalDate firstDay = period.firstDay(now);
        Board before = kept.find(tenantId, period, now);
        return (before == null ? read(tenantId, period, firstDay, now) : before).first(limit);
    }

    private Board read(String tenantId, Period period, @Nullable LocalDate firstDay, Instant now) {
        Async<Settings> settings = Async.start(() -> Settings.read(table, tenantId));
        List<Async<BoardSums>> reads = spans(period, firstDay, now).stream()
                .map(span -> Async.start(() -> sums(tenantId, span, firstDay)))
                .toList();
        Async<Map<String, String>> persons = Async.start(() -> persons(tenantId));
        BoardSums sums = new BoardSums(firstDay);
        reads.forEach(read -> sums.add(read.join()));
        CleanText clean = new CleanText(settings.join());
        Board board =
                sums.board(period, settings.join().currency(), persons.join()).named(clean::of);
        kept.keep(tenantId, board, sums.rows(), now);
        return board;
    }

    /// The prefixes of the rows of a period's spans.
    private static List<String> spans(Period period, @Nullable LocalDate firstDay, Instant now) {
        YearMonth month = YearMonth.from(now.atZone(ZoneOffset.UTC));
        if (firstDay == null) {
            return List.of(YEAR);
        }
        if (period == Period.YEAR) {
            return List.of(YEAR + month.getYear() + "#");
        }
        YearMonth first = YearMonth.from(firstDay);
        return first.equals(month) ? List.of(MONTH + month + "#") : List.of(MONTH + first + "#", MONTH + month + "#");
    }

    private BoardSums sums(String tenantId, String span, @Nullable LocalDate firstDay) {
        BoardSums sums = new BoardSums(firstDay);
        table.each(SumKeys.board(tenantId, span), sums::add);
        return sums;
    }

    /// The donors that were linked to another donor, with that one.
    private Map<String, String> persons(String tenantId) {
        return table.query(Query.of(Keys.account(tenantId), SumKeys.LINKED_DONOR)).stream()
                .collect(Collectors.toMap(
                        row -> row.key().sort().substring(SumKeys.LINKED_DONOR.length()), row -> row.get(PERSON)));
    }
}
