package streamerapi.shared.lambda;

import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.secrets.SecretCipher;
import streamerapi.shared.storage.RowReader;
import streamerapi.shared.storage.Table;

import java.math.BigDecimal;

/// The services of a function that receives other services' calls, which wait two seconds at most: as [Services], but
/// without the SDK's clients. The one for DynamoDB is made if an address must be counted.
public final class ReceiverServices {

    private final Environment environment;
    private final Clients clients;
    private final RowReader rows;
    private final SecretCipher secrets;
    private final RateLimiter limiter;

    public ReceiverServices(Environment environment) {
        this.environment = environment;
        this.clients = new Clients(environment);
        String name = environment.required("TABLE");
        this.rows = new SingleRows(new AwsOperations(clients, environment, AwsOperations.Service.DYNAMODB), name);
        this.secrets = new SecretCipher(InstallationKeys.of(clients, environment));
        this.limiter = new RateLimiter(
                () -> new Table(clients.dynamoDb(), name),
                environment.clock(),
                new BigDecimal(environment.orElse("RATE_LIMIT_FACTOR", "1")));
    }

    public Environment environment() {
        return environment;
    }

    /// The rows of the table.
    public RowReader rows() {
        return rows;
    }

    /// Opens what the table keeps secret.
    public SecretCipher secrets() {
        return secrets;
    }

    /// Counts addresses.
    public RateLimiter limiter() {
        return limiter;
    }

    /// The work queue, which takes what is received too.
    public FairQueue work() {
        return new FairQueue(
                new AwsOperations(clients, environment, AwsOperations.Service.SQS), environment.required("WORK_QUEUE"));
    }
}
