package streamerapi.events;

import org.jspecify.annotations.Nullable;
import streamerapi.filter.CleanText;
import streamerapi.settings.Settings;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.events.EventLog;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.AuthorizedCall;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.http.QueryParameter;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.limits.ExactLimit;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.schema.CursorPage;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Table;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

import static streamerapi.shared.auth.Role.SUPER_ADMIN;
import static streamerapi.shared.auth.Scope.EVENTS_TRIGGER;

/// The history of events, and events to try an app with (contract "REST").
public final class EventsModule implements Module {

    private static final QueryParameter<@Nullable String> TYPE = QueryParameter.text(
            "type", "Event types, separated by commas. A type that the scopes do not cover is refused with 403.");
    private static final QueryParameter<@Nullable Instant> SINCE =
            QueryParameter.time("since", "Events of this moment and later.");
    private static final QueryParameter<@Nullable Instant> UNTIL =
            QueryParameter.time("until", "Events before this moment.");

    private final Table table;
    private final EventHistory history;
    private final BigDecimal rateFactor;
    private final Ids ids;
    private final InstantSource clock;

    public EventsModule(Services services) {
        this.table = services.table();
        this.history = new EventHistory(new EventLog(table));
        this.rateFactor = services.rateLimitFactor();
        this.ids = services.ids();
        this.clock = services.clock();
    }

    /// The id of a triggered event.
    record Triggered(String eventId) {
        static final Schema<Triggered> SCHEMA = Schema.shown("Triggered", "An event that was triggered.", s -> {
            s.text("event_id", Triggered::eventId).example("evt_01k4zf2m7xhmkvmdy5v0810ttn");
        });
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/events/log", "listEventHistory", "List the events of the last 30 days")
                        .anyCredential()
                        .doc("Newest first, and only what the credential's scopes allow. An event is listed a moment"
                                + " after it happened, once it has been sent to sockets and endpoints.")
                        .query(TYPE)
                        .query(SINCE)
                        .query(UNTIL)
                        .paged()
                        .answers(Answer.page("events", "Event"))
                        .refuses(ErrorCode.MISSING_SCOPE)
                        .handles(call -> Outcome.of(log(call))),
                Endpoint.post("/events/trigger", "triggerEvent", "Trigger a test event")
                        .scope(EVENTS_TRIGGER)
                        .dashboard(SUPER_ADMIN)
                        .doc("Sends the type's sample, with your `data`, to sockets and endpoints like a real event."
                                + " `data.test` is true, and nothing else changes: no totals, no queue. Overlays show it, so"
                                + " words that the account's filter lists are replaced in the texts of `data`. At most 60 a"
                                + " minute.")
                        .body(TriggeredEvent.SCHEMA)
                        .answers(Answer.of(Triggered.SCHEMA).withStatus(202))
                        .handles(this::trigger));
    }

    private Outcome<Triggered> trigger(AuthorizedCall<TriggeredEvent> call) {
        CleanText clean = new CleanText(Settings.read(table, call.tenantId()));
        String id = ids.next("evt");
        return Outcome.of(new Triggered(id))
                .writing(ExactLimit.TRIGGERED_EVENTS.count(call.tenantId(), clock.instant(), rateFactor))
                .emitting(call.body().event(clean::of).withId(id));
    }

    private CursorPage<Map<String, @Nullable Object>> log(AuthorizedCall<?> call) {
        Caller caller = (Caller) call.principal();
        EventHistory.Filter filter =
                EventHistory.Filter.of(call.query(TYPE), caller.scopes(), call.query(SINCE), call.query(UNTIL));
        return history.page(
                caller.tenantId(), filter, call.query(QueryParameter.LIMIT), call.query(QueryParameter.BEFORE));
    }
}
