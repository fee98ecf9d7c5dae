package streamerapi.service.counts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import streamerapi.service.AwsRequest;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// Writes down each call to AWS of an invocation that is recorded, on its way over HTTP.
///
/// Every such call is held for a moment, so that calls that are made beside each other are seen to overlap, however
/// quick the engines of the local stack are.
///
/// @param network makes the calls
/// @param isCounting whether the engine of the table counts what a call consumes: DynamoDB Local does
/// @param held how long a call is held now
record AwsCalls(SdkHttpClient network, boolean isCounting, Supplier<Duration> held) implements SdkHttpClient {

    /// The invocation that this thread, and every thread that it starts, works for; null while nothing is recorded.
    private static final InheritableThreadLocal<@Nullable Calls> INVOCATION = new InheritableThreadLocal<>();

    /// Records what this thread does from now on; nothing if `calls` is null.
    static void record(@Nullable Calls calls) {
        INVOCATION.set(calls);
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        Calls calls = INVOCATION.get();
        Optional<AwsRequest> seen = calls == null ? Optional.empty() : AwsRequest.of(request);
        return seen.isEmpty() || calls == null
                ? network.prepareRequest(request)
                : new Recorded(calls, seen.get(), request, network, isCounting, held.get());
    }

    @Override
    public String clientName() {
        return network.clientName();
    }

    @Override
    public void close() {
        network.close();
    }

    private record Recorded(
            Calls calls,
            AwsRequest seen,
            HttpExecuteRequest request,
            SdkHttpClient network,
            boolean isCounting,
            Duration held)
            implements ExecutableHttpRequest {

        @Override
        public HttpExecuteResponse call() throws IOException {
            long begun = System.nanoTime();
            Written written = Written.before(calls, seen);
            ExecutableHttpRequest prepared = network.prepareRequest(asking());
            LockSupport.parkNanos(held.toNanos());
            AwsRequest.Read answer = null;
            try {
                answer = seen.read(prepared.call());
                return answer.response();
            } finally {
                long ended = System.nanoTime();
                Charged charged = Charged.of(seen, answer, written);
                calls.add(new MeasuredCall(
                        seen.operation(),
                        charged.partition(),
                        begun,
                        ended,
                        charged.units(),
                        charged.byKey(),
                        charged.reported()));
            }
        }

        /// The request, asking the table what it costs.
        private HttpExecuteRequest asking() throws IOException {
            return isCounting && seen.service() == AwsRequest.Service.DYNAMODB
                    ? AwsRequest.with(request, ((ObjectNode) seen.body()).put("ReturnConsumedCapacity", "INDEXES"))
                    : request;
        }

        @Override
        public void abort() {
            // Nothing ends a call of the local stack.
        }
    }
}
