package streamerapi.leaderboard;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.ledger.CurrencySum;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.SumKeys;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// The sums of a board from the rows of donors.
@NullMarked
class BoardSumsTest {

    private static final Instant LAST = Instant.parse("2026-11-21T12:00:00Z");
    private static final LocalDate SECOND = LocalDate.parse("2026-11-02");

    @Test
    void anEmptyBoardHasNoOne() {
        assertThat(board(null)).isEqualTo(new Board(Period.ALL, null, List.of(), List.of()));
    }

    @Test
    void theRowsOfADonorAddUp() {
        assertThat(board(null, year("2025", "mira", 0, 500, 2), year("2026", "mira", 1, 25, 1))
                        .entries())
                .containsExactly(entry(1, "mira", 525, 3));
    }

    @Test
    void theDaysOfAMonthCountFromTheFirstOfThePeriodToTheLastOfTheMonth() {
        Row november = month("2026-11", "mira")
                .with(Leaderboard.DAY.get(1), 1L)
                .with(Leaderboard.DAYS_TIPS.get(1), 1L)
                .with(Leaderboard.DAY.get(2), 20L)
                .with(Leaderboard.DAYS_TIPS.get(2), 2L)
                .with(Leaderboard.DAY.get(30), 300L)
                .with(Leaderboard.DAYS_TIPS.get(30), 4L);

        Board board = board(SECOND, november);

        assertThat(board.entries()).containsExactly(entry(1, "mira", 320, 6));
        assertThat(board.startsAt()).isEqualTo(Instant.parse("2026-11-02T00:00:00Z"));
        assertThat(board(null, november).entries()).containsExactly(entry(1, "mira", 321, 7));
    }

    @Test
    void aLinkedDonorCountsForTheOtherOne() {
        BoardSums sums = new BoardSums(null);
        sums.add(year("2026", "mira", 0, 500, 1));
        sums.add(year("2026", "mira2", 0, 1, 1));
        sums.add(year("2026", "zoe", 0, 501, 1));

        assertThat(sums.board(Period.ALL, "USD", Map.of("mira2", "mira")).entries())
                .containsExactly(entry(1, "mira", 501, 2), entry(2, "zoe", 501, 1));
    }

    @Test
    void theSumsOfTwoPartsOfAPeriodAddUp() {
        BoardSums first = new BoardSums(null);
        first.add(year("2025", "mira", 0, 500, 2));
        BoardSums second = new BoardSums(null);
        second.add(year("2026", "mira", 1, 25, 1));
        second.add(year("2026", "zoe", 0, 1, 1));
        first.add(second);

        assertThat(first.rows()).isEqualTo(3);
        assertThat(first.board(Period.ALL, "USD", Map.of()).entries())
                .containsExactly(entry(1, "mira", 525, 3), entry(2, "zoe", 1, 1));
    }

    @Test
    void theMostIsFirstAndTheListEndsAtTheLimit() {
        BoardSums sums = new BoardSums(null);
        sums.add(year("2026", "ada", 0, 1, 1));
        sums.add(year("2026", "bea", 0, 3, 1));
        sums.add(year("2026", "zoe", 0, 2, 1));

        assertThat(sums.board(Period.ALL, "USD", Map.of()).first(2).entries())
                .containsExactly(entry(1, "bea", 3, 1), entry(2, "zoe", 2, 1));
    }

    @Test
    void aDonorWhoseTipsWereAllGivenBackIsNotListed() {
        assertThat(board(null, year("2026", "mira", 0, 0, 0)).entries()).isEmpty();
    }

    @Test
    void otherCurrenciesHaveASumBesideTheBoard() {
        Board board = board(
                null,
                in("JPY", year("2026", "mira", 0, 500, 1)),
                in("EUR", year("2026", "mira", 0, 25, 1)),
                in("EUR", year("2026", "zoe", 0, 50, 1)),
                in("GBP", year("2026", "zoe", 0, 0, 0)));

        assertThat(board.entries()).isEmpty();
        assertThat(board.otherSums())
                .containsExactly(
                        new CurrencySum("EUR", new BigDecimal("0.75")), new CurrencySum("JPY", new BigDecimal("5")));
    }

    private static Board board(@Nullable LocalDate firstDay, Row... rows) {
        BoardSums sums = new BoardSums(firstDay);
        List.of(rows).forEach(sums::add);
        return sums.board(Period.ALL, "USD", Map.of());
    }

    private static Board.Entry entry(int rank, String name, long hundredths, long tips) {
        return new Board.Entry(rank, new Supporter(name, null, null, hundredths, tips, LAST), "USD");
    }

    private static Row year(String year, String donor, int shard, long hundredths, long tips) {
        return row("Y" + year, "USD", donor, shard)
                .with(Leaderboard.HUNDREDTHS, hundredths)
                .with(Leaderboard.TIPS, tips);
    }

    private static Row month(String month, String donor) {
        return row("M" + month, "USD", donor, 0);
    }

    private static Row in(String currency, Row row) {
        return Row.of(SumKeys.board("ten_0000000000000", "Y2026", currency, row.get(Supporter.NAME), 0))
                .withAll(row);
    }

    /// A row whose donor has the name of its key.
    private static Row row(String span, String currency, String donor, int shard) {
        return Row.of(SumKeys.board("ten_0000000000000", span, currency, donor, shard))
                .with(Supporter.NAME, donor)
                .with(Supporter.LAST_TIP_AT, LAST);
    }
}
