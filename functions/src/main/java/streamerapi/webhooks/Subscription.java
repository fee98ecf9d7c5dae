package streamerapi.webhooks;

import streamerapi.shared.events.EventType;
import streamerapi.shared.problems.Problem;

import java.util.List;

/// The event types that an endpoint subscribes to.
final class Subscription {

    /// The subscription to everything.
    static final String ALL = "*";

    private static final String FIELD = "events";
    private static final int MAX_QUOTED = 64;

    private Subscription() {}

    /// The labels as they are kept, each once: `*` stands alone.
    ///
    /// @throws Problem `bad_request` with `field` `events`
    static List<String> checked(List<String> sent) {
        if (sent.isEmpty()) {
            throw Problem.badField(FIELD, "events must name at least one event type, or be [\"*\"]");
        }
        for (String label : sent) {
            if (!isSubscribable(label)) {
                throw Problem.badField(
                        FIELD,
                        "events has a type that cannot be subscribed to: "
                                + label.substring(0, Math.min(MAX_QUOTED, label.length())));
            }
        }
        return sent.contains(ALL) ? List.of(ALL) : sent.stream().distinct().toList();
    }

    private static boolean isSubscribable(String label) {
        return label.equals(ALL)
                || EventType.of(label).filter(EventType::subscribable).isPresent();
    }
}
