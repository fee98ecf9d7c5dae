package streamerapi.shared.tasks;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// The calls of AWS in a request's log line.
@NullMarked
class CallTimesTest {

    private final CallTimes times = new CallTimes();

    @Test
    void theCallsOfARequestAreGroupedByTheirOperation() {
        times.during(() -> {
            CallTimes.add("Query", 1_250_000);
            CallTimes.add("GetItem", 40_000);
            CallTimes.add("Query", 2_000_000);
            return true;
        });

        assertThat(times.milliseconds()).isEqualTo(Map.of("GetItem", List.of(0.0), "Query", List.of(1.3, 2.0)));
    }

    @Test
    void callsOnThreadsBesideTheRequestAreItsOwn() {
        times.during(() -> {
            Async<Boolean> beside = Async.start(() -> {
                CallTimes.add("GetItem", 5_000_000);
                return true;
            });
            return beside.join();
        });

        assertThat(times.milliseconds()).isEqualTo(Map.of("GetItem", List.of(5.0)));
    }

    @Test
    void aCallOutsideOfARequestBelongsToNone() {
        CallTimes.add("GetItem", 5_000_000);
        CallTimes other = new CallTimes();
        other.during(() -> {
            CallTimes.add("PutItem", 1_000_000);
            return true;
        });

        assertThat(times.milliseconds()).isNull();
        assertThat(other.milliseconds()).containsOnlyKeys("PutItem");
    }
}
