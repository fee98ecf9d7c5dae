package streamerapi.leaderboard;

import org.jspecify.annotations.Nullable;
import streamerapi.ledger.CurrencySum;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.SumKeys;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The sums of a board's people, and of the currencies that are not ranked, while its rows are read.
final class BoardSums {

    private final String currency;
    private final @Nullable LocalDate firstDay;
    private final Map<String, String> persons;
    private final Map<String, Supporter> donors = new LinkedHashMap<>();
    private final Map<String, Long> others = new TreeMap<>();

    /// @param currency the one that is ranked
    /// @param firstDay of the board's period; null if it has no beginning
    /// @param persons the donors that were linked to another donor, with that one
    BoardSums(String currency, @Nullable LocalDate firstDay, Map<String, String> persons) {
        this.currency = currency;
        this.firstDay = firstDay;
        this.persons = persons;
    }

    /// Adds what a row has of the period to what its person gave, or to the sum of its currency if that is not ranked.
    void add(Row row) {
        String[] parts = row.key().sort().substring(SumKeys.BOARD.length()).split("#", -1);
        Supporter supporter = parts[0].startsWith(Leaderboard.YEAR)
                ? Supporter.of(row, row.get(Leaderboard.HUNDREDTHS), row.get(Leaderboard.TIPS))
                : ofDays(row, YearMonth.parse(parts[0].substring(Leaderboard.MONTH.length())));
        if (!parts[1].equals(currency)) {
            others.merge(parts[1], supporter.hundredths(), Long::sum);
            return;
        }
        donors.merge(persons.getOrDefault(parts[2], parts[2]), supporter, Supporter::and);
    }

    private Supporter ofDays(Row row, YearMonth month) {
        long hundredths = 0;
        long tips = 0;
        for (int day = 1; day <= month.lengthOfMonth(); day++) {
            if (firstDay == null || !month.atDay(day).isBefore(firstDay)) {
                hundredths += row.get(Leaderboard.DAY.get(day));
                tips += row.get(Leaderboard.DAYS_TIPS.get(day));
            }
        }
        return Supporter.of(row, hundredths, tips);
    }

    /// The board of the rows that were added.
    ///
    /// @param limit how many people at most
    Board board(Period period, int limit) {
        List<Supporter> ranked = donors.values().stream()
                .filter(supporter -> supporter.tips() > 0)
                .sorted(Supporter.RANKING)
                .limit(limit)
                .toList();
        Instant startsAt =
                firstDay == null ? null : firstDay.atStartOfDay(ZoneOffset.UTC).toInstant();
        List<CurrencySum> otherSums = others.entrySet().stream()
                .filter(other -> other.getValue() != 0)
                .map(other -> CurrencySum.ofHundredths(other.getKey(), other.getValue()))
                .toList();
        return Board.of(period, startsAt, ranked, currency, otherSums);
    }
}
