package streamerapi.localstack.streams;

import java.util.List;

/// The destination of Lambda's reports about records that it gave up: they have the records' place in the stream, not
/// their content.
@FunctionalInterface
interface FailureDestination {

    /// @param condition why they were given up: `RetryAttemptsExhausted` or `MaximumRecordAgeExceeded`
    void report(String condition, int attempts, List<StreamRecord> records);
}
