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

/// The secrets that an account and its connectors sign with: one for each connector (the API's `source`), and for the
/// overlap of a rotation the one before. They are stored sealed. Rows that an earlier version wrote hold them in clear:
/// those are read too, and sealed when they are used next.
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
                Schema.shown("IngestSecret", "A source that has a secret, and since when.", s -> {
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
                    .doc("`whsec_` and 32 bytes in base64. Shown only once.")
                    .example(Signature.SECRET_EXAMPLE);
        });

        @Override
        public String toString() {
            return "A new secret of " + connector.label();
        }
    }

    /// The secrets that are valid now: the current one first, then the one before while an overlap lasts. All sign what
    /// the service sends, and each proves a message that it is sent.
    ///
    /// @param isOutdated whether the row has one of them in clear, or sealed with a key that is not the newest
    public record Valid(List<String> secrets, boolean isOutdated) {

        @Override
        public String toString() {
            return secrets.size() + " secrets";
        }
    }

    /// Gives a connector its first secret.
    public Outcome<Issued> create(String tenantId, Connector connector) {
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

    /// An account's valid secrets for a connector, or null if there are none.
    ///
    /// @throws streamerapi.shared.secrets.SecretsUnavailable if one does not open
    public @Nullable Valid find(String tenantId, Connector connector) {
        Row row = table.get(Keys.connectorSecret(tenantId, connector.label()));
        if (row == null) {
            return null;
        }
        List<String> stored = stored(row);
        String context = context(tenantId, connector);
        return new Valid(
                stored.stream().map(secret -> opened(secret, context)).toList(),
                stored.stream().anyMatch(this::isOutdated));
    }

    /// Seals an account's valid secrets for a connector with the newest key, and forgets one whose overlap is over. If
    /// two requests do so at once, the second changes nothing.
    public void reseal(String tenantId, Connector connector) {
        Row row = table.get(Keys.connectorSecret(tenantId, connector.label()));
        if (row == null) {
            return;
        }
        List<String> stored = stored(row);
        String context = context(tenantId, connector);
        Write write = Write.update(row.key()).set(SECRET, resealed(stored.getFirst(), context));
        table.update((stored.size() > 1
                        ? write.set(PREVIOUS, resealed(stored.getLast(), context))
                        : write.remove(PREVIOUS).remove(PREVIOUS_UNTIL))
                .when(Condition.equal(SECRET, stored.getFirst())));
    }

    /// The valid secrets of a row as they stand there: sealed, or in clear.
    private List<String> stored(Row row) {
        String previous = row.find(PREVIOUS);
        Instant until = row.find(PREVIOUS_UNTIL);
        return previous != null && until != null && clock.instant().isBefore(until)
                ? List.of(row.get(SECRET), previous)
                : List.of(row.get(SECRET));
    }

    /// Gives a connector a new secret. An overlap that lasts from an earlier rotation ends.
    ///
    /// @param overlap how long the one before stays valid, zero to a day; zero needs no seal that opens
    /// @throws streamerapi.shared.secrets.SecretsUnavailable if the one before is to stay valid and does not open
    public Outcome<Issued> rotate(String tenantId, Connector connector, Duration overlap) {
        Row before = table.get(Keys.connectorSecret(tenantId, connector.label()));
        if (before == null) {
            return create(tenantId, connector);
        }
        String secret = Signature.newSecret();
        String context = context(tenantId, connector);
        Instant now = clock.instant();
        String replaced = before.get(SECRET);
        Write write = Write.update(before.key())
                .marked(SECRET, cipher.seal(secret, context))
                .set(CREATED_AT, now)
                .set(PREVIOUS, overlap.isZero() ? null : resealed(replaced, context))
                .set(PREVIOUS_UNTIL, overlap.isZero() ? null : now.plus(overlap))
                .when(Condition.equal(SECRET, replaced));
        return Outcome.of(new Issued(connector, secret)).writing(write);
    }

    private static String context(String tenantId, Connector connector) {
        return tenantId + "/ingest/" + connector.label();
    }

    /// Whether it is a signing secret itself: a sealed text has a full stop, which no signing secret has.
    private static boolean isClear(String stored) {
        return Signature.SECRET.matcher(stored).matches();
    }

    private boolean isOutdated(String stored) {
        return isClear(stored) || !cipher.isOfNewestKey(stored);
    }

    private String opened(String stored, String context) {
        return isClear(stored) ? stored : cipher.open(stored, context);
    }

    private String resealed(String stored, String context) {
        return isClear(stored) ? cipher.seal(stored, context) : cipher.resealed(stored, context);
    }
}
