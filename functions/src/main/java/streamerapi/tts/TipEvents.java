package streamerapi.tts;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventSchema;
import streamerapi.shared.events.EventType;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Row;

/// The events of a tip on its way through the TTS queue.
public final class TipEvents {

    private static final Schema<Tip> TIP = Schema.shown("TipData", "", s -> s.object("tip", tip -> tip, Tip.QUEUED));

    /// A tip enters the queue.
    public static final EventSchema<Tip> CREATED = EventSchema.of(EventType.TIP_CREATED, TipFields::addCreated);

    /// A consumer claims a tip.
    public static final EventSchema<Tip> STARTED = EventSchema.of(EventType.QUEUE_TTS_STARTED, TIP);

    /// A tip was played.
    public static final EventSchema<Tip> FINISHED =
            EventSchema.of(EventType.QUEUE_TTS_FINISHED, s -> s.object("tip", tip -> tip, Tip.PLAYED));

    /// A tip is taken out before it plays.
    public static final EventSchema<Tip> REMOVED = EventSchema.of(EventType.QUEUE_TTS_REMOVED, TIP);

    /// A claim on a tip ends, and the tip can be claimed again.
    public static final EventSchema<Released> RELEASED = EventSchema.of(EventType.QUEUE_TTS_RELEASED, s -> {
        s.text("order_id", Released::orderId).component("OrderId").sample(Tip.ORDER_ID_SAMPLE);
        s.object("tip", Released::tip, Tip.QUEUED).orNull().doc("Null if the row is gone.");
    });

    /// The playing tip is skipped: its order id.
    public static final EventSchema<String> SKIPPED = EventSchema.of(
            EventType.QUEUE_TTS_SKIPPED,
            s -> s.text("order_id", orderId -> orderId).component("OrderId").sample(Tip.ORDER_ID_SAMPLE));

    /// A waiting tip goes to the head of the queue.
    public static final EventSchema<Tip> MOVED = EventSchema.of(EventType.QUEUE_TTS_MOVED, TIP);

    private TipEvents() {}

    /// A tip that is not claimed any more.
    ///
    /// @param tip null if its row is gone
    public record Released(String orderId, @Nullable Tip tip) {

        static Released of(String orderId, @Nullable Row row) {
            return new Released(orderId, row == null ? null : new Tip(row));
        }
    }
}
