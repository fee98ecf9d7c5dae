package streamerapi.tips;

import streamerapi.shared.events.EventSchema;
import streamerapi.shared.events.EventType;
import streamerapi.shared.labels.Labelled;

import java.math.BigDecimal;
import java.util.List;

/// Money that was paid for a tip was given back, or is disputed (`tip.refunded`).
///
/// @param amount how much, by this refund alone
public record TipRefunded(String orderId, BigDecimal amount, String currency, Reason reason) {

    /// The reason for which money goes back.
    public enum Reason implements Labelled {
        /// The streamer gave it back.
        REFUNDED,
        /// The donor's bank took it back.
        DISPUTED
    }

    public static final EventSchema<TipRefunded> EVENT = EventSchema.of(EventType.TIP_REFUNDED, s -> {
        s.text("order_id", TipRefunded::orderId).component("OrderId").sample("tip_1763693883123_0h5m8z4q2w9x7y3k");
        s.money("amount", TipRefunded::amount)
                .doc("How much was given back, exact to 2 decimals; all refunds of a tip are never more than was paid.")
                .sample(new BigDecimal("12.50"));
        s.text("currency", TipRefunded::currency).component("Currency").sample("USD");
        s.choice("reason", TipRefunded::reason, List.of(Reason.values())).sample(Reason.REFUNDED);
    });
}
