package streamerapi.webhooks;

import streamerapi.shared.events.EventSchema;

/// The warnings about webhook endpoints that do not answer.
public final class EndpointWarnings {

    /// An endpoint was disabled.
    public static final EventSchema<Disabled> DISABLED = EventSchema.warning("endpoint_disabled", s -> {
        EventSchema.message(s, it -> "A webhook endpoint was disabled");
        s.text("endpoint_id", Disabled::id).component("WebhookEndpointId");
        s.anyText("url", Disabled::url).uri();
        s.anyText("reason", Disabled::reason);
    });

    /// An endpoint failed every attempt of a delivery.
    public static final EventSchema<Failing> FAILING = EventSchema.warning("endpoint_failing", s -> {
        EventSchema.message(s, it -> "A webhook endpoint has failed every attempt of a delivery");
        s.text("endpoint_id", Failing::id).component("WebhookEndpointId");
        s.anyText("url", Failing::url).uri();
        s.integer("consecutive_failures", Failing::failures).between(1, Long.MAX_VALUE);
    });

    private EndpointWarnings() {}

    /// @param url the origin of its address
    public record Disabled(String id, String url, String reason) {}

    /// @param url the origin of its address
    /// @param failures how many deliveries in a row failed every attempt
    public record Failing(String id, String url, long failures) {}
}
