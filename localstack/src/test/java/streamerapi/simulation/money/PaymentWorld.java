package streamerapi.simulation.money;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.connectors.IngestMessage;
import streamerapi.effects.EffectMessage;
import streamerapi.effects.EffectQueue;
import streamerapi.effects.EffectSweep;
import streamerapi.effects.Effects;
import streamerapi.ingest.Inbox;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.events.Actor;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.queues.DelayQueue;
import streamerapi.shared.queues.RetrySchedule;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Lease;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;
import streamerapi.tips.PaymentDecisions;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/// An account, one payment, and all that acts on it, in one thread.
final class PaymentWorld {

    static final String TENANT = "ten_0000000000001";

    private static final Instant BEGINNING = Instant.parse("2026-03-03T10:00:00Z");
    private static final Duration WEEK = Duration.ofDays(7).plusMinutes(1);
    private static final Actor MODERATOR = new Actor.User("usr_moderator");

    private final VirtualClock clock = new VirtualClock(BEGINNING);
    private final MemoryQueue queue = new MemoryQueue(clock);
    private final MemoryTable rows = MemoryTable.ofInserts(this::stream);
    private final SimulatedProcessor processor;
    private final Table table;
    private final Outbox outbox;
    private final PaymentDecisions decisions;
    private final EffectQueue effects;
    private final EffectSweep sweep;
    private final Points points = new Points();

    /// All that a step can change.
    record State(MemoryTable.Snapshot rows, List<MemoryQueue.Message> queue, Truth truth, Instant now) {}

    PaymentWorld(Beginning beginning, SpoiltWrites spoilt) {
        processor = new SimulatedProcessor(beginning.truth(), points, index -> points.elsewhere(() -> tell(index, "")));
        table = TableService.over(new TappedTable(new TableService(rows).transport(), points, spoilt));
        Ids ids = new Ids(clock);
        outbox = new Outbox(table, ids, clock);
        DelayQueue delays = queue.delayed();
        // Three attempts, not eight, so that the last one is near.
        Effects carried = new Effects(table, processor, delays, RetrySchedule.of("5,120"), clock);
        decisions = new PaymentDecisions(table, carried, ids, clock);
        effects = new EffectQueue(table, outbox, carried, delays, clock, decisions.handlers());
        sweep = new EffectSweep(table, delays, clock);
        table.write(List.of(Write.put(beginning.account(TENANT))));
    }

    State state() {
        return new State(rows.snapshot(), queue.messages(), processor.truth(), clock.instant());
    }

    void restore(State state) {
        rows.restore(state.rows());
        queue.restore(state.queue());
        processor.become(state.truth());
        clock.set(state.now());
    }

    MemoryQueue queue() {
        return queue;
    }

    SimulatedProcessor processor() {
        return processor;
    }

    VirtualClock clock() {
        return clock;
    }

    Points points() {
        return points;
    }

    BooksOfRows books() {
        return BooksOfRows.of(rows.items());
    }

    /// The stream of the table: a new effect is announced to the queue, and delivered when its lease ends.
    private void stream(Map<String, AttributeValue> row) {
        if (text(row, "pk").equals(EffectKeys.EFFECTS)) {
            AttributeValue leased = row.get(Lease.UNTIL.name());
            Instant due = leased == null ? clock.instant() : Instant.ofEpochMilli(Long.parseLong(leased.n()));
            queue.add(new MemoryQueue.Message(
                    EffectMessage.of(TENANT, text(row, "sk").substring(TENANT.length() + 1)), due));
        }
    }

    private static String text(Map<String, AttributeValue> row, String name) {
        return Objects.requireNonNull(row.get(name), name).s();
    }

    /// Takes a step. What the service refuses changes nothing.
    ///
    /// @throws Death if a process was to die in it
    void take(Step step) {
        processor.behave(step.manner());
        Step meanwhile = step.meanwhile();
        if (meanwhile != null) {
            points.interrupt(step.point(), () -> {
                processor.behave(meanwhile.manner());
                try {
                    act(meanwhile);
                } finally {
                    processor.behave(step.manner());
                }
            });
        }
        try {
            act(step);
        } catch (Problem refusal) {
            // The caller is told so, and nothing has changed.
        } finally {
            points.clear();
        }
    }

