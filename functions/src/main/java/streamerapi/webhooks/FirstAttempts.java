package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.lambda.MessageHandler;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.tasks.Async;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The first attempts of an event at several endpoints, made beside each other for one message.
///
/// One claim stands for all: the record of the first endpoint, the lead, is claimed before the attempts, and what came
/// of the lead's own is written last. So a message that comes twice finds the claim, or the records of all. The others'
/// records are written once, with what came of their attempts. A message that finds any record of the lead is handled
/// for each endpoint alone, with a claim for each.
public final class FirstAttempts implements MessageHandler {

    private final InstantSource clock;
    private final Table table;
    private final Deliveries deliveries;
    private final Attempts attempts;

    /// @param attempts makes them
    public FirstAttempts(Services services, Attempts attempts) {
        this.clock = services.clock();
        this.table = services.table();
        this.deliveries = new Deliveries(table, clock);
        this.attempts = attempts;
    }

    /// An attempt to be made now.
    private record Due(DeliveryMessage message, WebhookEndpoint endpoint) {}

    /// Makes the attempts of a message. Each receiver may take 10 seconds.
    ///
    /// @param fields what stands in the message under [FirstMessage#TASK]
    @Override
    public void handle(Map<String, @Nullable Object> fields) {
        List<DeliveryMessage> messages = FirstMessage.of(fields).each();
        List<Due> due = due(messages);
        if (due.isEmpty()) {
            return;
        }
        if (deliveries.begin(due.getFirst().message())) {
            make(due.getFirst(), due.subList(1, due.size()));
        } else {
            makeEach(messages);
        }
    }

    private List<Due> due(List<DeliveryMessage> messages) {
        Map<Key, Row> rows =
                table.getAll(messages.stream().map(FirstAttempts::endpoint).toArray(Key[]::new));
        List<Due> due = new ArrayList<>();
        for (DeliveryMessage message : messages) {
            WebhookEndpoint endpoint = attempts.admitted(message, rows.get(endpoint(message)));
            if (endpoint != null) {
                due.add(new Due(message, endpoint));
            }
        }
        return due;
    }

    private static Key endpoint(DeliveryMessage message) {
        return Keys.endpoint(message.tenantId(), message.endpointId());
    }

    /// Makes all at once. If what came of another cannot be written down, nothing is written of the lead: its claim
    /// keeps the others' too until it ends by itself, and the message comes again after that.
    private void make(Due lead, List<Due> others) {
        List<Async<@Nullable Void>> made = others.stream()
                .map(other -> Async.<@Nullable Void>start(() -> {
                    makeUnclaimed(other);
                    return null;
                }))
                .toList();
        WebhookClient.Answer answer = attempts.send(lead.message(), lead.endpoint());
        joinAll(made);
        attempts.settle(lead.message(), lead.endpoint(), answer);
    }

    /// Makes an attempt that the lead's claim stands for. Only one that failed is claimed, afterwards: more is to
    /// follow it than its record.
    private void makeUnclaimed(Due due) {
        Instant begun = clock.instant();
        WebhookClient.Answer answer = attempts.send(due.message(), due.endpoint());
        if (answer.isSuccess()) {
            attempts.settle(due.message(), due.endpoint(), answer, begun);
        } else if (deliveries.claim(due.message()) == Deliveries.Claim.MINE) {
            attempts.settle(due.message(), due.endpoint(), answer);
        }
    }

    /// The lead goes first: as long as an attempt of the lead is being made, so are the others.
    private void makeEach(List<DeliveryMessage> messages) {
        attempts.make(messages.getFirst());
        joinAll(messages.stream()
                .skip(1)
                .map(message -> Async.<@Nullable Void>start(() -> {
                    attempts.make(message);
                    return null;
                }))
                .toList());
    }

    /// Waits for all, and then throws what one of them threw.
    private static void joinAll(List<Async<@Nullable Void>> all) {
        RuntimeException fault = null;
        for (Async<@Nullable Void> one : all) {
            try {
                one.join();
            } catch (RuntimeException e) {
                fault = e;
            }
        }
        if (fault != null) {
            throw fault;
        }
    }
}
