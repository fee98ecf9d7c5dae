package streamerapi.shared.lambda;

import streamerapi.shared.auth.Credentials;
import streamerapi.shared.auth.Sessions;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.events.Warnings;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.RetrySchedule;
import streamerapi.shared.queues.SqsQueue;
import streamerapi.shared.secrets.SecretCipher;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Table;

import java.math.BigDecimal;
import java.time.InstantSource;

/// The services that most functions are built from, made once for each.
public final class Services {

    private final Environment environment;
    private final Clients clients;
    private final Table table;
    private final Ids ids;
    private final Outbox outbox;
    private final Warnings warnings;
    private final RateLimiter limiter;
    private final Credentials credentials;
    private final Sessions sessions;
    private final SecretCipher secrets;

    public Services(Environment environment) {
        this.environment = environment;
        this.clients = new Clients(environment);
        this.table = new Table(clients.dynamoDb(), environment.required("TABLE"));
        this.ids = new Ids(environment.clock());
        this.outbox = new Outbox(table, ids, environment.clock());
        this.warnings = new Warnings(table, outbox, environment.clock());
        this.limiter = new RateLimiter(table, environment.clock(), rateLimitFactor());
        this.credentials = new Credentials(table, limiter, ids, environment.clock());
        this.sessions = new Sessions(table, limiter, environment.clock());
        this.secrets = new SecretCipher(InstallationKeys.of(clients, environment));
    }

    public Environment environment() {
        return environment;
    }

    public Clients clients() {
        return clients;
    }

    public InstantSource clock() {
        return environment.clock();
    }

    public Table table() {
        return table;
    }

    public Ids ids() {
        return ids;
    }

    public Outbox outbox() {
        return outbox;
    }

    public Warnings warnings() {
        return warnings;
    }

    /// The work queue, of a function that has it.
    public SqsQueue workQueue() {
        return clients.queue(environment.required("WORK_QUEUE"));
    }

    /// The work queue, for messages that are due at a time.
    public DelayQueue work() {
        return new DelayQueue(workQueue(), clock());
    }

    /// The delays between the attempts of an effect.
    public RetrySchedule effectRetries() {
        return RetrySchedule.of(environment.required("EFFECT_RETRY_DELAYS"));
    }

    /// The deployer's factor of rate limits.
    public BigDecimal rateLimitFactor() {
        return new BigDecimal(environment.orElse("RATE_LIMIT_FACTOR", "1"));
    }

    public RateLimiter limiter() {
        return limiter;
    }

    public Credentials credentials() {
        return credentials;
    }

    public Sessions sessions() {
        return sessions;
    }

    /// Seals and opens what the table keeps secret, in a function that has the keys: they are read at the first need.
    public SecretCipher secrets() {
        return secrets;
    }
}
