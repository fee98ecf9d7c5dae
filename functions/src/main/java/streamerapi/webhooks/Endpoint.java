package streamerapi.webhooks;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A webhook endpoint, as its row has it (spec "WebhookEndpoint").
public record Endpoint(Row row) {

    /// The first characters of an endpoint's id.
    static final String PREFIX = "we_";

    /// The subscription to everything.
    static final String ALL = "*";

    /// Its id: `we_…`.
    public String id() {
        return row.key().sort().substring(Keys.SUBSCRIBER.length());
    }

    String url() {
        return row.text("url");
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

    /// Whether it wants an event: every endpoint gets warnings.
    public boolean wants(LoggedEvent event) {
        List<String> events = row.texts("events");
        return isActive() && (event.is(EventType.WARNING) || events.contains(ALL) || events.contains(event.type()));
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
        return json;
    }
}
