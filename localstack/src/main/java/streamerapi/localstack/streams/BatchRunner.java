package streamerapi.localstack.streams;

import streamerapi.localstack.functions.Failures;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.localstack.functions.Functions;
import streamerapi.localstack.functions.Pausable;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Invokes a function with a batch of records until each was taken or given up, as Lambda's event source mapping does.
///
/// A failed batch is tried again after a growing pause; if the function reports failures, from the first failed
/// record on; if the event source bisects, in halves, so that one bad record cannot take good ones with it. Only a
/// batch that has reached the function has failed.
final class BatchRunner {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration MAX_PAUSE = Duration.ofSeconds(5);
    private static final int NOT_RUN = -1;

    private final StreamTriggerSettings settings;
    private final Functions functions;
    private final Pausable gate = new Pausable();
    private final FailureDestination destination;

    BatchRunner(StreamTriggerSettings settings, Functions functions, FailureDestination destination) {
        this.settings = settings;
        this.functions = functions;
        this.destination = destination;
    }

    /// Stops invoking, and returns when the last invocation has ended.
    void pause() throws InterruptedException {
        gate.pause();
    }

    void resume() {
        gate.resume();
    }

    /// Waits while the trigger is paused, so that what is written meanwhile becomes one batch.
    void awaitOn() throws InterruptedException {
        gate.awaitOn();
    }

    void run(List<StreamRecord> batch) throws InterruptedException {
        List<StreamRecord> left = batch;
        int attempts = 0;
        while (true) {
            left = withoutExpired(left, attempts);
            int taken = left.isEmpty() ? 0 : invoke(left);
            if (taken == left.size()) {
                return;
            }
            if (taken == NOT_RUN) {
                sleep(1);
                continue;
            }
            attempts = taken > 0 ? 1 : attempts + 1;
            left = left.subList(taken, left.size());
            if (taken == 0 && settings.bisects() && left.size() > 1) {
                sleep(1);
                run(left.subList(0, left.size() / 2));
                run(left.subList(left.size() / 2, left.size()));
                return;
            }
            if (settings.retries().isPresent() && attempts > settings.retries().getAsInt()) {
                destination.report("RetryAttemptsExhausted", attempts, left);
                return;
            }
            sleep(attempts);
        }
    }

    /// How many records, from the first on, the function took; [#NOT_RUN] if the account's limit kept it from running.
    private int invoke(List<StreamRecord> records) throws InterruptedException {
        gate.begin();
        try {
            byte[] response = functions.invoke(settings.function(), StreamRecord.event(records));
            if (!settings.reportsFailures()) {
                return records.size();
            }
            Set<String> numbers =
                    records.stream().map(StreamRecord::sequenceNumber).collect(Collectors.toSet());
            return Failures.of(response, numbers)
                    .map(failed -> firstOf(failed, records))
                    .orElse(0);
        } catch (FunctionError e) {
            return e.isThrottled() ? NOT_RUN : 0;
        } finally {
            gate.end();
        }
    }

    private static int firstOf(List<String> failed, List<StreamRecord> records) {
        int index = 0;
        while (index < records.size() && !failed.contains(records.get(index).sequenceNumber())) {
            index++;
        }
        return index;
    }

    private List<StreamRecord> withoutExpired(List<StreamRecord> records, int attempts) {
        Instant oldest = Instant.now().minus(settings.recordLifetime());
        var expired = records.stream()
                .filter(item -> item.createdAt().isBefore(oldest))
                .toList();
        if (expired.isEmpty()) {
            return records;
        }
        destination.report("MaximumRecordAgeExceeded", attempts, expired);
        return records.stream().filter(item -> !expired.contains(item)).toList();
    }

    private static void sleep(int attempts) throws InterruptedException {
        long millis = FIRST_PAUSE.toMillis() << Math.min(attempts - 1, 10);
        Thread.sleep(Math.min(millis, MAX_PAUSE.toMillis()));
    }
}
