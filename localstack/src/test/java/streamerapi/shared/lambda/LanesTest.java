package streamerapi.shared.lambda;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.service.TestInvocation;
import streamerapi.shared.json.Json;
import streamerapi.shared.tasks.SteppedHost;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;

/// Messages of one lane are handled one after the other: in their order, none after one that failed, if that matters.
class LanesTest {

    private static final String FAILS = "fails";
    private static final String SLOW = "slow";
    private static final String UNREADABLE = "unreadable";

    private final SteppedHost host = new SteppedHost();
    private final Lined function = new Lined();

    @Test
    void ofAnOrderedLaneNothingIsHandledAfterAFailure() {
        assertThat(failures("ordered:1", "ordered:" + FAILS, "ordered:3")).containsExactly("1", "2");
        assertThat(function.handled).containsExactly("ordered:1", "ordered:" + FAILS);
    }

    /// With its order unknown, each message is still handled or reported: nothing waits for the function's timeout.
    @Test
    void aMessageThatTellsNoPlaceInItsLaneFailsAlone() {
        assertThat(failures("ordered:1", "ordered:" + UNREADABLE)).containsExactly("1");
        assertThat(function.handled).containsExactly("ordered:1", "ordered:" + UNREADABLE);
    }

    @Test
    void ofAnyOtherLaneAFailureHoldsUpNothing() {
        assertThat(failures("single:1", "single:" + FAILS, "single:3")).containsExactly("1");
        assertThat(function.handled).containsExactly("single:1", "single:" + FAILS, "single:3");
        assertThat(function.mostAtOnce.get()).isEqualTo(1);
    }

    @Test
    void aMessageThatWaitedForTooLongInItsLaneComesAgain() {
        host.run(() -> assertThat(failures("single:" + SLOW, "single:2")).containsExactly("1"));
        assertThat(function.handled).containsExactly("single:" + SLOW);
    }

    @Test
    void theLongestLaneIsThatWithTheMostMessagesInHand() {
        Lanes lanes = new Lanes();
        assertThat(lanes.longest()).isZero();
        lanes.after("a", 2, () -> {});
        lanes.after("b", 1, () -> {});
        lanes.after("a", 1, () -> {});
        assertThat(lanes.longest()).isEqualTo(3);
        lanes.oneEnded("a");
        lanes.oneEnded("a");
        lanes.oneEnded("b");
        assertThat(lanes.longest()).isEqualTo(1);
        lanes.oneEnded("a");
        assertThat(lanes.longest()).isZero();
    }

    private List<String> failures(String... bodies) {
        List<Map<String, Object>> records = Arrays.stream(bodies)
                .map(body -> Map.<String, Object>of(
                        "messageId",
                        String.valueOf(Arrays.asList(bodies).indexOf(body)),
                        "body",
                        body,
                        "attributes",
                        Map.of("MessageGroupId", body.substring(0, body.indexOf(':')))))
                .toList();
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        byte[] event = Json.write(Map.of("Records", records));
        try {
            function.handleRequest(new ByteArrayInputStream(event), output, new TestInvocation("Lined"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<?> failures = (List<?>)
                Objects.requireNonNull(Json.readObject(output.toByteArray()).get("batchItemFailures"));
        return failures.stream()
                .map(failure -> String.valueOf(Json.asObject(failure).get("itemIdentifier")))
                .toList();
    }

    private final class Lined extends QueueFunction {

        private final List<String> handled = new CopyOnWriteArrayList<>();
        private final AtomicInteger now = new AtomicInteger();
        private final AtomicInteger mostAtOnce = new AtomicInteger();

        Lined() {
            super(new Environment(Map.of(), InstantSource.system()));
        }

        @Override
        protected @Nullable Lane lane(Message message) {
            String group = String.valueOf(message.group());
            return new Lane(group, group.equals("ordered"));
        }

        @Override
        protected List<Message> ordered(List<Message> lane) {
            if (lane.stream().anyMatch(message -> message.body().endsWith(UNREADABLE))) {
                throw new IllegalStateException(UNREADABLE);
            }
            return lane;
        }

        @Override
        protected void handle(Message message) {
            mostAtOnce.accumulateAndGet(now.incrementAndGet(), Math::max);
            handled.add(message.body());
            now.decrementAndGet();
            if (message.body().endsWith(SLOW)) {
                host.step(Duration.ofSeconds(46));
            }
            if (message.body().endsWith(FAILS) || message.body().endsWith(UNREADABLE)) {
                throw new IllegalStateException(message.body());
            }
        }
    }
}
