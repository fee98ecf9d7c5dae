package streamerapi.oauth;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Body;
import streamerapi.shared.storage.Write;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The endpoints of the apps that an account registered, and of those that it connected (contract "Dashboard").
public final class OAuthAppsApi {

    private static final Access ADMINISTRATORS = Access.of(Role.SUPER_ADMIN);
    private static final int LONGEST_NAME = 64;
    private static final int LONGEST_DESCRIPTION = 500;
    private static final int MOST_ADDRESSES = 20;
    private static final String CONFIDENTIAL = "confidential";
    private static final String REDIRECT_URIS = "redirect_uris";
    private static final String SCOPES = "scopes";

    private final Apps apps;
    private final Connections connections;
    private final AppName names;

    /// @param reservedNames what no app may be called, besides the names of the service and the platforms
    public OAuthAppsApi(Apps apps, Connections connections, List<String> reservedNames) {
        this.apps = apps;
        this.connections = connections;
        this.names = new AppName(reservedNames);
    }

    /// Every route below `/oauth-apps` and `/connected-apps`.
    public Api api() {
        return Api.of(
                Route.of("GET", "/oauth-apps", ADMINISTRATORS, this::list),
                Route.of("POST", "/oauth-apps", ADMINISTRATORS, this::register),
                Route.of("PATCH", "/oauth-apps/{clientId}", ADMINISTRATORS, this::change)
                        .acting(),
                Route.of("DELETE", "/oauth-apps/{clientId}", ADMINISTRATORS, this::remove)
                        .acting(),
                Route.of("POST", "/oauth-apps/{clientId}/rotate-secret", ADMINISTRATORS, this::rotate),
                Route.of("GET", "/connected-apps", ADMINISTRATORS, this::connected),
                Route.of("DELETE", "/connected-apps/{authorizationId}", ADMINISTRATORS, this::disconnect));
    }

    private Outcome<Response> list(Request request) {
        return Outcome.of(Response.ok(Map.of(
                "apps",
                apps.all(request.tenantId()).stream().map(OAuthAppsApi::json).toList())));
    }

    private Outcome<Response> register(Request request) {
        Body body = request.body();
        Apps.Details details = new Apps.Details(
                names.checked(body.text("name", 1, LONGEST_NAME)),
                body.labelOrNull("description", LONGEST_DESCRIPTION),
                addresses(required(body, REDIRECT_URIS)),
                scopes(required(body, SCOPES)));
        String type = body.oneOf("type", List.of(CONFIDENTIAL, "public"), null);
        return apps.register(request.tenantId(), details, type.equals(CONFIDENTIAL))
                .map(app -> Response.created(answer(app)).showingSecret());
    }

    private Outcome<Response> change(Request request) {
        OAuthApp app = apps.own(request.tenantId(), request.parameter("clientId"));
        Body body = request.body();
        List<String> addresses = body.textsOrNull(REDIRECT_URIS);
        List<String> scopes = body.textsOrNull(SCOPES);
        String name = body.textOrNull("name", LONGEST_NAME);
        Apps.Details to = new Apps.Details(
                name == null ? app.name() : names.checked(body.text("name", 1, LONGEST_NAME)),
                body.wasSent("description") ? body.labelOrNull("description", LONGEST_DESCRIPTION) : app.description(),
                addresses == null ? app.redirectUris() : addresses(addresses),
                scopes == null ? app.scopes() : scopes(scopes));
        Outcome<OAuthApp> change = apps.change(app, to);
        if (change.value().revision() == app.revision()) {
            return change.map(changed -> Response.ok(Map.of("app", json(changed))));
        }
        connections.endWith(app, change.writes(), change.value().revision());
        return Outcome.of(Response.ok(Map.of("app", json(change.value()))));
    }

    private Outcome<Response> remove(Request request) {
        OAuthApp app = apps.own(request.tenantId(), request.parameter("clientId"));
        List<Write> removal = apps.remove(app).writes();
        connections.endWith(app, removal, 0);
        return Outcome.of(Response.success());
    }

    private Outcome<Response> rotate(Request request) {
        OAuthApp app = apps.own(request.tenantId(), request.parameter("clientId"));
        return apps.rotateSecret(app)
                .map(rotated -> Response.ok(answer(rotated)).showingSecret());
    }

    private Outcome<Response> connected(Request request) {
        return Outcome.of(Response.ok(Map.of(
                "authorizations",
                connections.of(request.tenantId()).stream()
                        .map(OAuthAppsApi::json)
                        .toList())));
    }

    private Outcome<Response> disconnect(Request request) {
        return connections
                .end(request.tenantId(), request.parameter("authorizationId"))
                .map(ended -> Response.success());
    }

    private static List<String> required(Body body, String name) {
        List<String> values = body.textsOrNull(name);
        if (values == null) {
            throw Problem.badField(name, name + " is required");
        }
        return values;
    }

    private static List<String> addresses(List<String> sent) {
        List<String> distinct =
                sent.stream().map(RedirectUri::checked).distinct().toList();
        if (distinct.isEmpty() || distinct.size() > MOST_ADDRESSES) {
            throw Problem.badField(REDIRECT_URIS, "redirect_uris must hold 1 to " + MOST_ADDRESSES + " addresses");
        }
        return distinct;
    }

    private static List<String> scopes(List<String> sent) {
        if (sent.isEmpty() || !sent.stream().allMatch(label -> Scope.of(label).isPresent())) {
            throw Problem.badField(SCOPES, "scopes must hold one scope at least, and none that is unknown");
        }
        return Scopes.ordered(sent);
    }

    private static Map<String, @Nullable Object> answer(Apps.WithSecret registered) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("app", json(registered.app()));
        if (registered.secret() != null) {
            answer.put(
                    "client_secret", Objects.requireNonNull(registered.secret()).text());
        }
        return answer;
    }

    private static Map<String, @Nullable Object> json(OAuthApp app) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("client_id", app.clientId());
        json.put("name", app.name());
        json.put("description", app.description());
        json.put(REDIRECT_URIS, app.redirectUris());
        json.put(SCOPES, app.scopes());
        json.put("type", app.isConfidential() ? CONFIDENTIAL : "public");
        json.put("created_at", app.createdAt());
        return json;
    }

    private static Map<String, @Nullable Object> json(Connections.Connected connected) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", connected.id());
        json.put("client_id", connected.clientId());
        json.put("name", connected.name());
        json.put(SCOPES, connected.scopes());
        json.put("authorized_at", connected.authorizedAt());
        json.put("last_used_at", connected.lastUsedAt());
        return json;
    }
}
