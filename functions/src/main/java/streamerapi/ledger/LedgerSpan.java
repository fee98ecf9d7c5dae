package streamerapi.ledger;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/// The time from `start` on and before `end` (UTC), and the pieces that its sum is read in: whole days in the middle,
/// whole hours at their two ends, and entries at the ends of those.
///
/// @param now a piece that begins after it is left out, because nothing has come in then
record LedgerSpan(LocalDateTime start, LocalDateTime end, LocalDateTime now) {

    /// A part of the span that one query reads.
    sealed interface Piece {}

    /// The time from `from` on and before `to`, within one hour.
    record Entries(LocalDateTime from, LocalDateTime to) implements Piece {}

    /// Whole hours of a day.
    ///
    /// @param from the first one, 0 to 23
    /// @param to the one after the last, up to 24
    record Hours(LocalDate day, int from, int to) implements Piece {

        private static Hours of(LocalDateTime from, LocalDateTime to) {
            LocalDate day = from.toLocalDate();
            return new Hours(day, from.getHour(), to.toLocalDate().equals(day) ? to.getHour() : 24);
        }
    }

    /// Whole days.
    ///
    /// @param to the day after the last one
    record Days(LocalDate from, LocalDate to) implements Piece {

        boolean has(LocalDate day) {
            return !day.isBefore(from) && day.isBefore(to);
        }
    }

    /// The pieces, which do not overlap; none if the span is empty.
    List<Piece> pieces() {
        List<Piece> pieces = new ArrayList<>();
        if (!isEmpty()) {
            split(pieces);
        }
        return pieces;
    }

    private void split(List<Piece> pieces) {
        LedgerSpan hours = whole(ChronoUnit.HOURS);
        if (hours.isReversed()) {
            pieces.add(new Entries(start, end));
            return;
        }
        if (!start.equals(hours.start)) {
            pieces.add(new Entries(start, hours.start));
        }
        if (!end.equals(hours.end)) {
            pieces.add(new Entries(hours.end, end));
        }
        if (!hours.isEmpty()) {
            hours.splitHours(pieces);
        }
    }

    private void splitHours(List<Piece> pieces) {
        LedgerSpan days = whole(ChronoUnit.DAYS);
        if (days.isReversed()) {
            pieces.add(Hours.of(start, end));
            return;
        }
        if (!start.equals(days.start)) {
            pieces.add(Hours.of(start, days.start));
        }
        if (!end.equals(days.end)) {
            pieces.add(Hours.of(days.end, end));
        }
        if (!days.isEmpty()) {
            pieces.add(new Days(days.start.toLocalDate(), days.end.toLocalDate()));
        }
    }

    private boolean isEmpty() {
        return start.isAfter(now) || !start.isBefore(end);
    }

    /// The whole units in it; its end is before its start if the span lies within one unit.
    private LedgerSpan whole(ChronoUnit unit) {
        LocalDateTime first = start.truncatedTo(unit);
        return new LedgerSpan(first.equals(start) ? first : first.plus(1, unit), end.truncatedTo(unit), now);
    }

    private boolean isReversed() {
        return start.isAfter(end);
    }
}
