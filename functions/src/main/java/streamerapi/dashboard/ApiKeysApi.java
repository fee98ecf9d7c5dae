package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.accounts.ApiKey;
import streamerapi.accounts.ApiKeys;
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

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The endpoints of an account's API keys (contract "Dashboard").
public final class ApiKeysApi {

    private static final Access ADMINISTRATORS = Access.of(Role.SUPER_ADMIN);
    private static final int LONGEST_NAME = 64;

    private final ApiKeys keys;

    public ApiKeysApi(ApiKeys keys) {
        this.keys = keys;
    }

    /// Every route below `/api-keys`.
    public Api api() {
        return Api.of(
                Route.of("GET", "/api-keys", ADMINISTRATORS, this::list),
                Route.of("POST", "/api-keys", ADMINISTRATORS, this::create),
                Route.of("PATCH", "/api-keys/{keyId}", ADMINISTRATORS, this::change),
                Route.of("DELETE", "/api-keys/{keyId}", ADMINISTRATORS, this::revoke),
                Route.of("POST", "/api-keys/{keyId}/rotate", ADMINISTRATORS, this::rotate));
    }

    private Outcome<Response> list(Request request) {
        return Outcome.of(Response.ok(Map.of(
                "keys", keys.all(request.tenantId()).stream().map(ApiKey::json).toList())));
    }

    private Outcome<Response> create(Request request) {
        Body body = request.body();
        String name = body.text("name", 1, LONGEST_NAME);
        Set<Scope> scopes = scopesOrNull(body);
        if (scopes == null) {
            throw Problem.badField("scopes", "scopes is required");
        }
        return keys.create(request.tenantId(), name, scopes)
                .map(issued -> Response.created(withSecret(issued)).showingSecret());
    }

    private Outcome<Response> change(Request request) {
        Body body = request.body();
        String name = body.textOrNull("name", LONGEST_NAME);
        Set<Scope> scopes = scopesOrNull(body);
        return keys.change(
                        request.tenantId(),
                        request.parameter("keyId"),
                        name == null ? null : body.text("name", 1, LONGEST_NAME),
                        scopes)
                .map(key -> Response.ok(Map.of("key", key.json())));
    }

    private Outcome<Response> revoke(Request request) {
        return keys.revoke(request.tenantId(), request.parameter("keyId")).map(key -> Response.success());
    }

    private Outcome<Response> rotate(Request request) {
        return keys.rotate(request.tenantId(), request.parameter("keyId"))
                .map(issued -> Response.ok(withSecret(issued)).showingSecret());
    }

    private static @Nullable Set<Scope> scopesOrNull(Body body) {
        List<String> labels = body.textsOrNull("scopes");
        if (labels == null) {
            return null;
        }
        Set<Scope> scopes = EnumSet.noneOf(Scope.class);
        for (String label : labels) {
            scopes.add(Scope.of(label)
                    .orElseThrow(() -> Problem.badField("scopes", "scopes names one that does not exist")));
        }
        return scopes;
    }

    private static Map<String, @Nullable Object> withSecret(ApiKeys.Issued issued) {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("key", issued.key().json());
        answer.put("secret", issued.secret().text());
        return answer;
    }
}
