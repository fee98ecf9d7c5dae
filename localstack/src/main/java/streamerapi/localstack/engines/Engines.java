package streamerapi.localstack.engines;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClientBuilder;
import software.amazon.awssdk.services.sqs.SqsClient;
import streamerapi.shared.aws.AwsOperations;
import streamerapi.shared.aws.AwsService;
import streamerapi.shared.aws.SignedTransport;
import streamerapi.shared.storage.Table;

import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// The addresses of the table and queue services, and clients for them.
public final class Engines implements AutoCloseable {
    /// The access key of the stack itself, and the secret of all: a function's access key is its logical id.
    public static final String ACCESS_KEY = "local";

    public static final String REGION = "us-east-1";

    /// The engine of tables that AWS itself provides.
    public static final TableEngine.Start DYNAMODB_LOCAL = DynamoDbLocal::start;

    /// The engine of queues that the local stack uses.
    public static final QueueEngine.Start ELASTIC_MQ = ElasticMq::start;

    private static final AwsCredentialsProvider CREDENTIALS =
            StaticCredentialsProvider.create(AwsBasicCredentials.create(ACCESS_KEY, ACCESS_KEY));

    private final URI dynamoDbAddress;
    private final URI sqsAddress;
    private final UnaryOperator<SdkHttpClient> way;
    private final SdkHttpClient http;
    private final DynamoDbClient dynamoDb;
    private final DynamoDbStreamsClient streams;
    private final SqsClient sqs;
    private final List<AutoCloseable> owned = new ArrayList<>();

    private Engines(
            URI dynamoDbAddress,
            URI sqsAddress,
            UnaryOperator<SdkHttpClient> way,
            Function<DynamoDbStreamsClientBuilder, DynamoDbStreamsClient> wayToStreams) {
        this.dynamoDbAddress = dynamoDbAddress;
        this.sqsAddress = sqsAddress;
        this.way = way;
        http = way.apply(UrlConnectionHttpClient.create());
        dynamoDb =
                at(dynamoDbAddress, DynamoDbClient.builder().httpClient(http)).build();
        streams = wayToStreams.apply(
                at(dynamoDbAddress, DynamoDbStreamsClient.builder().httpClient(http)));
        sqs = at(sqsAddress, SqsClient.builder().httpClient(http)).build();
    }

    /// Starts both engines in this JVM, side by side.
    ///
    /// @param dataDir where rows and messages are kept, or null to keep them in memory
    /// @param onWrite runs after each write to a table
    public static Engines embedded(@Nullable Path dataDir, Runnable onWrite) {
        return embedded(DYNAMODB_LOCAL, ELASTIC_MQ, dataDir, onWrite);
    }

    /// Starts both of these engines in this JVM, side by side.
    ///
    /// @param dataDir where rows and messages are kept, or null to keep them in memory
    /// @param onWrite runs after each write to a table
    public static Engines embedded(
            TableEngine.Start tableEngine, QueueEngine.Start queueEngine, @Nullable Path dataDir, Runnable onWrite) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<TableEngine> startTables = () -> tableEngine.in(dataDir, onWrite);
            var started = threads.submit(startTables);
            QueueEngine queues = queueEngine.in(dataDir);
            TableEngine tables = started.get();
            var engines = new Engines(
                    tables.address(),
                    queues.address(),
                    network -> tables.inProcess(queues.inProcess(network)),
                    tables::streams);
            engines.owned.add(tables);
            engines.owned.add(queues);
            return engines;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("The engines do not start: " + e.getMessage(), e);
        }
    }

    /// Uses an emulator that serves both services at one address.
    public static Engines at(URI address) {
        return new Engines(address, address, UnaryOperator.identity(), DynamoDbStreamsClientBuilder::build);
    }

    private static <B extends AwsClientBuilder<B, ?>> B at(URI address, B builder) {
        return builder.endpointOverride(address).region(Region.of(REGION)).credentialsProvider(CREDENTIALS);
    }

    /// Whether every write to a table is told, as the embedded engine does.
    public boolean tellWrites() {
        return !owned.isEmpty();
    }

    public URI dynamoDbAddress() {
        return dynamoDbAddress;
    }

    public URI sqsAddress() {
        return sqsAddress;
    }

    /// The shortest way to the engines for a program in this JVM.
    ///
    /// @param network an HTTP client that reaches everything over the network
    public SdkHttpClient http(SdkHttpClient network) {
        return way.apply(network);
    }

    public DynamoDbClient dynamoDb() {
        return dynamoDb;
    }

    /// A table, as the functions read and write it.
    public Table table(String name) {
        return new Table(operations(AwsService.DYNAMODB, dynamoDbAddress), name);
    }

    /// The operations of queues by their protocol, which cost less than those of [#sqs].
    public AwsOperations queueOperations() {
        return operations(AwsService.SQS, sqsAddress);
    }

    private AwsOperations operations(AwsService service, URI address) {
        return new AwsOperations(
                service, new SignedTransport(service, REGION, address, http, CREDENTIALS, InstantSource.system()));
    }

    public DynamoDbStreamsClient streams() {
        return streams;
    }

    public SqsClient sqs() {
        return sqs;
    }

    @Override
    public void close() {
        dynamoDb.close();
        streams.close();
        sqs.close();
        http.close();
        for (AutoCloseable engine : owned) {
            try {
                engine.close();
            } catch (Exception e) {
                System.getLogger(Engines.class.getName()).log(System.Logger.Level.DEBUG, "An engine did not stop", e);
            }
        }
    }
}