    private void act(Step step) {
        switch (step.act()) {
            case APPROVE -> decide(true, false);
            case REJECT -> decide(false, false);
            case REJECT_AND_REFUND -> decide(false, true);
            case REFUND_PART -> refund(new BigDecimal("2"));
            case REFUND_ALL -> refund(null);
            case TELL, TELL_AGAIN -> tell(step.index(), "");
            case TELL_ANEW -> tell(step.index(), "b");
            case CAPTURE -> processor.endHold(Truth.Stage.CAPTURED);
            case HOLD_ENDS -> processor.endHold(Truth.Stage.RELEASED);
            case RETURN_PART -> processor.giveBack(200, "payment.refunded");
            case RETURN_ALL -> processor.giveBack(processor.truth().charged(), "payment.refunded");
            case DISPUTE -> processor.giveBack(processor.truth().charged(), "payment.disputed");
            case DELIVER -> deliver(step.index(), false);
            case DELIVER_TWICE -> deliver(step.index(), true);
            case LOSE -> lose(step.index());
            case SWEEP -> sweep();
            case WAIT -> clock.set(nextDue());
            case WEEK -> {
                tellRefunds();
                processor.become(processor.truth().aWeekLater());
                clock.advance(WEEK);
                endHolds();
            }
        }
    }

    private void decide(boolean isApproved, boolean isRefunded) {
        String orderId = books().orderId();
        if (orderId != null) {
            commit(MODERATOR, () -> decisions.decide(TENANT, orderId, isApproved, isRefunded, MODERATOR));
        }
    }

    private void refund(@Nullable BigDecimal amount) {
        String orderId = books().orderId();
        if (orderId != null) {
            commit(MODERATOR, () -> decisions.refund(TENANT, orderId, amount));
        }
    }

    /// A refund of a part is told within the days for which the service keeps a message's id: told anew after that, it
    /// is another refund.
    private void tellRefunds() {
        List<ProcessorNotice> notices = processor.truth().notices();
        for (int i = 0; i < notices.size(); i++) {
            int index = i;
            if (!notices.get(i).isTold() && !notices.get(i).hasOneMeaning()) {
                points.elsewhere(() -> tell(index, ""));
            }
        }
    }

    /// Does what follows seven days after a tip was held: the message about it comes at least once.
    private void endHolds() {
        String orderId = books().heldWithPayment();
        if (orderId != null) {
            commit(null, () -> decisions.holdTimedOut(TENANT, orderId));
        }
    }

    private <T> void commit(@Nullable Actor sender, Supplier<Outcome<T>> decide) {
        outbox.commit(TENANT, sender, decide);
    }

    /// Tells the service of something. It tells it again later if the service does not take it.
    void tell(int index, String id) {
        if (!processor.truth().canTell(index)) {
            return;
        }
        ProcessorNotice notice = processor.truth().notices().get(index);
        new Inbox(table, outbox, decisions.types(), clock).take(message(notice, "m" + index + id));
        processor.become(processor.truth().telling(index));
    }

    private IngestMessage message(ProcessorNotice notice, String id) {
        int cents = notice.makesKnown() ? Truth.AMOUNT : notice.cents();
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("payment_id", "p1");
        data.put("name", Beginning.DONOR);
        data.put("amount", cents == 0 ? null : BigDecimal.valueOf(cents, 2));
        data.put("currency", "EUR");
        return new IngestMessage(TENANT, Connector.CARD_PROCESSOR, id, notice.type(), clock.instant(), data);
    }

    private void deliver(int index, boolean isKept) {
        List<MemoryQueue.Message> visible = queue.visible();
        if (index < visible.size()) {
            MemoryQueue.Message message = visible.get(index);
            queue.remove(message);
            if (isKept) {
                queue.add(message);
            }
            deliver(message);
        }
    }

    /// Delivers a message; one that is not handled comes again.
    private void deliver(MemoryQueue.Message message) {
        try {
            Map<String, @Nullable Object> fields =
                    Json.asObject(Json.asObject(Json.read(message.body())).get(EffectMessage.TASK));
            effects.carryOut(EffectMessage.of(fields));
        } catch (Problem | Death e) {
            queue.add(new MemoryQueue.Message(message.body(), clock.instant().plusSeconds(30)));
            throw e;
        }
    }

    private void lose(int index) {
        List<MemoryQueue.Message> visible = queue.visible();
        if (index < visible.size()) {
            queue.remove(visible.get(index));
        }
    }

    void sweep() {
        sweep.announce();
        sweep.sendLost();
    }

    /// When something is due next: a message, an attempt, or the end of a lease; else in an hour.
    Instant nextDue() {
        Instant now = clock.instant();
        return books().dueTimes(queue.messages()).stream()
                .filter(time -> time.isAfter(now))
                .min(Instant::compareTo)
                .map(time -> time.plusMillis(1))
                .orElse(now.plus(Duration.ofHours(1)));
    }
}
