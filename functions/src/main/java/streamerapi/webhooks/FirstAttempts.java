package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.lambda.MessageHandler;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.tasks.Async;

import java.util.List;
import java.util.Map;

/// The first attempts of an event at several endpoints, made at the same time for one message. Each is claimed, as any
/// attempt: the fan-out may bring an event again, and then other endpoints share its message.
public final class FirstAttempts implements MessageHandler {

    private final Table table;
    private final Attempts attempts;

    /// @param attempts makes them
    public FirstAttempts(Services services, Attempts attempts) {
        this.table = services.table();
        this.attempts = attempts;
    }

    /// Makes the attempts of a message that are to be made now. Each receiver may take 10 seconds.
    ///
    /// @param fields what stands in the message under [FirstMessage#TASK]
    /// @throws IllegalStateException while another process makes one of them
    @Override
    public void handle(Map<String, @Nullable Object> fields) {
        List<DeliveryMessage> messages = FirstMessage.of(fields).each();
        Map<Key, Row> rows =
                table.getAll(messages.stream().map(FirstAttempts::endpoint).toArray(Key[]::new));
        joinAll(messages.stream()
                .map(message -> Async.start(() -> attempts.make(message, rows.get(endpoint(message)))))
                .toList());
    }

    private static Key endpoint(DeliveryMessage message) {
        return Keys.endpoint(message.tenantId(), message.endpointId());
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
