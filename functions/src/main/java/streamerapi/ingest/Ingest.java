package streamerapi.ingest;

import org.jspecify.annotations.Nullable;
import streamerapi.connectors.ConnectorSecrets;
import streamerapi.connectors.DuplicateMessage;
import streamerapi.connectors.IngestDecision;
import streamerapi.connectors.IngestHandler;
import streamerapi.connectors.IngestMessage;
import streamerapi.connectors.IngestTypes;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.signatures.Signature;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Contention;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.shared.tasks.Beside;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/// Takes the messages of connectors in (contract "Ingest"): the signature is checked first, over the bytes as they were
/// sent, and of the body nothing but `tenant_id` is used before it held. What a message changes is committed in one
/// transaction with its id.
///
/// A process remembers the secrets that it has seen. A message that one of them signed is decided about while the
/// secrets are read anew, and nothing is committed before they have been: a message then waits for two round trips, not
/// three, and a secret that was rotated away is refused all the same.
public final class Ingest {

    /// How long a message's id is remembered.
    public static final Duration ID_RETENTION = Duration.ofDays(3);

    private static final String ANSWER = "answer";
    private static final String EXPIRES_AT = "expires_at";

    /// What an unknown account's messages are checked with, so that they take as long as any other.
    private static final String NO_SECRET = Signature.newSecret();

    private final Table table;
    private final Outbox outbox;
    private final IngestTypes types;
    private final InstantSource clock;
    private final RememberedSecrets secrets;

    public Ingest(Table table, Outbox outbox, IngestTypes types, InstantSource clock) {
        this.table = table;
        this.outbox = outbox;
        this.types = types;
        this.clock = clock;
        this.secrets = new RememberedSecrets(new ConnectorSecrets(table, clock));
    }

    /// What a connector is answered.
    ///
    /// @param duplicate whether a message with this id was taken before
    /// @param more fields that the type has besides
    public record Receipt(boolean duplicate, Map<String, Object> more) {}

    /// Takes a message in.
    ///
    /// @param source as the path names it
    /// @param signature the value of `Service-Signature`, or null
    /// @param body the bytes as they were sent
    /// @throws Problem `not_found` for an unknown source, `invalid_signature`, `bad_request` for a body that is no
    /// message or of a type that the source has not; and what the type's handler refuses
    public Receipt receive(String source, @Nullable String signature, byte[] body) {
        Connector connector = Connector.of(source).orElseThrow(() -> Problem.of(ErrorCode.NOT_FOUND));
        Map<String, @Nullable Object> fields = fields(body);
        String tenantId = fields.get("tenant_id") instanceof String text ? text : "";
        ConnectorSecrets.Pair known = secrets.remembered(tenantId, connector);
        if (known != null && holds(signature, known, body)) {
            Arrival arrival = new Arrival(fields, connector);
            Beside<IngestDecision> early = Beside.start(arrival::decide);
            check(signature, secrets.read(tenantId, connector), body);
            return arrival.commit(early);
        }
        check(signature, secrets.read(tenantId, connector), body);
        return new Arrival(fields, connector).commit(null);
    }

    private void check(@Nullable String signature, ConnectorSecrets.@Nullable Pair pair, byte[] body) {
        if (!holds(signature, pair, body)) {
            throw Problem.of(ErrorCode.INVALID_SIGNATURE);
        }
    }

    private boolean holds(@Nullable String signature, ConnectorSecrets.@Nullable Pair pair, byte[] body) {
        Instant now = clock.instant();
        boolean matches = Signature.holds(signature, pair == null ? List.of(NO_SECRET) : pair.at(now), now, body);
        return matches && pair != null;
    }

    /// The body's fields; none if it is not a JSON object, which has no account either.
    private static Map<String, @Nullable Object> fields(byte[] body) {
        try {
            return Json.readObject(body);
        } catch (Json.Malformed e) {
            return Map.of();
        }
    }

    /// A message whose signature held.
    private final class Arrival {

        private final Map<String, @Nullable Object> fields;
        private final Connector connector;

        private Arrival(Map<String, @Nullable Object> fields, Connector connector) {
            this.fields = fields;
            this.connector = connector;
        }

        private IngestMessage message() {
            return MessageFields.read(fields, connector);
        }

        private IngestHandler handler(IngestMessage message) {
            return types.find(connector, message.type())
                    .orElseThrow(() -> Problem.badField("type", "type is not one that " + connector.label() + " has"));
        }

        private IngestDecision decide() {
            IngestMessage message = message();
            return handler(message).decide(message);
        }

        /// @param early a decision that was begun already, or null
        private Receipt commit(@Nullable Beside<IngestDecision> early) {
            IngestMessage message = message();
            IngestHandler handler = handler(message);
            Key id = Keys.ingested(message.tenantId(), connector.label(), message.id());
            Supplier<IngestDecision> decision = once(early, () -> handler.decide(message));
            try {
                Map<String, Object> more = outbox.commit(message.tenantId(), null, () -> {
                    IngestDecision decided = decision.get();
                    Outcome<Map<String, Object>> outcome =
                            decided.isRemembered() ? remembering(id, decided.outcome()) : decided.outcome();
                    return outcome.actor() == null ? outcome.by(decided.actor()) : outcome;
                });
                return new Receipt(false, more);
            } catch (Taken taken) {
                return taken.receipt();
            } catch (DuplicateMessage duplicate) {
                return new Receipt(true, duplicate.answer());
            } catch (Problem refusal) {
                Row before = table.get(id);
                if (before == null || isOver(before)) {
                    throw refusal;
                }
                return new Taken(before).receipt();
            }
        }

        private Outcome<Map<String, Object>> remembering(Key id, Outcome<Map<String, Object>> outcome) {
            Instant now = clock.instant();
            Write first = Write.put(Row.of(id)
                            .with(ANSWER, outcome.value().isEmpty() ? null : outcome.value())
                            .with(EXPIRES_AT, now.plus(ID_RETENTION).getEpochSecond()))
                    .when(Condition.any(Condition.noRow(), Condition.below(EXPIRES_AT, now.getEpochSecond())))
                    .orElse(current -> current == null ? new Contention("an id came and went") : new Taken(current));
            return outcome.writingFirst(first);
        }
    }

    /// The decision that was begun the first time, a new one every time after.
    private static Supplier<IngestDecision> once(
            @Nullable Beside<IngestDecision> early, Supplier<IngestDecision> again) {
        AtomicReference<@Nullable Beside<IngestDecision>> first = new AtomicReference<>(early);
        return () -> {
            Beside<IngestDecision> begun = first.getAndSet(null);
            return begun == null ? again.get() : begun.join();
        };
    }

    private boolean isOver(Row taken) {
        return taken.number(EXPIRES_AT) < clock.instant().getEpochSecond();
    }

    /// A message with this id was taken before; nothing was changed now.
    private static final class Taken extends RuntimeException {
        private final transient Row row;

        private Taken(Row row) {
            super(null, null, false, false);
            this.row = row;
        }

        private Receipt receipt() {
            Object more = row.attributes().get(ANSWER);
            return new Receipt(true, more == null ? Map.of() : asAnswer(more));
        }

        @SuppressWarnings("unchecked") // it was written from such a map
        private static Map<String, Object> asAnswer(Object stored) {
            return (Map<String, Object>) stored;
        }
    }
}
