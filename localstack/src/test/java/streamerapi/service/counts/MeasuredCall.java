package streamerapi.service.counts;

import java.util.Map;

/// A call to AWS.
///
/// @param operation as AWS names it: `GetItem`
/// @param partition of the row that it is about; empty if it is about several, or none
/// @param begun when it began, as [System#nanoTime] counts
/// @param ended when it ended
/// @param units what AWS charges
/// @param byKey the units of the table, by partition key
/// @param reported the capacity units that DynamoDB Local says it consumed; 0 for other services and engines
record MeasuredCall(
        String operation,
        String partition,
        long begun,
        long ended,
        Units units,
        Map<String, Units> byKey,
        double reported) {

    /// Whether it finds out who asks, or counts the request against a limit.
    boolean isGate() {
        return partition.startsWith("CREDENTIAL#") || partition.startsWith("IP#");
    }

    boolean isWrite() {
        return units.writes() > 0;
    }

    boolean follows(MeasuredCall other) {
        return begun > other.ended;
    }

    @Override
    public String toString() {
        return operation + " " + partition + " " + units.reads() + "r " + units.writes() + "w, reported " + reported;
    }
}
