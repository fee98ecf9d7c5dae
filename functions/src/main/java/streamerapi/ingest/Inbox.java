package streamerapi.ingest;

import streamerapi.connectors.DuplicateMessage;
import streamerapi.connectors.IngestDecision;
import streamerapi.connectors.IngestHandler;
import streamerapi.connectors.IngestMessage;
import streamerapi.connectors.IngestTypes;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Claim;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/// Takes messages whose signatures were checked: each has its effect once (contract "Ingest"). A message's change is
/// committed in one transaction with the message's id, so that a second message with the id changes nothing.
public final class Inbox {

    /// How long a message's id is remembered.
    public static final Duration ID_RETENTION = Duration.ofDays(3);

    /// How long it is of the wallet processor: PayPal's deliveries may be four days old.
    private static final Duration WALLET_ID_RETENTION = Duration.ofDays(7);

    private static final Attribute<Map<String, Object>> ANSWER = Attribute.map("answer");
    private static final Attribute<String> TYPE = Attribute.text("type");

    private final Table table;
    private final Outbox outbox;
    private final IngestTypes types;
    private final InstantSource clock;

    public Inbox(Table table, Outbox outbox, IngestTypes types, InstantSource clock) {
        this.table = table;
        this.outbox = outbox;
        this.types = types;
        this.clock = clock;
    }

    /// The answer to a message.
    ///
    /// @param duplicate whether a message with this id was taken before
    /// @param more the fields that the type's answer has besides
    public record Receipt(boolean duplicate, Map<String, Object> more) {

        /// The answer to a message that was taken before.
        static Receipt of(DuplicateMessage duplicate) {
            return new Receipt(true, duplicate.fields());
        }
    }

    /// Which of these messages of a source were taken before, and are remembered. At most 100.
    Set<String> taken(String tenantId, Connector source, Collection<String> ids) {
        Map<Key, String> keys = new HashMap<>();
        ids.forEach(id -> keys.put(Keys.ingested(tenantId, source.label(), id), id));
        return table.getAll(keys.keySet().toArray(Key[]::new)).keySet().stream()
                .map(keys::get)
                .collect(Collectors.toUnmodifiableSet());
    }

    /// Remembers an id of a source under which no message is taken any more.
    void remember(String tenantId, Connector source, String id) {
        table.write(List.of(Write.put(Row.of(Keys.ingested(tenantId, source.label(), id))
                .with(Table.EXPIRES_AT, clock.instant().plus(retention(source)).getEpochSecond()))));
    }

    private static Duration retention(Connector source) {
        return source == Connector.WALLET_PROCESSOR ? WALLET_ID_RETENTION : ID_RETENTION;
    }

    /// Takes a message: decides and commits.
    ///
    /// @throws Problem `bad_request` for a type that the source does not have, `idempotency_conflict` for an id that
    /// was taken with another type, and every refusal of the type's handler
    public Receipt take(IngestMessage message) {
        try {
            return outbox.commit(message.tenantId(), null, () -> decide(message));
        } catch (DuplicateMessage duplicate) {
            return Receipt.of(duplicate);
        }
    }

    /// Takes a message whose sender is not told of a refusal.
    ///
    /// @param taking takes it
    /// @return the refusal, if the message would be refused again
    /// @throws Problem if the message has to be taken again
    static Optional<Problem> refusal(Runnable taking) {
        try {
            taking.run();
            return Optional.empty();
        } catch (Problem refusal) {
            if (refusal.code().isFinal()) {
                return Optional.of(refusal);
            }
            throw refusal;
        }
    }

    /// Decides about a message.
    ///
    /// @return the change, in the message's account
    /// @throws DuplicateMessage if the message was taken before; or when committed
    /// @throws Problem as of [#take]
    public Outcome<Receipt> decide(IngestMessage message) {
        return types.findSeveral(message.source(), message.type())
                .map(parts -> several(message, parts.apply(message)))
                .orElseGet(() -> decideOne(message));
    }

    /// Decides about a message that holds several: each is taken by itself, in their order, as if it had been sent
    /// alone. If that ends in the middle, the message is not answered, and those that were taken are not taken again
    /// when it is sent again. Its own id is remembered with the last of them, if any of them is.
    private Outcome<Receipt> several(IngestMessage message, List<IngestMessage> parts) {
        Key id = key(message);
        Row before = Claim.standing(table.get(id), clock.instant());
        if (before != null) {
            throw duplicate(message, before);
        }
        Receipt receipt = new Receipt(false, Map.of());
        return Outcome.of(receipt).in(message.tenantId()).then(() -> {
            boolean isRemembered = false;
            for (IngestMessage part : parts) {
                isRemembered |= takeOne(part);
            }
            Outcome<Map<String, Object>> nothingMore = Outcome.of(Map.of());
            Outcome<Receipt> end = (isRemembered ? remembering(message, nothingMore) : nothingMore)
                    .map(more -> receipt)
                    .in(message.tenantId());
            return () -> end;
        });
    }

    /// @return whether it was remembered, now or before
    private boolean takeOne(IngestMessage part) {
        AtomicBoolean isRemembered = new AtomicBoolean();
        try {
            outbox.commit(part.tenantId(), null, () -> {
                Outcome<Receipt> decided = decideOne(part);
                isRemembered.set(!decided.writes().isEmpty());
                return decided;
            });
        } catch (DuplicateMessage duplicate) {
            return true;
        }
        return isRemembered.get();
    }

    private static Key key(IngestMessage message) {
        return Keys.ingested(message.tenantId(), message.source().label(), message.id());
    }

    private Outcome<Receipt> decideOne(IngestMessage message) {
        IngestHandler handler = types.find(message.source(), message.type())
                .orElseThrow(() -> Problem.badField(
                        "type", "type is not one that " + message.source().label() + " has"));
        Key id = key(message);
        IngestDecision decision = decide(message, handler, id);
        Outcome<Map<String, Object>> change =
                decision.isRemembered() ? remembering(message, decision.outcome()) : decision.outcome();
        Receipt receipt = new Receipt(false, change.value());
        Outcome<Receipt> told = change.map(more -> receipt).in(message.tenantId());
        return told.actor() == null ? told.by(decision.actor()) : told;
    }

    /// A message that is refused now, but was taken before, is a duplicate: its first effect may be the reason.
    private IngestDecision decide(IngestMessage message, IngestHandler handler, Key id) {
        try {
            return handler.decide(message);
        } catch (Problem refusal) {
            Row before = Claim.standing(table.get(id), clock.instant());
            throw before == null ? refusal : duplicate(message, before);
        }
    }

    private Outcome<Map<String, Object>> remembering(IngestMessage message, Outcome<Map<String, Object>> outcome) {
        Instant now = clock.instant();
        Row taken = Row.of(key(message))
                .with(TYPE, message.type())
                .with(ANSWER, outcome.value().isEmpty() ? null : outcome.value());
        return outcome.writingFirst(
                Claim.of(taken, now.plus(retention(message.source())), now, current -> duplicate(message, current)));
    }

    /// @throws Problem `idempotency_conflict` if the id was taken with another type: then it is of another message,
    /// which must not get lost as a repetition of the first
    private static DuplicateMessage duplicate(IngestMessage message, Row taken) {
        String type = taken.find(TYPE);
        if (type != null && !type.equals(message.type())) {
            throw Problem.of(
                    ErrorCode.IDEMPOTENCY_CONFLICT,
                    "This id was taken with the type " + type + ": give each message an id of its own");
        }
        return new DuplicateMessage(taken.get(ANSWER));
    }
}
