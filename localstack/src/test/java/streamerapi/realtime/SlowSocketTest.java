package streamerapi.realtime;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.apigatewaymanagementapi.ApiGatewayManagementApiClient;
import software.amazon.awssdk.services.apigatewaymanagementapi.model.DeleteConnectionRequest;
import software.amazon.awssdk.services.apigatewaymanagementapi.model.DeleteConnectionResponse;
import software.amazon.awssdk.services.apigatewaymanagementapi.model.PostToConnectionRequest;
import software.amazon.awssdk.services.apigatewaymanagementapi.model.PostToConnectionResponse;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.tasks.SteppedHost;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// A socket that takes each event, and long for it: a batch of the stream would wait for it longer than the fan-out
/// has, with all other accounts that are in the batch.
class SlowSocketTest {

    private static final int BATCH = 100;

    private final MemorySockets account = new MemorySockets();
    private final SteppedHost host = new SteppedHost();
    private final Posts posts = new Posts();

    /// The sockets' way to their clients, which takes its time.
    private final class Posts implements ApiGatewayManagementApiClient {

        private final List<String> sent = new ArrayList<>();
        private final List<String> closed = new ArrayList<>();
        private Duration eachTakes = Duration.ZERO;

        @Override
        public PostToConnectionResponse postToConnection(PostToConnectionRequest request) {
            host.step(eachTakes);
            sent.add(request.data().asUtf8String());
            return PostToConnectionResponse.builder().build();
        }

        @Override
        public DeleteConnectionResponse deleteConnection(DeleteConnectionRequest request) {
            closed.add(request.connectionId());
            return DeleteConnectionResponse.builder().build();
        }

        @Override
        public String serviceName() {
            return "execute-api";
        }

        @Override
        public void close() {}
    }

    private void tellAll(Socket socket, Duration eachTakes) {
        posts.eachTakes = eachTakes;
        Broadcast broadcast = new Broadcast(account.sockets, new Connections(posts), account.clock);
        host.run(() -> broadcast.tell(
                socket,
                IntStream.rangeClosed(1, BATCH).mapToObj(SlowSocketTest::event).toList(),
                List.of()));
    }

    private static LoggedEvent event(int number) {
        return new LoggedEvent(
                MemorySockets.TENANT,
                "E#%03d".formatted(number),
                "evt_" + number,
                "tipping.opened",
                "event " + number,
                LoggedEvent.Origin.CHANGE,
                "");
    }

    @Test
    void aBatchDoesNotWaitForASocketThatIsSlow() {
        tellAll(account.live("slow", "E#0"), Duration.ofMillis(1_500));

        assertThat(host.nanoseconds()).isLessThan(Duration.ofSeconds(25).toNanos());
        assertThat(posts.sent).hasSizeLessThan(16).element(0).isEqualTo("event 1");
        assertThat(posts.closed).containsExactly("slow");
        assertThat(account.has("slow")).isFalse();
    }

    @Test
    void aSocketThatIsInTimeIsToldAll() {
        tellAll(account.live("quick", "E#0"), Duration.ofMillis(50));

        assertThat(posts.sent).hasSize(BATCH);
        assertThat(posts.closed).isEmpty();
        assertThat(account.has("quick")).isTrue();
    }
}
