package streamerapi.localstack.engines;

import com.typesafe.config.ConfigFactory;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.pattern.Patterns;
import org.elasticmq.NodeAddress;
import org.elasticmq.StrictSQSLimits$;
import org.elasticmq.actor.QueueManagerActor;
import org.elasticmq.actor.queue.QueueEvent;
import org.elasticmq.persistence.sql.SqlQueuePersistenceActor;
import org.elasticmq.persistence.sql.SqlQueuePersistenceConfig;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;
import org.elasticmq.util.NowProvider;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.collection.immutable.Nil$;
import scalikejdbc.ConnectionPool;
import streamerapi.localstack.standins.RandomText;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/// ElasticMQ, with its messages in a database file if there is a data directory.
///
/// ElasticMQ answers a send, a receive and a delete only after its store has them, and the store commits each at once,
/// so a message that was acknowledged outlives the process. The store's connections are the JVM's, so one engine at a
/// time can have a data directory.
///
/// It takes a message by a GET, as any page of the web can have a browser send it. So its address has a secret path. A
/// queue's own URL, which has no port, is its name alone.
final class ElasticMq implements QueueEngine {
    private static final String HOST = "127.0.0.1";
    private static final int SECRET_LENGTH = 32;
    private static final Duration RESTORE_LIMIT = Duration.ofSeconds(30);

    private static final AtomicBoolean STORE_TAKEN = new AtomicBoolean();

    private final ActorSystem system;
    private final SQSRestServer server;
    private final URI address;
    private final boolean hasStore;

    private ElasticMq(ActorSystem system, SQSRestServer server, URI address, boolean hasStore) {
        this.system = system;
        this.server = server;
        this.address = address;
        this.hasStore = hasStore;
    }

    /// @throws IllegalStateException if another engine of this JVM has a data directory
    static ElasticMq start(@Nullable Path dataDir) {
        if (dataDir != null && !STORE_TAKEN.compareAndSet(false, true)) {
            throw new IllegalStateException("Another stack of this JVM keeps its messages");
        }
        ActorSystem system =
                ActorSystem.create("queues", ConfigFactory.parseString("""
                                pekko {
                                  loglevel = ERROR
                                  stdout-loglevel = OFF
                                  log-dead-letters = off
                                  jvm-shutdown-hooks = off
                                  coordinated-shutdown.run-by-jvm-shutdown-hook = off
                                }
                                """).withFallback(ConfigFactory.load()));
        String secret = RandomText.secret(SECRET_LENGTH);
        var builder = SQSRestServerBuilder.withActorSystem(system)
                .withInterface(HOST)
                .withDynamicPort()
                .withServerAddress(new NodeAddress("http", HOST, 0, secret))
                .withAWSRegion(Engines.REGION);
        if (dataDir != null) {
            ActorRef store =
                    system.actorOf(Props.create(SqlQueuePersistenceActor.class, database(dataDir), Nil$.MODULE$));
            ActorRef manager = system.actorOf(Props.create(
                    QueueManagerActor.class, new NowProvider(), StrictSQSLimits$.MODULE$, Option.apply(store)));
            Patterns.ask(store, new QueueEvent.Restore(manager), RESTORE_LIMIT)
                    .toCompletableFuture()
                    .join();
            builder = builder.withQueueManagerActor(manager).withQueueEventListener(store);
        }
        SQSRestServer server = builder.start();
        int port = server.waitUntilStarted().localAddress().getPort();
        return new ElasticMq(system, server, URI.create("http://" + HOST + ":" + port + "/" + secret), dataDir != null);
    }

    /// Connects to the store. ElasticMQ itself connects once in a JVM's life, whatever it is told later.
    private static SqlQueuePersistenceConfig database(Path dataDir) {
        String file = dataDir.toAbsolutePath().resolve("queues").toString();
        String url = "jdbc:h2:file:" + file + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE";
        var settings = ConnectionPool.singleton$default$4();
        ConnectionPool.singleton(url, "", "", settings, ConnectionPool.singleton$default$5(url, "", "", settings));
        return new SqlQueuePersistenceConfig(true, "org.h2.Driver", url, "", "", false);
    }

    @Override
    public URI address() {
        return address;
    }

    @Override
    public void close() {
        server.stopAndWait();
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().join();
        if (hasStore) {
            ConnectionPool.closeAll();
            STORE_TAKEN.set(false);
        }
    }
}
