package streamerapi.money;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.PaymentBooks;
import streamerapi.checkouts.PaymentFact;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.connections.ProviderException;
import streamerapi.ingest.PaymentInbox;
import streamerapi.money.Reconciliation.Kind;
import streamerapi.money.Reconciliation.Result;
import streamerapi.platforms.Processors;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.MessageGroups;
import streamerapi.shared.storage.Overtaken;
import streamerapi.shared.storage.Table;
import streamerapi.shared.tasks.Host;
import streamerapi.tips.PaymentRecord;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Looks through the payment processors' own books, once a day after the check of their connection, and takes in what
/// no event has told: the way of an event, under its id, so that one that comes late changes nothing.
///
/// A look is a chain of messages of the work queue, a page each. How far it has come is a row, so a message that
/// comes twice goes on from there, and of two at the same time one does.
public final class Reconciliations {

    /// The only field of the messages.
    public static final String TASK = "reconciliation";

    /// How far back it looks.
    static final Duration SPAN = Duration.ofDays(3);

    /// How long an event may take to come.
    static final Duration GRACE = Duration.ofHours(1);

    /// How much a message takes in at most: each can ask the moderation service and a video site.
    private static final int MAX_TAKEN = 10;

    /// How long a message takes in: of a stranger's refund the processor is asked whose payment it was.
    private static final Duration MAX_TAKING = Duration.ofSeconds(12);

    /// How many pages a look reads at most.
    private static final int MAX_PAGES = 200;

    private static final String TENANT = "tenant_id";
    private static final String PROVIDER = "provider";
    private static final String BEGUN_AT = "begun_at";

    private final Table table;
    private final Outbox outbox;
    private final ProviderConnections connections;
    private final Processors processors;
    private final PaymentInbox inbox;
    private final DelayQueue queue;
    private final InstantSource clock;

    /// @param outbox commits how far a look has come
    /// @param queue of work
    public Reconciliations(
            Table table,
            Outbox outbox,
            ProviderConnections connections,
            Processors processors,
            PaymentInbox inbox,
            DelayQueue queue,
            InstantSource clock) {
        this.table = table;
        this.outbox = outbox;
        this.connections = connections;
        this.processors = processors;
        this.inbox = inbox;
        this.queue = queue;
        this.clock = clock;
    }

    /// Begins a look through the books of a connection's processor, if it has any and the connection works.
    public void begin(ProviderConnection connection) {
        if (processors.books(connection.provider()) == null || !connection.isUsable()) {
            return;
        }
        Reconciliation begun = Reconciliation.beginning(connection.tenantId(), connection.provider(), clock.instant());
        table.write(List.of(begun.begun()));
        goOnSoon(begun);
    }

    private void goOnSoon(Reconciliation look) {
        Map<String, Object> fields = Map.of(
                TENANT, look.tenantId(),
                PROVIDER, look.provider().label(),
                BEGUN_AT, look.begunAt().toEpochMilli());
        queue.send(Json.writeText(Map.of(TASK, fields)), clock.instant(), MessageGroups.of(look.tenantId(), TASK));
    }

    /// A line of a processor's books that could not be read.
    ///
    /// @param line its id
    /// @param why the processor does not show it, or the service does not take it
    public record Unread(String tenantId, Provider provider, String line, RuntimeException why) {}

    /// Reads the next page of the look that a message names.
    ///
    /// @param fields what stands in the message under [#TASK]
    /// @param unread is told of each line that could not be read
    /// @return the look, if it has ended with this page
    public Optional<Reconciliation> goOn(Map<String, @Nullable Object> fields, Consumer<Unread> unread) {
        String tenantId = Json.text(fields, TENANT);
        Provider provider = Provider.of(Json.text(fields, PROVIDER)).orElseThrow();
        Instant begunAt =
                Instant.ofEpochMilli(((BigDecimal) Objects.requireNonNull(fields.get(BEGUN_AT))).longValueExact());
        Reconciliation look = Reconciliation.beginning(tenantId, provider, begunAt);
        Reconciliation known = Reconciliation.of(tenantId, provider, table.get(look.key()));
        PaymentBooks books = processors.books(provider);
        ProviderConnection connection = connections.find(tenantId, provider);
        if (known == null
                || books == null
                || connection == null
                || !known.begunAt().equals(begunAt)
                || known.endedAt() != null) {
            return Optional.empty();
        }
        Reconciliation after = new Reading(known, connection, books, unread).read();
        if (!isNoted(after, known)) {
            return Optional.empty();
        }
        if (after.endedAt() == null) {
            goOnSoon(after);
            return Optional.empty();
        }
        return Optional.of(after);
    }

    private boolean isNoted(Reconciliation after, Reconciliation before) {
        try {
            outbox.commit(after.tenantId(), null, () -> noted(after, before));
            return true;
        } catch (Overtaken overtaken) {
            return false;
        }
    }

    private static Outcome<?> noted(Reconciliation after, Reconciliation before) {
        Outcome<?> noted = Outcome.empty().writing(after.after(before));
        return after.endedAt() != null && after.foundInAll() > 0
                ? noted.emitting(LostEventsWarning.EVENT, LostEventsWarning.of(after))
                : noted;
    }

