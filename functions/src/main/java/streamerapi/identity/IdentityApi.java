package streamerapi.identity;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.http.ServedDocument;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import static streamerapi.shared.http.Access.ANY_CREDENTIAL;
import static streamerapi.shared.http.Access.PUBLIC;

/// The endpoints about the API itself (spec "Identity"), and every path that no group owns.
public final class IdentityApi {

    private final Table table;
    private final ServedDocument openApi;
    private final ServedDocument asyncApi;
    private final Response events;

    public IdentityApi(Table table) {
        this.table = table;
        this.openApi = new ServedDocument("/openapi.json");
        this.asyncApi = new ServedDocument("/asyncapi.json");
        this.events = Response.ok(catalogue());
    }

    /// `/me`, `/events`, `/openapi.json` and `/asyncapi.json`; and the root, which leads people to the dashboard.
    public Api api() {
        return Api.of(
                Route.of("GET", "/", PUBLIC, request -> Outcome.of(Response.seeOther("/dashboard")))
                        .ofPage((request, problem) -> Response.of(problem)),
                Route.of("GET", "/me", ANY_CREDENTIAL, this::me),
                Route.of("GET", "/events", ANY_CREDENTIAL, this::events),
                Route.of("GET", "/openapi.json", PUBLIC, request -> Outcome.of(openApi.answer(request)))
                        .forAnyOrigin(),
                Route.of("GET", "/asyncapi.json", PUBLIC, request -> Outcome.of(asyncApi.answer(request)))
                        .forAnyOrigin());
    }

    private Outcome<Response> me(Request request) {
        Row account = table.get(Keys.profile(request.tenantId()));
        Caller caller = request.caller();
        Map<String, @Nullable Object> key = new LinkedHashMap<>();
        key.put("id", caller.id());
        key.put("name", caller.name());
        key.put(
                "scopes",
                Arrays.stream(Scope.values())
                        .filter(caller.scopes()::contains)
                        .map(Scope::label)
                        .toList());
        Map<String, @Nullable Object> tenant = new LinkedHashMap<>();
        tenant.put("id", caller.tenantId());
        tenant.put("name", Objects.requireNonNull(account).text("name"));
        tenant.put("currency", account.text("currency"));
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("tenant", tenant);
        body.put("key", key);
        if (caller.clientId() != null) {
            Map<String, @Nullable Object> oauth = new LinkedHashMap<>();
            oauth.put("client_id", caller.clientId());
            oauth.put("authorization_id", caller.id());
            body.put("credential", "oauth");
            body.put("oauth", oauth);
        }
        return Outcome.of(Response.ok(body));
    }

    private Outcome<Response> events(Request request) {
        return Outcome.of(events);
    }

    private static Map<String, @Nullable Object> catalogue() {
        Map<String, @Nullable Object> events = new LinkedHashMap<>();
        for (EventType type : EventType.values()) {
            events.put(type.label(), type.description());
        }
        Map<String, @Nullable Object> scopes = new LinkedHashMap<>();
        for (Scope scope : Scope.values()) {
            scopes.put(scope.label(), scope.description());
        }
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("events", events);
        body.put("scopes", scopes);
        return body;
    }
}
