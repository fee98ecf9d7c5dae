package streamerapi.connectors;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.signatures.Signature;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// The secrets that an account and its connectors sign with: one for each connector, and for the overlap of a rotation
/// the one before besides. They are stored as they are, because a signature needs its secret.
public final class ConnectorSecrets {

    private static final String SECRET = "secret";
    private static final String PREVIOUS = "previous_secret";
    private static final String PREVIOUS_UNTIL = "previous_secret_until";
    private static final String SOURCE = "source";
    private static final String CREATED_AT = "created_at";

    private final Table table;
    private final InstantSource clock;

    public ConnectorSecrets(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// That there is a secret, and since when.
    public record Listed(Connector connector, Instant createdAt) {

        /// Its shape in JSON.
        public static final Schema<Listed> SCHEMA =
                Schema.shown("IngestSecret", "That a source has a secret, and since when.", s -> {
                    s.text(SOURCE, listed -> listed.connector.label())
                            .component("IngestSource")
                            .example(Connector.ALPHA.label());
                    s.time(CREATED_AT, Listed::createdAt).example("2026-09-01T09:00:00.000Z");
                });
    }

    /// A new secret, which is shown this once.
    public record Issued(Connector connector, String secret) {

        /// Its shape in JSON.
        public static final Schema<Issued> SCHEMA = Schema.shown("IssuedIngestSecret", "A source's new secret.", s -> {
            s.text(SOURCE, issued -> issued.connector.label())
                    .component("IngestSource")
                    .example(Connector.ALPHA.label());
            s.text(SECRET, Issued::secret)
                    .secret()
                    .matching(Signature.SECRET, "be a signing secret")
                    .doc("`whsec_` and 32 bytes in base64. Shown now and never again.")
                    .example(Signature.SECRET_EXAMPLE);
        });
    }

    /// What signs and is accepted at a time: the current secret, then the one before while an overlap lasts.
    ///
    /// @param previousUntil when `previous` ends; null if there is none
    public record Pair(
            String secret,
            @Nullable String previous,
            @Nullable Instant previousUntil) {

        /// The secrets that are good at this time, the current one first.
        public List<String> at(Instant now) {
            return previous != null && previousUntil != null && now.isBefore(previousUntil)
                    ? List.of(secret, previous)
                    : List.of(secret);
        }
    }

    /// The first secret of a connector of a new account.
    public Outcome<Issued> first(String tenantId, Connector connector) {
        String secret = Signature.newSecret();
        Row row = Row.of(Keys.connectorSecret(tenantId, connector.label()))
                .with(SECRET, secret)
                .with(CREATED_AT, clock.instant());
        return Outcome.of(new Issued(connector, secret)).writing(Write.put(row).when(Condition.noRow()));
    }

    /// Those of an account, by connector.
    public List<Listed> all(String tenantId) {
        String prefix = Keys.connectorSecret(tenantId, "").sort();
        return table.query(Query.of(Keys.account(tenantId), prefix)).stream()
                .flatMap(row -> Connector.of(row.key().sort().substring(prefix.length())).stream()
                        .map(connector -> new Listed(connector, row.instant(CREATED_AT))))
                .toList();
    }

    /// An account's secrets for a connector, or null if there are none.
    public @Nullable Pair find(String tenantId, Connector connector) {
        Row row = table.get(Keys.connectorSecret(tenantId, connector.label()));
        return row == null
                ? null
                : new Pair(row.text(SECRET), row.textOrNull(PREVIOUS), row.instantOrNull(PREVIOUS_UNTIL));
    }

    /// Gives a connector a new secret.
    ///
    /// @param overlap how long the one before stays good, zero to a day
    public Outcome<Issued> rotate(String tenantId, Connector connector, Duration overlap) {
        Pair before = find(tenantId, connector);
        if (before == null) {
            return first(tenantId, connector);
        }
        String secret = Signature.newSecret();
        Instant now = clock.instant();
        Write write = Write.update(Keys.connectorSecret(tenantId, connector.label()))
                .set(SECRET, secret)
                .set(CREATED_AT, now)
                .set(PREVIOUS, overlap.isZero() ? null : before.secret())
                .set(PREVIOUS_UNTIL, overlap.isZero() ? null : now.plus(overlap))
                .when(Condition.equal(SECRET, before.secret()));
        return Outcome.of(new Issued(connector, secret)).writing(write);
    }
}
