package streamerapi.shared.lambda;

import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.secrets.SecretCipher;
import streamerapi.shared.storage.RowReader;
import streamerapi.shared.storage.Table;

import java.math.BigDecimal;

/// The services of a function that receives other services' calls, which wait two seconds at most: as [Services], but
/// without any of the SDK's clients.
public final class ReceiverServices {

    private final Environment environment;
    private final Clients clients;
    private final RowReader rows;
    private final SecretCipher secrets;
    private final RateLimiter limiter;

    public ReceiverServices(Environment environment) {
        this.environment = environment;
        this.clients = new Clients(environment);
        Table table = new Table(clients.dynamoDb(), environment.required("TABLE"));
        this.rows = table;
        this.secrets = new SecretCipher(InstallationKeys.of(clients, environment));
        this.limiter = new RateLimiter(
                table, environment.clock(), new BigDecimal(environment.orElse("RATE_LIMIT_FACTOR", "1")));
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
    public DelayQueue work() {
        return new DelayQueue(clients.queue(environment.required("WORK_QUEUE")), environment.clock());
    }
}
