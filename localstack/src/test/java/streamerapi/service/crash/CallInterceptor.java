package streamerapi.service.crash;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import streamerapi.service.AwsRequest;

import java.io.IOException;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/// Shows every call to AWS, on its way over HTTP, to the watcher of the invocation that makes it, and lets the watcher
/// end the invocation there.
///
/// An invocation is known by the thread that it runs on and those which that thread starts. An [Error] of the watcher
/// passes through the clients as it is, neither wrapped nor followed by another attempt.
///
/// @param network makes the calls
public record CallInterceptor(SdkHttpClient network) implements SdkHttpClient {

    private static final InheritableThreadLocal<@Nullable Watcher> WATCHER = new InheritableThreadLocal<>();

    private static final Queue<String> SENT = new ConcurrentLinkedQueue<>();

    /// The messages that queues were sent in batches, by whichever invocation.
    static Stream<String> sent() {
        return SENT.stream();
    }

    /// Sees the calls of one invocation.
    public interface Watcher {

        /// A call is about to be made.
        ///
        /// @param operation its name: `TransactWriteItems`
        /// @return a number that [#after] is given again
        int before(String operation);

        /// The call has been made, whatever its answer; nobody has seen the answer yet.
        void after(int number);

        /// A call has read rows of the table, or looked at them in vain.
        default void read(int rows) {}
    }

    /// Watches the calls of this thread, and of every thread that it starts from now on; null ends that.
    public static void watch(@Nullable Watcher watcher) {
        WATCHER.set(watcher);
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        Optional<AwsRequest> seen = AwsRequest.of(request);
        return seen.isEmpty()
                ? network.prepareRequest(request)
                : new Watched(seen.get(), WATCHER.get(), request, network);
    }

    @Override
    public String clientName() {
        return network.clientName();
    }

    @Override
    public void close() {
        network.close();
    }

    private record Watched(
            AwsRequest seen, @Nullable Watcher watcher, HttpExecuteRequest request, SdkHttpClient network)
            implements ExecutableHttpRequest {

        @Override
        public HttpExecuteResponse call() throws IOException {
            int number = watcher == null ? 0 : watcher.before(seen.operation());
            AwsRequest.Read answer = seen.read(network.prepareRequest(request).call());
            if (seen.operation().equals("SendMessageBatch")) {
                seen.body()
                        .path("Entries")
                        .forEach(entry -> SENT.add(entry.path("MessageBody").asText()));
            }
            if (watcher != null) {
                watcher.after(number);
                read(watcher, answer.body());
            }
            return answer.response();
        }

        private void read(Watcher of, JsonNode answer) {
            switch (seen.operation()) {
                case "Query" -> of.read(answer.path("ScannedCount").asInt());
                case "GetItem" -> of.read(answer.has("Item") ? 1 : 0);
                case "BatchGetItem" ->
                    of.read(answer.path("Responses")
                            .valueStream()
                            .mapToInt(JsonNode::size)
                            .sum());
                default -> {}
            }
        }

        @Override
        public void abort() {
            // Nothing ends a call of the local stack.
        }
    }
}
