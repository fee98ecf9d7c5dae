package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Principal;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import java.net.URI;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// A webhook endpoint, as its row has it (spec "WebhookEndpoint").
public record Endpoint(Row row) {

    /// The first characters of an endpoint's id.
    static final String PREFIX = "we_";

    /// The subscription to everything.
    static final String ALL = "*";

    private static final String AUTHORIZATION = "authorization_id";
    private static final String AUTHORIZATION_KEY = "authorization";
    private static final String SCOPES = "scopes";

    /// Its id: `we_…`.
    public String id() {
        return row.key().sort().substring(Keys.SUBSCRIBER.length());
    }

    String url() {
        return row.text("url");
    }

    /// Scheme and host of its address: what others may know of it, because paths are often secrets.
    String origin() {
        URI uri = URI.create(url());
        return uri.getScheme() + "://" + uri.getHost();
    }

    String secret() {
        return row.text("secret");
    }

    /// The secrets that sign a delivery at this time: the current one, and while a rotation's overlap lasts the one
    /// before.
    List<String> secrets(Instant now) {
        Instant until = row.instantOrNull("previous_secret_until");
        return until != null && now.isBefore(until)
                ? List.of(secret(), row.text("previous_secret"))
                : List.of(secret());
    }

    /// Since when it has been active: what was begun before that has ended.
    Instant activeSince() {
        Instant since = row.instantOrNull("active_since");
        return since == null ? row.instant("created_at") : since;
    }

    boolean isActive() {
        return row.flag("is_active");
    }

    /// Whether it wants an event, and may be sent it: every endpoint gets warnings.
    public boolean wants(LoggedEvent event) {
        List<String> events = row.texts("events");
        return isActive()
                && mayBeSent(event.type())
                && (event.is(EventType.WARNING) || events.contains(ALL) || events.contains(event.type()));
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
                throw Problem.of(ErrorCode.MISSING_SCOPE)
                        .with(
                                "required_scope",
                                Collections.min(type.channel().scopes()).label());
            }
        }
    }

    /// This endpoint of an app, which belongs to the app's authorization and ends with it.
    Endpoint ofApp(Caller app) {
        return new Endpoint(row.with(AUTHORIZATION, app.id())
                .with(AUTHORIZATION_KEY, app.row().sort())
                .with(SCOPES, app.scopes().stream().map(Scope::label).sorted().toList()));
    }

    /// Whether an app made it.
    boolean isOfApp() {
        return row.has(AUTHORIZATION);
    }

    /// The id of the authorization that it belongs to, if it is an app's.
    String authorizationId() {
        return row.text(AUTHORIZATION);
    }

    /// The key of that authorization's row.
    Key authorization() {
        return new Key(row.key().partition(), row.text(AUTHORIZATION_KEY));
    }

    /// This endpoint, which must be the sender's to see: an app sees those of its own authorization alone.
    ///
    /// @throws Problem `not_found`
    Endpoint seenBy(Principal principal) {
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
        return row.texts(SCOPES).stream()
                .flatMap(label -> Scope.of(label).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /// The endpoint as the API shows it; its secret is not among its fields.
    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", id());
        json.put("url", url());
        json.put("description", row.textOrNull("description"));
        json.put("events", row.texts("events"));
        json.put("is_active", isActive());
        json.put("disabled_reason", row.textOrNull("disabled_reason"));
        json.put("consecutive_failures", row.number("consecutive_failures"));
        json.put("last_success_at", row.instantOrNull("last_success_at"));
        json.put("last_failure_at", row.instantOrNull("last_failure_at"));
        json.put("created_at", row.instant("created_at"));
        json.put("created_by", Maker.json(row));
        return json;
    }
}
