package streamerapi.events;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.events.Channel;
import streamerapi.shared.events.EventLog;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.CursorPage;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// An account's events of the last 30 days, newest first, as far as a credential's scopes open them (contract
/// "GET /events/log").
final class EventHistory {

    private static final int READ_AT_ONCE = 100;
    private static final int MAX_READS = 20;

    /// How far the times of neighbours in the log can lie apart: an event's time is made before its commit.
    private static final Duration COMMIT_TIMEOUT = Duration.ofMinutes(1);

    private final EventLog log;

    EventHistory(EventLog log) {
        this.log = log;
    }

    /// The events that are asked for.
    ///
    /// @param types the types, all of which the credential may read
    /// @param since the first moment; null for all that is kept
    /// @param until the first moment that is too late; null for now
    record Filter(
            Set<EventType> types,
            @Nullable Instant since,
            @Nullable Instant until) {

        /// The filter of a request.
        ///
        /// @param asked types by comma; null for all that the scopes open
        /// @throws Problem `bad_request` for an unknown type, `missing_scope` for one that the scopes do not open
        static Filter of(@Nullable String asked, Set<Scope> scopes, @Nullable Instant since, @Nullable Instant until) {
            Set<EventType> types = EnumSet.noneOf(EventType.class);
            if (asked == null) {
                Arrays.stream(EventType.values())
                        .filter(type -> type.channel().openTo(scopes))
                        .forEach(types::add);
                return new Filter(types, since, until);
            }
            for (String label : asked.split(",", -1)) {
                EventType type = EventType.of(label.strip())
                        .orElseThrow(() -> Problem.badField("type", "type must be an event type: see GET /events"));
                Channel channel = type.channel();
                if (!channel.openTo(scopes)) {
                    throw Problem.of(ErrorCode.MISSING_SCOPE)
                            .with(
                                    "required_scope",
                                    channel.scopes().iterator().next().label());
                }
                types.add(type);
            }
            return new Filter(types, since, until);
        }

        private boolean has(LoggedEvent event, Instant created) {
            return EventType.of(event.type()).filter(types::contains).isPresent()
                    && (since == null || !created.isBefore(since))
                    && (until == null || created.isBefore(until));
        }

        private boolean isBefore(Instant created) {
            return since != null && created.isBefore(since.minus(COMMIT_TIMEOUT));
        }
    }

    /// A page of envelopes. A page of rare types can be short, and have a next one: what is read for it is bounded.
    ///
    /// @param before the id of the event that the page follows; null for the newest
    /// @throws Problem `bad_request` for an unknown cursor
    CursorPage<Map<String, @Nullable Object>> page(String tenantId, Filter filter, int limit, @Nullable String before) {
        List<Map<String, @Nullable Object>> found = new ArrayList<>();
        String place = before == null ? null : placeOf(tenantId, before);
        LoggedEvent last = null;
        for (int reads = 0; reads < MAX_READS; reads++) {
            List<LoggedEvent> events = log.before(tenantId, place, READ_AT_ONCE);
            for (LoggedEvent event : events) {
                Map<String, @Nullable Object> envelope = Json.readObject(event.bytes());
                Instant created = Instant.parse(Json.text(envelope, "created"));
                if (filter.isBefore(created)) {
                    return new CursorPage<>(found, null);
                }
                if (filter.has(event, created)) {
                    if (found.size() == limit) {
                        return new CursorPage<>(
                                found, Objects.requireNonNull(last).id());
                    }
                    found.add(envelope);
                }
                last = event;
            }
            if (events.size() < READ_AT_ONCE) {
                return new CursorPage<>(found, null);
            }
            place = events.getLast().place();
        }
        return new CursorPage<>(found, Objects.requireNonNull(last).id());
    }

    private String placeOf(String tenantId, String eventId) {
        String place = log.placeOf(tenantId, eventId);
        if (place == null) {
            throw Problem.badField("before", "before is not a cursor of this list");
        }
        return place;
    }
}
