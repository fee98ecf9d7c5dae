package streamerapi.shared.lambda;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.service.TestInvocation;
import streamerapi.shared.json.Json;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
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

    private final Lined function = new Lined();

    @Test
    void ofAnOrderedLaneNothingIsHandledAfterAFailure() throws IOException {
        assertThat(failures("ordered:1", "ordered:" + FAILS, "ordered:3")).containsExactly("1", "2");
        assertThat(function.handled).containsExactly("ordered:1", "ordered:" + FAILS);
    }

    @Test
    void ofAnyOtherLaneAFailureHoldsUpNothing() throws IOException {
        assertThat(failures("single:1", "single:" + FAILS, "single:3")).containsExactly("1");
        assertThat(function.handled).containsExactly("single:1", "single:" + FAILS, "single:3");
        assertThat(function.mostAtOnce.get()).isEqualTo(1);
    }

    private List<String> failures(String... bodies) throws IOException {
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
        function.handleRequest(
                new ByteArrayInputStream(Json.write(Map.of("Records", records))), output, new TestInvocation("Lined"));
        List<?> failures = (List<?>)
                Objects.requireNonNull(Json.readObject(output.toByteArray()).get("batchItemFailures"));
        return failures.stream()
                .map(failure -> String.valueOf(Json.asObject(failure).get("itemIdentifier")))
                .toList();
    }

    private static final class Lined extends QueueFunction {

        private final List<String> handled = new CopyOnWriteArrayList<>();
        private final AtomicInteger now = new AtomicInteger();
        private final AtomicInteger mostAtOnce = new AtomicInteger();

        Lined() {
            super(new Environment(Map.of(), InstantSource.system()));
        }

        @Override
        protected @Nullable Lane lane(Queued message) {
            String group = String.valueOf(message.group());
            return new Lane(group, group.equals("ordered"));
        }

        @Override
        protected void handle(String message) {
            mostAtOnce.accumulateAndGet(now.incrementAndGet(), Math::max);
            handled.add(message);
            now.decrementAndGet();
            if (message.endsWith(FAILS)) {
                throw new IllegalStateException(message);
            }
        }
    }
}
