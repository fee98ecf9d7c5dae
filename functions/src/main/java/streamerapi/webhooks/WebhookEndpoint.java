package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Principal;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// A webhook endpoint (spec "WebhookEndpoint"): its row, of which owner, attempts and circuit breaker each change a
/// part of their own. A change writes what differs from the row that was read.
public record WebhookEndpoint(Row row) {
    static final Attribute<Instant> ACTIVE_SINCE = Attribute.time("active_since");
    static final Attribute.Whole CONSECUTIVE_FAILURES = Attribute.whole("consecutive_failures");
    static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");
    static final Attribute<String> DISABLED_REASON = Attribute.text("disabled_reason");
    static final Attribute<Instant> FAILING_SINCE = Attribute.time("failing_since");
    static final Attribute<Instant> LAST_FAILURE_AT = Attribute.time("last_failure_at");
    static final Attribute<Instant> LAST_SUCCESS_AT = Attribute.time("last_success_at");
    static final Attribute<String> PREVIOUS_SECRET = Attribute.text("previous_secret");
    static final Attribute<Instant> PREVIOUS_SECRET_UNTIL = Attribute.time("previous_secret_until");
    static final Attribute<String> SECRET = Attribute.text("secret");

    /// The first characters of an endpoint's id.
    static final String PREFIX = "we_";

    /// An endpoint's id for the examples of the OpenAPI document.
    static final String ID_EXAMPLE = "we_01k4zf2m7x9z42p9nesd3x51mc";

    /// The endpoint in answers; its secret is not among its fields.
    static final Schema<WebhookEndpoint> SCHEMA =
            Schema.shown("WebhookEndpoint", "An address that events are delivered to.", s -> {
                s.text("id", WebhookEndpoint::id).component("WebhookEndpointId").example(ID_EXAMPLE);
                s.text(EndpointFields.URL.name(), WebhookEndpoint::url)
                        .uri()
                        .example("https://hooks.example.com/streamer");
                s.text(EndpointFields.DESCRIPTION.name(), endpoint -> endpoint.row.find(EndpointFields.DESCRIPTION))
                        .max(EndpointFields.MAX_DESCRIPTION)
                        .orNull()
                        .example("Stream deck");
                s.texts(EndpointFields.EVENTS.name(), endpoint -> endpoint.row.get(EndpointFields.EVENTS))
                        .component("Subscription")
                        .example(List.of("tip.created", "queue.tts.started"));
                s.flag(EndpointFields.IS_ACTIVE.name(), WebhookEndpoint::isActive)
                        .doc("False once the endpoint is disabled; nothing is delivered then.");
                s.text("disabled_reason", endpoint -> endpoint.row.find(DISABLED_REASON))
                        .orNull()
                        .doc(
                                "Set when the service disabled the endpoint: 5 deliveries in a row exhausted every attempt,"
                                        + " 5 days passed without a success, or the receiver answered 410.");
                s.integer("consecutive_failures", WebhookEndpoint::failures)
                        .live()
                        .between(0, Long.MAX_VALUE)
                        .doc("Deliveries that exhausted every retry since the last success.")
                        .example(0);
                s.time("last_success_at", WebhookEndpoint::lastSuccess)
                        .live()
                        .orNull()
                        .doc("When a delivery last succeeded; up to a minute old while deliveries succeed one after"
                                + " the other.")
                        .example("2026-09-12T18:21:04.456Z");
                s.time("last_failure_at", WebhookEndpoint::lastFailure).live().orNull();
                s.time("created_at", endpoint -> endpoint.row.get(CREATED_AT));
                s.object("created_by", endpoint -> Maker.of(endpoint.row), Maker.SCHEMA)
                        .orNull()
                        .example(Maker.SCHEMA.example(true))
                        .doc("The user, API key or OAuth app that made it; null if that is unknown. An app sees and"
                                + " changes its own endpoints alone.");
            });

    /// The most by which an event's time can lie before its commit: a request takes a while, and clocks differ.
    private static final Duration MAX_SKEW = Duration.ofSeconds(15);

    private static final Attribute<String> AUTHORIZATION = Attribute.text("authorization_id");
    private static final Attribute<String> AUTHORIZATION_KEY = Attribute.text("authorization");
    private static final Attribute<List<String>> SCOPES = Attribute.texts("scopes");
    private static final Attribute<String> COUNTED_APP = Attribute.text("made_by_app");

    EndpointFields fields() {
        return EndpointFields.of(row);
    }

    /// The key of its row.
    Key key() {
        return row.key();
    }

    /// How many deliveries have exhausted every attempt since the last success.
    long failures() {
        return row.get(CONSECUTIVE_FAILURES);
    }

    /// Since when its attempts have failed; null if the last one succeeded.
    @Nullable
    Instant failingSince() {
        return row.find(FAILING_SINCE);
    }

    /// When an attempt last succeeded, to the minute; null if none has.
    @Nullable
    Instant lastSuccess() {
        return row.find(LAST_SUCCESS_AT);
    }

