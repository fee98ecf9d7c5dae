package streamerapi.ledger;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.ledger.LedgerSpan.Days;
import streamerapi.ledger.LedgerSpan.Entries;
import streamerapi.ledger.LedgerSpan.Hours;
import streamerapi.ledger.LedgerSpan.Piece;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// The pieces of a span of the ledger: together they are the span, each moment in one of them.
@NullMarked
class LedgerSpanTest {

    private static final LocalDateTime FIRST = LocalDateTime.parse("2026-10-30T00:00");
    private static final LocalDateTime LATER = LocalDateTime.parse("2030-01-01T00:00");

    @Test
    void aSpanOfDaysIsReadFromTheMonthsAlone() {
        assertThat(pieces("2026-11-01T00:00", "2026-12-01T00:00")).containsExactly(days("2026-11-01", "2026-12-01"));
        assertThat(pieces("2026-11-21T00:00", "2026-11-22T00:00")).containsExactly(days("2026-11-21", "2026-11-22"));
    }

    @Test
    void aSpanThatBeginsAndEndsWithinHoursIsReadFromEntriesHoursAndDays() {
        assertThat(pieces("2026-11-20T22:10:00.001", "2026-11-23T03:30"))
                .containsExactlyInAnyOrder(
                        entries("2026-11-20T22:10:00.001", "2026-11-20T23:00"),
                        hours("2026-11-20", 23, 24),
                        days("2026-11-21", "2026-11-23"),
                        hours("2026-11-23", 0, 3),
                        entries("2026-11-23T03:00", "2026-11-23T03:30"));
    }

    @Test
    void aSpanOverMidnightWithoutAWholeDayIsReadFromTheHoursOfBothDays() {
        assertThat(pieces("2026-11-20T22:00", "2026-11-21T02:00"))
                .containsExactlyInAnyOrder(hours("2026-11-20", 22, 24), hours("2026-11-21", 0, 2));
    }

    @Test
    void aSpanWithinADayIsReadFromItsHours() {
        assertThat(pieces("2026-11-20T01:00", "2026-11-20T23:00")).containsExactly(hours("2026-11-20", 1, 23));
        assertThat(pieces("2026-11-20T01:00", "2026-11-21T00:00")).containsExactly(hours("2026-11-20", 1, 24));
        assertThat(pieces("2026-11-20T00:00", "2026-11-20T23:00")).containsExactly(hours("2026-11-20", 0, 23));
    }

    @Test
    void aSpanWithinAnHourIsReadFromItsEntriesInOnePiece() {
        assertThat(pieces("2026-11-20T22:10", "2026-11-20T22:50"))
                .containsExactly(entries("2026-11-20T22:10", "2026-11-20T22:50"));
    }

    @Test
    void aSpanOverTheHourWithoutAWholeOneIsReadFromTheEntriesOfBothHours() {
        assertThat(pieces("2026-11-20T22:10", "2026-11-20T23:50"))
                .containsExactly(
                        entries("2026-11-20T22:10", "2026-11-20T23:00"),
                        entries("2026-11-20T23:00", "2026-11-20T23:50"));
    }

    @Test
    void anEmptyOrReversedSpanIsNotRead() {
        assertThat(pieces("2026-11-20T22:10", "2026-11-20T22:10")).isEmpty();
        assertThat(pieces("2026-11-20T22:10", "2026-11-20T22:09")).isEmpty();
        assertThat(pieces("2026-11-22T00:00", "2026-11-20T00:00")).isEmpty();
    }

