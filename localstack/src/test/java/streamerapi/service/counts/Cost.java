package streamerapi.service.counts;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// The cost of a request or an event.
///
/// @param what the request or event, as the table names it
/// @param total how many calls to AWS it makes
/// @param depth how many of them wait for each other
record Cost(String what, int total, int depth, Units units) {

    private static final BigDecimal READS = new BigDecimal("0.125");
    private static final BigDecimal WRITES = new BigDecimal("0.625");

    static Cost of(String what, Calls calls) {
        return new Cost(what, calls.total(), calls.depth(), calls.units());
    }

    /// The line of a request in the table.
    String requestLine() {
        return String.format(
                "| %s | %d | %d | %d | %d | %s |", what, total, depth, units.reads(), units.writes(), dollars());
    }

    /// The line of an event in the table.
    String eventLine() {
        return String.format(
                "| %s | %d | %d | %d | %d | %d | %d |",
                what, total, depth, units.reads(), units.writes(), units.messages(), units.frames());
    }

    /// US dollars for a million, for the table alone.
    private String dollars() {
        return READS.multiply(BigDecimal.valueOf(units.reads()))
                .add(WRITES.multiply(BigDecimal.valueOf(units.writes())))
                .setScale(2, RoundingMode.HALF_UP)
                .toPlainString();
    }
}
