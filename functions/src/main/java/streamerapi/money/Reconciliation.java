package streamerapi.money;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.PaymentFact;
import streamerapi.connections.Provider;
import streamerapi.shared.labels.Labelled;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.ConnectionKeys;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Overtaken;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The last look through a payment processor's own books, as its row has it. A look goes page by page: its row says
/// where the next one begins.
///
/// @param begunAt which look it is
/// @param endedAt null as long as it goes on
/// @param cursor of the next page; null for the first
/// @param pages how many pages were read
/// @param looked how many lines of their books it went through
/// @param unread how many of them could not be read: the processor did not show them, or the service does not take them
/// @param found what it took in, because no event had told of it
public record Reconciliation(
        String tenantId,
        Provider provider,
        Instant begunAt,
        @Nullable Instant endedAt,
        Result result,
        @Nullable String cursor,
        long pages,
        long looked,
        long unread,
        Map<Kind, Long> found) {

    private static final Attribute<Instant> BEGUN_AT = Attribute.time("begun_at");
    private static final Attribute<Instant> ENDED_AT = Attribute.time("ended_at");
    private static final Attribute<Result> RESULT = Attribute.label("result", List.of(Result.values()));
    private static final Attribute<String> CURSOR = Attribute.text("cursor");
    private static final Attribute.Whole PAGES = Attribute.whole("pages");
    private static final Attribute.Whole LOOKED = Attribute.whole("looked");
    private static final Attribute.Whole UNREAD = Attribute.whole("unread");
    private static final Attribute<Map<String, Object>> FOUND = Attribute.map("found");

    /// How a look ended.
    public enum Result implements Labelled {
        /// It goes on.
        RUNNING,
        /// Both books say the same.
        AGREES,
        /// Theirs had something that no event had told; it was taken in.
        TAKEN_IN,
        /// The processor's books have more than is read in a day, or lines that could not be read.
        INCOMPLETE,
        /// The processor did not answer.
        UNREACHABLE,
        /// The credentials may not read the books, or do not hold.
        REFUSED
    }

    /// A kind of what can be found.
    public enum Kind implements Labelled {
        HELD,
        CAPTURED,
        HOLD_ENDED,
        REFUNDED,
        DISPUTED,
        CHECKOUT_ENDED;

        static Kind of(PaymentFact fact) {
            return switch (fact) {
                case PaymentFact.Held held -> HELD;
                case PaymentFact.Captured captured -> CAPTURED;
                case PaymentFact.HoldExpired expired -> HOLD_ENDED;
                case PaymentFact.CaptureFailed failed -> CHECKOUT_ENDED;
                case PaymentFact.Refunded refunded -> REFUNDED;
                case PaymentFact.RefundFailed failed -> REFUNDED;
                case PaymentFact.Disputed disputed -> DISPUTED;
                case PaymentFact.DisputeWon won -> DISPUTED;
                case PaymentFact.Delayed delayed -> CHECKOUT_ENDED;
                case PaymentFact.Ended ended -> CHECKOUT_ENDED;
            };
        }
    }

    /// Its shape in JSON.
    static final Schema<Reconciliation> SCHEMA = Schema.shown(
            "Reconciliation", "The last look through a payment processor's own books of the last three days.", s -> {
                s.text("provider", of -> of.provider.label()).example("stripe");
                s.choice("result", Reconciliation::result, List.of(Result.values()))
                        .doc("`agrees`: the processor's books had nothing that was missing here. `taken_in`: something"
                                + " was missing and was added, and a `warning` `payment_events_lost` was sent."
                                + " `incomplete`: the books had more than is read in a day, or some of it could not be"
                                + " read (`unread`). `refused`: the credentials may not read them.");
                s.time("begun_at", Reconciliation::begunAt);
                s.time("ended_at", Reconciliation::endedAt).orNull().doc("Null while it goes on.");
                s.integer("looked", Reconciliation::looked)
                        .between(0, Long.MAX_VALUE)
                        .doc("How many events (PayPal: orders) it went through.")
                        .example(42);
                s.integer("unread", Reconciliation::unread)
                        .between(0, Long.MAX_VALUE)
                        .doc("How many of them could not be read: the processor did not show them, or they hold what"
                                + " the service does not take. The log names each; the next comparison reads them"
                                + " again.")
                        .example(0);
                for (Kind kind : Kind.values()) {
                    s.integer(kind.label(), of -> of.found(kind))
                            .between(0, Long.MAX_VALUE)
                            .doc("How many missing changes were added, of which no event had told.")
                            .example(0);
                }
            });

    /// A look that begins.
    static Reconciliation beginning(String tenantId, Provider provider, Instant now) {
        return new Reconciliation(tenantId, provider, now, null, Result.RUNNING, null, 0, 0, 0, Map.of());
    }

    /// The key of the last look at a provider.
    static Key key(String tenantId, Provider provider) {
        return ConnectionKeys.reconciliation(tenantId, provider.label());
    }

    Key key() {
        return key(tenantId, provider);
    }

    /// The last look at a provider; null if there was none.
    static @Nullable Reconciliation of(String tenantId, Provider provider, @Nullable Row row) {
        if (row == null) {
            return null;
        }
        Map<Kind, Long> found = new EnumMap<>(Kind.class);
        Map<String, Object> stored = row.get(FOUND);
        for (Kind kind : Kind.values()) {
            if (stored.get(kind.label()) instanceof Number number) {
                found.put(kind, number.longValue());
            }
        }
        return new Reconciliation(
                tenantId,
                provider,
                row.get(BEGUN_AT),
                row.find(ENDED_AT),
                row.get(RESULT),
                row.find(CURSOR),
                row.get(PAGES),
                row.get(LOOKED),
                row.get(UNREAD),
                found);
    }

    /// How many of a kind were taken in.
    public long found(Kind kind) {
        return found.getOrDefault(kind, 0L);
    }

    /// How much was taken in.
    public long foundInAll() {
        return found.values().stream().mapToLong(Long::longValue).sum();
    }

    /// The look, having gone a page further.
    ///
    /// @param to the cursor of the next page
    /// @param hidden how many of the lines the processor did not show
    Reconciliation further(@Nullable String to, long lines, long hidden, Map<Kind, Long> more) {
        Map<Kind, Long> all = new EnumMap<>(Kind.class);
        all.putAll(found);
        more.forEach((kind, count) -> all.merge(kind, count, Long::sum));
        return new Reconciliation(
                tenantId, provider, begunAt, null, result, to, pages + 1, looked + lines, unread + hidden, all);
    }

    /// The look at its end.
    Reconciliation ended(Result how, Instant now) {
        return new Reconciliation(tenantId, provider, begunAt, now, how, null, pages, looked, unread, found);
    }

    private Row row() {
        Map<String, Object> stored = new LinkedHashMap<>();
        found.forEach((kind, count) -> stored.put(kind.label(), BigDecimal.valueOf(count)));
        return Row.of(key())
                .with(BEGUN_AT, begunAt)
                .with(ENDED_AT, endedAt)
                .with(RESULT, result)
                .with(CURSOR, cursor)
                .with(PAGES, pages)
                .with(LOOKED, looked)
                .with(UNREAD, unread)
                .with(FOUND, stored.isEmpty() ? null : stored);
    }

    /// The write that begins it, in the place of the look before.
    Write begun() {
        return Write.put(row());
    }

    /// The write of how far it has come, on the condition that no other process went further.
    ///
    /// @param before how far it had come
    Write after(Reconciliation before) {
        return Write.put(row())
                .when(Condition.all(
                        Condition.equal(BEGUN_AT, before.begunAt),
                        Condition.equal(PAGES, before.pages),
                        Condition.equal(RESULT, Result.RUNNING)))
                .orElse(row -> new Overtaken());
    }
}
