package streamerapi.shared.lambda;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.ContainerCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.apigatewaymanagementapi.ApiGatewayManagementApiClient;
import software.amazon.awssdk.services.polly.PollyClient;
import streamerapi.shared.aws.AwsOperations;
import streamerapi.shared.aws.AwsService;
import streamerapi.shared.aws.AwsTransport;
import streamerapi.shared.aws.SignedTransport;
import streamerapi.shared.queues.SqsQueue;
import streamerapi.shared.tasks.Host;

import java.net.URI;
import java.security.Security;
import java.time.Duration;

/// The AWS clients of one function, over one HTTP client: the JDK's own, which starts quickest. DynamoDB and SQS have
/// none of the SDK's, since most starts would wait for those.
public final class Clients {

    private static final Duration SOCKET_ATTEMPT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration SOCKET_CALL_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration SPEECH_CALL_TIMEOUT = Duration.ofSeconds(12);

    private final Environment environment;
    private final SdkHttpClient http;
    private final AwsCredentialsProvider credentials;

    public Clients(Environment environment) {
        this.environment = environment;
        this.http = new TimedHttp(environment.http().get());
        this.credentials = credentials(environment);
    }

    /// The JDK's HTTP client. Its own settings, which it reads once, are changed: it keeps a connection for 5 seconds
    /// and five of them, so that nearly every request of a small installation would wait for a TLS handshake; and a
    /// name that was looked up before a snapshot must not be believed after it.
    static SdkHttpClient network() {
        setUnlessSet("http.keepAlive.time.server", "55");
        setUnlessSet("http.maxConnections", "64");
        Security.setProperty("networkaddress.cache.ttl", "0");
        return UrlConnectionHttpClient.builder()
                .connectionTimeout(Duration.ofSeconds(2))
                .socketTimeout(Duration.ofSeconds(10))
                .build();
    }

    /// The operations of a service by its protocol, without the SDK's client.
    public AwsOperations operations(AwsService service) {
        AwsTransport transport = transport(service);
        return new AwsOperations(service, Host.client(transport));
    }

    /// The operations of DynamoDB.
    public AwsOperations dynamoDb() {
        return operations(AwsService.DYNAMODB);
    }

    /// The operations of DynamoDB, each with a connection of its own, closed when it is done.
    AwsOperations dynamoDbOnce() {
        return new AwsOperations(
                AwsService.DYNAMODB, transport(AwsService.DYNAMODB).closing());
    }

    private SignedTransport transport(AwsService service) {
        String region = environment.required("AWS_REGION");
        String endpoint = environment.optional("AWS_ENDPOINT_URL_" + service.name());
        return new SignedTransport(
                service,
                region,
                endpoint == null ? service.address(region) : URI.create(endpoint),
                http,
                credentials,
                Environment.signingClock());
    }

    /// The queue that has this address.
    public SqsQueue queue(String url) {
        return new SqsQueue(operations(AwsService.SQS), url);
    }

    /// The client that sends to the sockets of a WebSocket API's stage.
    ///
    /// API Gateway can leave a post to a dead socket unanswered for half a minute, longer than a function has. So a
    /// call ends after 2 seconds and is not made again.
    public ApiGatewayManagementApiClient connections(String stageUrl) {
        return ready(
                ApiGatewayManagementApiClient.builder()
                        .overrideConfiguration(c -> c.apiCallAttemptTimeout(SOCKET_ATTEMPT_TIMEOUT)
                                .apiCallTimeout(SOCKET_CALL_TIMEOUT)
                                .retryStrategy(AwsRetryStrategy.doNotRetry())),
                stageUrl);
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /// The client that has texts spoken. A call ends with its tries after 12 seconds, since the next text of the
    /// process waits for it; the queue brings the text again.
    public PollyClient polly() {
        return ready(
                PollyClient.builder().overrideConfiguration(c -> c.apiCallTimeout(SPEECH_CALL_TIMEOUT)),
                environment.optional("AWS_ENDPOINT_URL_POLLY"));
    }

    /// The HTTP client under all of them.
    public SdkHttpClient http() {
        return http;
    }

    /// The credentials that the clients sign with.
    public AwsCredentialsProvider credentials() {
        return credentials;
    }

    private <C, B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>> C ready(
            B builder, @Nullable String endpoint) {
        builder.httpClient(http).credentialsProvider(credentials).region(Region.of(environment.required("AWS_REGION")));
        if (endpoint != null) {
            builder.endpointOverride(URI.create(endpoint));
        }
        return Host.client(builder).build();
    }

    /// A function that starts from a snapshot must ask for credentials afresh; any other finds them in its variables.
    private static AwsCredentialsProvider credentials(Environment environment) {
        if (environment.optional("AWS_CONTAINER_CREDENTIALS_FULL_URI") != null) {
            return ContainerCredentialsProvider.builder().build();
        }
        String id = environment.required("AWS_ACCESS_KEY_ID");
        String secret = environment.required("AWS_SECRET_ACCESS_KEY");
        String token = environment.optional("AWS_SESSION_TOKEN");
        return StaticCredentialsProvider.create(
                token == null
                        ? AwsBasicCredentials.create(id, secret)
                        : AwsSessionCredentials.create(id, secret, token));
    }
}
