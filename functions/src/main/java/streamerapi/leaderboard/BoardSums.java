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

/// The sums of a period's donors, while its rows are read: they are kept, the rows are not.
final class BoardSums {

    private final @Nullable LocalDate firstDay;
    private final Map<String, Map<String, Supporter>> donors = new TreeMap<>();
    private int rows;

    /// @param firstDay of the board's period; null if it has no beginning
    BoardSums(@Nullable LocalDate firstDay) {
        this.firstDay = firstDay;
    }

    /// Adds what a row has of the period to what its donor gave.
    void add(Row row) {
        rows++;
        String[] parts = row.key().sort().substring(SumKeys.BOARD.length()).split("#", -1);
        Supporter supporter = parts[0].startsWith(Leaderboard.YEAR)
                ? Supporter.of(row, row.get(Leaderboard.HUNDREDTHS), row.get(Leaderboard.TIPS))
                : ofDays(row, YearMonth.parse(parts[0].substring(Leaderboard.MONTH.length())));
        add(parts[1], parts[2], supporter);
    }

    private void add(String currency, String donor, Supporter supporter) {
        donors.computeIfAbsent(currency, none -> new LinkedHashMap<>()).merge(donor, supporter, Supporter::and);
    }

    /// Adds the sums of another part of the period.
    void add(BoardSums other) {
        rows += other.rows;
        other.donors.forEach((currency, sums) -> sums.forEach((donor, supporter) -> add(currency, donor, supporter)));
    }

    /// How many rows were added.
    int rows() {
        return rows;
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
    /// @param currency the one that is ranked
    /// @param persons the donors that were linked to another donor, with that one
    Board board(Period period, String currency, Map<String, String> persons) {
        Map<String, Supporter> people = new LinkedHashMap<>();
        donors.getOrDefault(currency, Map.of())
                .forEach((donor, supporter) ->
                        people.merge(persons.getOrDefault(donor, donor), supporter, Supporter::and));
        List<Supporter> ranked = people.values().stream()
                .filter(supporter -> supporter.tips() > 0)
                .sorted(Supporter.RANKING)
                .limit(Board.MAX_ENTRIES)
                .toList();
        Instant startsAt =
                firstDay == null ? null : firstDay.atStartOfDay(ZoneOffset.UTC).toInstant();
        List<CurrencySum> otherSums = donors.entrySet().stream()
                .filter(other -> !other.getKey().equals(currency))
                .map(other -> CurrencySum.ofHundredths(other.getKey(), sum(other.getValue())))
                .filter(other -> other.amount().signum() != 0)
                .toList();
        return Board.of(period, startsAt, ranked, currency, otherSums);
    }

    private static long sum(Map<String, Supporter> supporters) {
        return supporters.values().stream().mapToLong(Supporter::hundredths).sum();
    }
}
