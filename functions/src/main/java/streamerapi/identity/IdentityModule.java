package streamerapi.identity;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Table;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The endpoints that describe the credential, and the event types and scopes (spec "Identity").
public final class IdentityModule implements Module {

    private final Table table;
    private final Catalogue catalogue = Catalogue.whole();

    public IdentityModule(Services services) {
        this.table = services.table();
    }

    /// The descriptions of every event type and every scope, by label.
    private record Catalogue(Map<String, @Nullable Object> events, Map<String, @Nullable Object> scopes) {

        static final Schema<Catalogue> SCHEMA = Schema.shown("EventCatalog", "Event types and scopes.", s -> {
            Catalogue whole = whole();
            s.json("events", Catalogue::events, "EventDescriptions").example(whole.events);
            s.json("scopes", Catalogue::scopes, "ScopeDescriptions").example(whole.scopes);
        });

        static Catalogue whole() {
            Map<String, @Nullable Object> events = new LinkedHashMap<>();
            for (EventType type : EventType.values()) {
                events.put(type.label(), type.description());
            }
            Map<String, @Nullable Object> scopes = new LinkedHashMap<>();
            for (Scope scope : Scope.all()) {
                scopes.put(scope.label(), scope.description());
            }
            return new Catalogue(events, scopes);
        }
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/me", "getMe", "Who am I")
                        .anyCredential()
                        .doc(
                                "The account behind the credential, its name and its scopes. A good first call: it needs no"
                                        + " scope and changes nothing.")
                        .answers(Answer.of(Me.SCHEMA))
                        .speculative()
                        .reads(call -> Objects.requireNonNull(table.get(Keys.profile(call.tenantId()))))
                        .handles((call, account) ->
                                Outcome.of(Me.of(account, call.request().caller()))),
                Endpoint.get("/events", "listEvents", "Event types and scopes")
                        .anyCredential()
                        .doc("Every event type and every scope with a sentence about each. `ping` and `warning` are"
                                + " listed, though neither can be subscribed to.")
                        .answers(Answer.of(Catalogue.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(catalogue)));
    }
}
