package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.polly.PollyClient;
import software.amazon.awssdk.services.polly.PollyClientBuilder;
import streamerapi.shared.aws.Backoff;
import streamerapi.shared.tasks.Host;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/// The SDK's client of voices, one for all processes of all simulations, because a client takes longer to make than
/// many of its calls. A call is one of the process whose thread makes it, and is not signed.
final class SharedClients {

    private static final AtomicReference<@Nullable PollyClient> VOICES = new AtomicReference<>();

    private SharedClients() {}

    /// A builder in the place of another one, which gives the client of voices.
    static PollyClientBuilder speech(PollyClientBuilder own) {
        return builder(own, () -> VOICES.updateAndGet(made -> made == null ? made(own) : made));
    }

    /// A builder in the place of another one, which gives this client.
    static <B> B builder(B own, Supplier<?> client) {
        Class<?> type = own.getClass();
        @SuppressWarnings("unchecked") // it has the interfaces of the other one
        B other = (B) Proxy.newProxyInstance(type.getClassLoader(), type.getInterfaces(), (proxy, method, none) -> {
            if (!method.getName().equals("build")) {
                throw new IllegalStateException("It builds a client and does nothing else: " + method);
            }
            return client.get();
        });
        return other;
    }

    private static PollyClient made(PollyClientBuilder builder) {
        RetryStrategy retries = AwsRetryStrategy.standardRetryStrategy().toBuilder()
                .maxAttempts(Backoff.TRIES)
                .backoffStrategy(SharedClients::paused)
                .throttlingBackoffStrategy(SharedClients::paused)
                .circuitBreakerEnabled(false)
                .build();
        return builder.httpClient(new Calls())
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .overrideConfiguration(ClientOverrideConfiguration.builder()
                        .retryStrategy(retries)
                        .build())
                .build();
    }

    private static Duration paused(int attempt) {
        LambdaProcess process = process();
        process.turns().sleep(Duration.ofMillis(50 + process.chance().nextInt(150 * attempt)));
        return Duration.ZERO;
    }

    /// The process that this thread is one of.
    private static LambdaProcess process() {
        return (LambdaProcess) Host.SIMULATED.get();
    }

    /// The way of all processes to AWS.
    private record Calls() implements SdkHttpClient {

        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            return process().aws().prepareRequest(request);
        }

        @Override
        public String clientName() {
            return "Simulated";
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }
}
