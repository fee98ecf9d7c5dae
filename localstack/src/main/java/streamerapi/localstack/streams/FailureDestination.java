package streamerapi.localstack.streams;

import java.util.List;

/// Where Lambda reports records that it gave up: their place in the stream, not their content.
@FunctionalInterface
interface FailureDestination {

    /// @param condition why they were given up: `RetryAttemptsExhausted` or `MaximumRecordAgeExceeded`
    void report(String condition, int attempts, List<StreamRecord> records);
}