    @Test
    void whatBeginsAfterNowIsNotRead() {
        LocalDateTime now = LocalDateTime.parse("2026-11-20T22:10");

        assertThat(new LedgerSpan(now.plusNanos(1), LATER, now).pieces()).isEmpty();
        assertThat(new LedgerSpan(now.minusMinutes(5), LATER, now).pieces())
                .containsExactly(entries("2026-11-20T22:05", "2026-11-20T23:00"));
        assertThat(new LedgerSpan(now, LATER, now).pieces())
                .as("an amount can come in at this very moment")
                .containsExactly(entries("2026-11-20T22:10", "2026-11-20T23:00"));
        assertThat(new LedgerSpan(now.minusHours(1), LATER, now).pieces())
                .containsExactly(entries("2026-11-20T21:10", "2026-11-20T22:00"), hours("2026-11-20", 22, 24));
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void eachMomentOfASpanIsInOnePieceAndNoOtherMomentIsInAny(
            @ForAll("times") LocalDateTime one,
            @ForAll("times") LocalDateTime other,
            @ForAll("times") LocalDateTime at) {
        LocalDateTime start = one.isBefore(other) ? one : other;
        LocalDateTime end = one.isBefore(other) ? other : one;
        boolean isInside = !at.isBefore(start) && at.isBefore(end);

        assertThat(new LedgerSpan(start, end, LATER).pieces().stream().filter(piece -> has(piece, at)))
                .hasSize(isInside ? 1 : 0);
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void aSpanIsAtMostFivePiecesEachOfOneQuery(
            @ForAll("times") LocalDateTime one, @ForAll("times") LocalDateTime other) {
        List<Piece> pieces =
                new LedgerSpan(one.isBefore(other) ? one : other, one.isBefore(other) ? other : one, LATER).pieces();

        assertThat(pieces.stream().filter(Entries.class::isInstance).map(Entries.class::cast))
                .hasSizeLessThanOrEqualTo(2)
                .allMatch(entries -> entries.from().isBefore(entries.to()))
                .allMatch(
                        entries -> hour(entries.from()).equals(hour(entries.to().minusNanos(1))));
        assertThat(pieces.stream().filter(Hours.class::isInstance).map(Hours.class::cast))
                .hasSizeLessThanOrEqualTo(2)
                .allMatch(hours -> 0 <= hours.from() && hours.from() < hours.to() && hours.to() <= 24)
                .noneMatch(hours -> hours.from() == 0 && hours.to() == 24);
        assertThat(pieces.stream().filter(Days.class::isInstance).map(Days.class::cast))
                .hasSizeLessThanOrEqualTo(1)
                .allMatch(days -> days.from().isBefore(days.to()));
    }

    /// Times in a few days over the end of a month, often on the hour or at midnight.
    @Provide
    Arbitrary<LocalDateTime> times() {
        return Arbitraries.oneOf(
                Arbitraries.integers().between(0, 4).map(FIRST::plusDays),
                Arbitraries.integers().between(0, 4 * 24).map(FIRST::plusHours),
                Arbitraries.integers().between(0, 4 * 24 * 60).map(FIRST::plusMinutes),
                Arbitraries.longs()
                        .between(0, 4 * 24 * 3_600_000L)
                        .map(millis -> FIRST.plus(millis, ChronoUnit.MILLIS)));
    }

    private static boolean has(Piece piece, LocalDateTime at) {
        return switch (piece) {
            case Entries entries -> !at.isBefore(entries.from()) && at.isBefore(entries.to());
            case Hours hours ->
                at.toLocalDate().equals(hours.day()) && at.getHour() >= hours.from() && at.getHour() < hours.to();
            case Days days -> days.has(at.toLocalDate());
        };
    }

    private static LocalDateTime hour(LocalDateTime time) {
        return time.truncatedTo(ChronoUnit.HOURS);
    }

    private static List<Piece> pieces(String start, String end) {
        return new LedgerSpan(LocalDateTime.parse(start), LocalDateTime.parse(end), LATER).pieces();
    }

    private static Piece entries(String from, String to) {
        return new Entries(LocalDateTime.parse(from), LocalDateTime.parse(to));
    }

    private static Piece hours(String day, int from, int to) {
        return new Hours(LocalDate.parse(day), from, to);
    }

    private static Piece days(String from, String to) {
        return new Days(LocalDate.parse(from), LocalDate.parse(to));
    }
}
