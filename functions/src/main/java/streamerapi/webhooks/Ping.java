package streamerapi.webhooks;

import streamerapi.shared.events.EventType;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;

import java.util.List;

/// A test that an endpoint is to be sent.
///
/// @param type the event type whose sample is sent
record Ping(EventType type) {

    /// The id of every such delivery: nothing of it is kept.
    static final String ID = "ping";

    static final Schema<Ping> SCHEMA = Schema.of("PingRequest", "Which event type's sample to send.", s -> {
        var type = s.text("event_type", ping -> ping.type.label())
                .max(64)
                .component("EventType")
                .orElse(EventType.PING.label())
                .doc("The type whose sample to send.")
                .example("tip.created");
        return in -> new Ping(EventType.of(type.of(in))
                .orElseThrow(() -> Problem.badField("event_type", "event_type is not an event type")));
    });

    /// The result of a ping.
    static final Schema<WebhookClient.Answer> ANSWER = Schema.shown("PingDelivery", "A test's result.", s -> {
        s.oneOf("id", answer -> ID, List.of(ID));
        s.int32("response_status", WebhookClient.Answer::status)
                .between(0, 999)
                .orNull()
                .doc("The answer's status; null if there was none.")
                .example(204);
        s.integer("duration_ms", answer -> answer.duration().toMillis())
                .between(0, Long.MAX_VALUE)
                .example(87);
        s.text("error", WebhookClient.Answer::error).orNull().doc("The failure, in words; null for a 2xx.");
    });
}
