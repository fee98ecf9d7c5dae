package streamerapi.shared.events;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.shared.events.LoggedEvent.Origin;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// The order in which events are told.
@NullMarked
class CommitOrderTest {

    @Test
    void eventsOfDifferentCommitsKeepTheOrderOfTheStream() {
        assertThat(told(event("e2", ""), event("e1", ""), event("e3", ""))).containsExactly("p0:e2", "p1:e1", "p2:e3");
    }

    @Test
    void eventsOfOneCommitAreToldInTheOrderInWhichTheyWereDecided() {
        assertThat(told(event("e3", "e1#02"), event("e1", "e1#00"), event("e2", "e1#01")))
                .containsExactly("p0:e1", "p1:e2", "p2:e3");
    }

    @Test
    void theEventsOfACommitShareItsPlacesAndLeaveThoseOfOthers() {
        assertThat(told(
                        event("b2", "b1#01"),
                        event("x", ""),
                        event("c2", "c1#01"),
                        event("b1", "b1#00"),
                        event("c1", "c1#00")))
                .containsExactly("p0:b1", "p1:x", "p2:c1", "p3:b2", "p4:c2");
    }

    private static Stream<String> told(LoggedEvent... events) {
        List<LoggedEvent> placed = IntStream.range(0, events.length)
                .mapToObj(i -> events[i].at("p" + i))
                .toList();
        return CommitOrder.of(placed).stream().map(event -> event.place() + ":" + event.id());
    }

    private static LoggedEvent event(String id, String commit) {
        return new LoggedEvent("ten_0000000000000", "", id, "counter.updated", "{}", Origin.CHANGE, commit);
    }
}