    /// When an attempt last failed, to the minute; null if none has.
    @Nullable
    Instant lastFailure() {
        return row.find(LAST_FAILURE_AT);
    }

    /// Its id: `we_…`.
    public String id() {
        return key().sort().substring(Keys.SUBSCRIBER.length());
    }

    String url() {
        return row.get(EndpointFields.URL);
    }

    /// Scheme and host of its address: what others may know of it, because paths are often secrets.
    String origin() {
        URI uri = URI.create(url());
        return uri.getScheme() + "://" + uri.getHost();
    }

    String secret() {
        return row.get(SECRET);
    }

    /// The secrets that sign a delivery at this time: the current one, and while a rotation's overlap lasts the one
    /// before.
    List<String> secrets(Instant now) {
        Instant until = row.find(PREVIOUS_SECRET_UNTIL);
        return until != null && now.isBefore(until) ? List.of(secret(), row.get(PREVIOUS_SECRET)) : List.of(secret());
    }

    /// The secrets that it has: the current one, and the one before if a rotation had an overlap.
    List<String> knownSecrets() {
        String previous = row.find(PREVIOUS_SECRET);
        return previous == null ? List.of(secret()) : List.of(secret(), previous);
    }

    /// Since when it has been active: what was begun before that has ended.
    Instant activeSince() {
        Instant since = row.find(ACTIVE_SINCE);
        return since == null ? row.get(CREATED_AT) : since;
    }

    /// Whether a delivery's run that began then has ended, because the endpoint is disabled or was since.
    boolean hasEnded(Instant run) {
        return !isActive() || run.isBefore(activeSince());
    }

    boolean isActive() {
        return row.get(EndpointFields.IS_ACTIVE);
    }

    /// Whether it subscribes to an event, and may be sent it: every endpoint gets warnings. An event can be handed on
    /// long after it was committed; one from before the endpoint was made does not concern it.
    public boolean wants(LoggedEvent event) {
        List<String> events = row.get(EndpointFields.EVENTS);
        return isActive()
                && mayBeSent(event.type())
                && (event.is(EventType.WARNING) || events.contains(Subscription.ALL) || events.contains(event.type()))
                && event.created().plus(MAX_SKEW).isAfter(row.get(CREATED_AT));
    }

    /// Whether it may be sent events of the type with this label: one that an app made, those of the channels that the
    /// app's scopes open, and none that this version does not know.
    public boolean mayBeSent(String label) {
        return !isOfApp() || EventType.of(label).filter(this::mayBeSent).isPresent();
    }

    /// Whether it may be sent events of this type: if an app made it, those of the channels that the app's scopes open.
    public boolean mayBeSent(EventType type) {
        return !isOfApp() || type.channel().openTo(scopes());
    }

    /// Holds it to what it may be sent.
    ///
    /// @param events what it is to be subscribed to
    /// @throws Problem `missing_scope` with `required_scope`
    void checkSubscription(List<String> events) {
        for (String label : events) {
            EventType type = EventType.of(label).orElse(null);
            if (type != null && !mayBeSent(type)) {
                throw Problem.of(
                                ErrorCode.MISSING_SCOPE,
                                "The app that made the endpoint may not read " + label
                                        + ": it has no scope for these events")
                        .with(
                                "required_scope",
                                Collections.min(type.channel().scopes()).label());
            }
        }
    }

    /// This endpoint of an app, which belongs to the app's authorization and ends with it. It may be sent what the
    /// authorization opens, not of the access token that it was made with.
    WebhookEndpoint ofApp(Caller app) {
        return new WebhookEndpoint(row.with(AUTHORIZATION, app.id())
                .with(AUTHORIZATION_KEY, app.row().sort())
                .with(COUNTED_APP, app.app())
                .with(SCOPES, app.granted().stream().map(Scope::label).sorted().toList()));
    }

    /// Whether an app made it.
    boolean isOfApp() {
        return row.has(AUTHORIZATION);
    }

    /// The app in whose share it was counted; null if it is in none.
    @Nullable
    String countedApp() {
        return row.find(COUNTED_APP);
    }

    /// The id of the authorization that it belongs to, if it is an app's.
    String authorizationId() {
        return row.get(AUTHORIZATION);
    }

    /// The key of that authorization's row.
    Key authorization() {
        return new Key(key().partition(), row.get(AUTHORIZATION_KEY));
    }

    /// This endpoint, which must be the sender's to see: an app sees those of its own authorization alone.
    ///
    /// @throws Problem `not_found`
    WebhookEndpoint seenBy(Principal principal) {
        if (!isSeenBy(principal)) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return this;
    }

    boolean isSeenBy(Principal principal) {
        return !(principal instanceof Caller caller)
                || !caller.isApp()
                || (isOfApp() && authorizationId().equals(caller.id()));
    }

    private Set<Scope> scopes() {
        return row.get(SCOPES).stream()
                .flatMap(label -> Scope.of(label).stream())
                .collect(Collectors.toUnmodifiableSet());
    }
}
