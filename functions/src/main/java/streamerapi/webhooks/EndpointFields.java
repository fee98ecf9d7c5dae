package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Field;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.schema.Shape;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Row;

import java.util.List;
import java.util.stream.Stream;

/// The fields of an endpoint that its owner chooses.
record EndpointFields(String url, @Nullable String description, List<String> events, boolean isActive) {

    static final Attribute<String> URL = Attribute.text("url");
    static final Attribute<String> DESCRIPTION = Attribute.text("description");
    static final Attribute<List<String>> EVENTS = Attribute.texts("events");
    static final Attribute.Flag IS_ACTIVE = Attribute.flag("is_active");

    private static final int MAX_URL = 2_048;
    static final int MAX_DESCRIPTION = 200;
    private static final int MAX_TYPE = 64;

    /// The schema of a new endpoint, which is active.
    ///
    /// @param allowPrivate whether its address can be `http` or private: on the local stack
    static Schema<EndpointFields> ofNew(boolean allowPrivate) {
        return Schema.of("WebhookEndpoint", "The address and the types of events that are delivered to it.", s -> {
            var url = url(s, allowPrivate);
            var description = description(s);
            var events = events(s).orElse(List.of(Subscription.ALL));
            return in -> new EndpointFields(url.of(in), description.of(in), events.of(in), true);
        });
    }

    /// The schema of a change.
    ///
    /// @param allowPrivate whether its address can be `http` or private: on the local stack
    static Schema<EndpointFields> ofChanged(boolean allowPrivate) {
        return Schema.of("WebhookEndpoint", "The fields of an endpoint that change.", s -> {
            var url = url(s, allowPrivate);
            var description = description(s);
            var events = events(s);
            var active = s.flag(IS_ACTIVE.name(), EndpointFields::isActive).doc("Whether it is to get deliveries.");
            return in -> new EndpointFields(url.of(in), description.of(in), events.of(in), active.of(in));
        });
    }

    private static Field<EndpointFields, String> url(Shape<EndpointFields> s, boolean allowPrivate) {
        return s.text(URL.name(), EndpointFields::url, text -> EndpointUrl.check(URL.name(), text, allowPrivate))
                .between(1, MAX_URL)
                .uri()
                .doc("Public `https://` address on any port, without user information or fragment. Private,"
                        + " internal and special addresses and hosts are refused in any spelling. A name that does"
                        + " not resolve yet is accepted: every connection checks again. (A deployer can allow"
                        + " `http` and private addresses for local development.)")
                .example("https://hooks.example.com/streamer");
    }

    private static Field<EndpointFields, @Nullable String> description(Shape<EndpointFields> s) {
        return s.text(DESCRIPTION.name(), EndpointFields::description)
                .max(MAX_DESCRIPTION)
                .orNull()
                .doc("Your note.")
                .example("Stream deck");
    }

    private static Field<EndpointFields, List<String>> events(Shape<EndpointFields> s) {
        return s.texts(EVENTS.name(), EndpointFields::events, MAX_TYPE, Subscription::checked)
                .component("Subscription")
                .example(List.of("tip.created", "queue.tts.started"));
    }

    /// The condition that an endpoint's row is as it was when it was read, but for the health of its deliveries.
    static Condition unchanged(Row row) {
        return Condition.all(
                Stream.<Attribute<?>>of(URL, DESCRIPTION, EVENTS, IS_ACTIVE, WebhookEndpoint.DISABLED_REASON)
                        .map(attribute -> Condition.unchanged(row, attribute))
                        .toArray(Condition[]::new));
    }

    /// The fields that a row has.
    static EndpointFields of(Row row) {
        return new EndpointFields(row.get(URL), row.find(DESCRIPTION), row.get(EVENTS), row.get(IS_ACTIVE));
    }

    /// The row with these fields.
    Row in(Row row) {
        return row.with(URL, url)
                .with(DESCRIPTION, description)
                .with(EVENTS, events)
                .with(IS_ACTIVE, isActive);
    }
}
