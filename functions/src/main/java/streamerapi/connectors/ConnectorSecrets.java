package streamerapi.connectors;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.secrets.SecretCipher;
import streamerapi.shared.signatures.Signature;
import streamerapi.shared.storage.Attribute;
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
/// the one before. They are stored sealed. Rows of versions before that hold them in clear: those are read too, and
/// sealed when they are used next.
public final class ConnectorSecrets {

    private static final Attribute<String> SECRET = Attribute.text("secret");
    private static final Attribute<String> PREVIOUS = Attribute.text("previous_secret");
    private static final Attribute<Instant> PREVIOUS_UNTIL = Attribute.time("previous_secret_until");
    private static final String SOURCE = "source";
    private static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");

    private final Table table;
    private final SecretCipher cipher;
    private final InstantSource clock;

    public ConnectorSecrets(Table table, SecretCipher cipher, InstantSource clock) {
        this.table = table;
        this.cipher = cipher;
        this.clock = clock;
    }

    /// A connector's secret as it is listed: its time, without its value.
    public record Listed(Connector connector, Instant createdAt) {

        /// Its shape in JSON.
        public static final Schema<Listed> SCHEMA =
                Schema.shown("IngestSecret", "That a source has a secret, and since when.", s -> {
                    s.text(SOURCE, listed -> listed.connector.label())
                            .component("IngestSource")
                            .example(Connector.ALPHA.label());
                    s.time(CREATED_AT.name(), Listed::createdAt).example("2026-09-01T09:00:00.000Z");
                });
    }

    /// A new secret, which is shown this once.
    public record Issued(Connector connector, String secret) {

        /// Its shape in JSON.
        public static final Schema<Issued> SCHEMA = Schema.shown("IssuedIngestSecret", "A source's new secret.", s -> {
            s.text(SOURCE, issued -> issued.connector.label())
                    .component("IngestSource")
                    .example(Connector.ALPHA.label());
            s.text(SECRET.name(), Issued::secret)
                    .secret()
                    .matching(Signature.SECRET, "be a signing secret")
                    .doc("`whsec_` and 32 bytes in base64. Shown now and never again.")
                    .example(Signature.SECRET_EXAMPLE);
        });
    }

    /// The secrets that are valid at a time: the current one, which signs, and the one before while an overlap lasts.
    ///
    /// @param previousUntil when `previous` ends; null if there is none
    /// @param isOutdated whether the row has one in clear, or sealed with a key that is not the newest
    public record Pair(
            String secret,
            @Nullable String previous,
            @Nullable Instant previousUntil,
            boolean isOutdated) {

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
                .with(SECRET, cipher.seal(secret, context(tenantId, connector)))
                .with(CREATED_AT, clock.instant());
        return Outcome.of(new Issued(connector, secret)).writing(Write.put(row).when(Condition.noRow()));
    }

    /// The secrets of an account, by connector.
    public List<Listed> all(String tenantId) {
        String prefix = Keys.connectorSecret(tenantId, "").sort();
        return table.query(Query.of(Keys.account(tenantId), prefix)).stream()
                .flatMap(row -> Connector.of(row.key().sort().substring(prefix.length())).stream()
                        .map(connector -> new Listed(connector, row.get(CREATED_AT))))
                .toList();
    }

    /// An account's secrets for a connector, or null if there are none.
    ///
    /// @throws streamerapi.shared.secrets.SecretsUnavailable if they do not open
    public @Nullable Pair find(String tenantId, Connector connector) {
        Row row = table.get(Keys.connectorSecret(tenantId, connector.label()));
        if (row == null) {
            return null;
        }
        String context = context(tenantId, connector);
        String previous = row.find(PREVIOUS);
        return new Pair(
                opened(row.get(SECRET), context),
                previous == null ? null : opened(previous, context),
                row.find(PREVIOUS_UNTIL),
                isOutdated(row.get(SECRET)) || (previous != null && isOutdated(previous)));
    }

    /// Seals an account's secrets for a connector with the newest key, if they are not already. Of two at once, one
    /// does it.
    public void renew(String tenantId, Connector connector) {
        Row row = table.get(Keys.connectorSecret(tenantId, connector.label()));
        if (row == null) {
            return;
        }
        String context = context(tenantId, connector);
        String secret = row.get(SECRET);
        String previous = row.find(PREVIOUS);
        table.update(Write.update(row.key())
                .set(SECRET, renewed(secret, context))
                .set(PREVIOUS, previous == null ? null : renewed(previous, context))
                .when(Condition.equal(SECRET, secret)));
    }

    /// Gives a connector a new secret.
    ///
    /// @param overlap how long the one before stays good, zero to a day
    public Outcome<Issued> rotate(String tenantId, Connector connector, Duration overlap) {
        Row before = table.get(Keys.connectorSecret(tenantId, connector.label()));
        if (before == null) {
            return first(tenantId, connector);
        }
        String secret = Signature.newSecret();
        String context = context(tenantId, connector);
        Instant now = clock.instant();
        String replaced = before.get(SECRET);
        Write write = Write.update(before.key())
                .set(SECRET, cipher.seal(secret, context))
                .set(CREATED_AT, now)
                .set(PREVIOUS, overlap.isZero() ? null : renewed(replaced, context))
                .set(PREVIOUS_UNTIL, overlap.isZero() ? null : now.plus(overlap))
                .when(Condition.equal(SECRET, replaced));
        return Outcome.of(new Issued(connector, secret)).writing(write);
    }

    private static String context(String tenantId, Connector connector) {
        return tenantId + "/ingest/" + connector.label();
    }

    private static boolean isClear(String stored) {
        return Signature.SECRET.matcher(stored).matches();
    }

    private boolean isOutdated(String stored) {
        return isClear(stored) || !cipher.isOfNewestKey(stored);
    }

    private String opened(String stored, String context) {
        return isClear(stored) ? stored : cipher.open(stored, context);
    }

    private String renewed(String stored, String context) {
        return isClear(stored) ? cipher.seal(stored, context) : cipher.renewed(stored, context);
    }
}