    /// The reading of one page.
    private final class Reading {
        private final Reconciliation look;
        private final ProviderConnection connection;
        private final PaymentBooks books;
        private final Consumer<Unread> unreadLines;
        private final Map<Kind, Long> found = new EnumMap<>(Kind.class);
        private @Nullable String cursor;
        private final long began = Host.nanoTime();
        private long lines;
        private long unread;
        private long taken;

        private Reading(
                Reconciliation look, ProviderConnection connection, PaymentBooks books, Consumer<Unread> unreadLines) {
            this.look = look;
            this.connection = connection;
            this.books = books;
            this.unreadLines = unreadLines;
            this.cursor = look.cursor();
        }

        private Reconciliation read() {
            boolean isAtTheEnd = false;
            Result result = Result.RUNNING;
            try {
                isAtTheEnd = isAtTheEnd();
            } catch (ProviderException.Refused refused) {
                result = Result.REFUSED;
            } catch (ProviderException.Unavailable unavailable) {
                result = Result.UNREACHABLE;
            }
            Reconciliation after = look.further(cursor, lines, unread, found);
            if (isAtTheEnd) {
                result = end(after);
            }
            if (result == Result.RUNNING && after.pages() >= MAX_PAGES) {
                result = Result.INCOMPLETE;
            }
            return result == Result.RUNNING ? after : after.ended(result, clock.instant());
        }

        private static Result end(Reconciliation all) {
            if (all.unread() > 0) {
                return Result.INCOMPLETE;
            }
            return all.foundInAll() > 0 ? Result.TAKEN_IN : Result.AGREES;
        }

        private boolean isAtTheEnd() {
            PaymentBooks.Span span = new PaymentBooks.Span(
                    look.begunAt().minus(SPAN), look.begunAt().minus(GRACE));
            PaymentBooks.Page page = books.page(connection, span, look.cursor());
            List<String> ids =
                    page.entries().stream().map(PaymentBooks.Entry::id).toList();
            Set<String> known = ids.isEmpty() ? Set.of() : inbox.taken(look.tenantId(), look.provider(), ids);
            for (PaymentBooks.Entry entry : page.entries()) {
                if (taken >= MAX_TAKEN || Host.nanoTime() - began > MAX_TAKING.toNanos()) {
                    return false;
                }
                if (!known.contains(entry.id())) {
                    told(entry).forEach(this::take);
                }
                lines++;
                cursor = entry.cursor();
            }
            return !page.hasMore();
        }

        /// The facts in a line; none if the processor refuses to show it.
        ///
        /// @throws ProviderException.Refused if it refuses the credentials
        private List<PaymentBooks.Told> told(PaymentBooks.Entry entry) {
            try {
                return entry.told().get();
            } catch (ProviderException.Refused refused) {
                if (refused.isUnauthorized()) {
                    throw refused;
                }
                noteUnread(entry.id(), refused);
                return List.of();
            }
        }

        private void noteUnread(String line, RuntimeException why) {
            unread++;
            unreadLines.accept(new Unread(look.tenantId(), look.provider(), line, why));
        }

        private void take(PaymentBooks.Told told) {
            PaymentFact fact = told.fact();
            if (isKnown(told)) {
                return;
            }
            Optional<Problem> refusal =
                    inbox.take(new PaymentInbox.Told(look.tenantId(), look.provider(), told.id(), told.at(), fact));
            if (refusal.isPresent()) {
                noteUnread(told.id(), refusal.get());
            } else if (!(fact instanceof PaymentFact.Delayed)) {
                found.merge(Kind.of(fact), 1L, Long::sum);
                taken++;
            }
        }

        /// Whether our books say what theirs do.
        private boolean isKnown(PaymentBooks.Told told) {
            return switch (told.fact()) {
                case PaymentFact.Held held -> ours(told, held.paymentId()).hasCome();
                case PaymentFact.Captured captured ->
                    ours(told, captured.paymentId()).isCaptured();
                case PaymentFact.HoldExpired expired ->
                    ours(told, expired.paymentId()).isHoldOver();
                case PaymentFact.CaptureFailed failed ->
                    ours(told, failed.paymentId()).hasNothingLeft();
                case PaymentFact.Refunded refunded ->
                    ours(told, refunded.paymentId()).hasGivenBack(refunded.total(), told.at());
                case PaymentFact.RefundFailed failed ->
                    ours(told, failed.paymentId()).hasFailed(failed.refundId());
                case PaymentFact.Disputed disputed ->
                    ours(told, disputed.paymentId()).isDisputed(told.at());
                case PaymentFact.DisputeWon won -> ours(told, won.paymentId()).hasWonDispute(told.at());
                case PaymentFact.Delayed delayed -> false;
                case PaymentFact.Ended ended ->
                    ended.checkout().paidAt() != null
                            || ended.checkout().progress().isEnd();
            };
        }

        private PaymentRecord ours(PaymentBooks.Told told, String paymentId) {
            return PaymentRecord.of(
                    table, look.tenantId(), told.fact().checkout().processor().label(), paymentId);
        }
    }
}
