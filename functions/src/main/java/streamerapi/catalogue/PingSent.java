package streamerapi.catalogue;

import streamerapi.shared.events.EventSchema;
import streamerapi.shared.events.EventType;

/// A test was requested on a webhook endpoint (`ping`). A ping is its type's sample, so nothing emits one.
record PingSent(String message) {

    static final EventSchema<PingSent> EVENT = EventSchema.of(
            EventType.PING,
            s -> s.anyText("message", PingSent::message)
                    .sample("A test of your webhook endpoint: the service reaches it."));
}
