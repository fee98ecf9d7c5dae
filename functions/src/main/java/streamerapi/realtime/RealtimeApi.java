package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static streamerapi.shared.http.Access.ANY_CREDENTIAL;

/// The endpoint that hands out realtime tokens (spec "Realtime").
public final class RealtimeApi {

    private final Credentials credentials;
    private final String url;

    /// @param url where sockets connect
    public RealtimeApi(Credentials credentials, String url) {
        this.credentials = credentials;
        this.url = url;
    }

    /// `/realtime/token`.
    public Api api() {
        return Api.of(Route.of("POST", "/realtime/token", ANY_CREDENTIAL, this::token));
    }

    private Outcome<Response> token(Request request) {
        List<String> wanted = request.body().textsOrNull("scopes");
        Set<Scope> scopes = wanted == null ? null : scopes(wanted);
        Caller caller = request.caller();
        Credentials.NewToken token =
                credentials.newRealtimeToken(caller, scopes == null ? caller.scopes() : held(scopes, caller));
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("token", token.secret().text());
        body.put("expires_at", token.expires());
        body.put("ws_url", url);
        return Outcome.of(Response.ok(body).showingSecret()).writing(token.write());
    }

    private static Set<Scope> scopes(List<String> labels) {
        Set<Scope> scopes = EnumSet.noneOf(Scope.class);
        for (String label : labels) {
            scopes.add(Scope.of(label).orElseThrow(() -> Problem.badField("scopes", "There is no scope " + label)));
        }
        return scopes;
    }

    private static Set<Scope> held(Set<Scope> scopes, Caller caller) {
        for (Scope scope : scopes) {
            if (!caller.scopes().contains(scope)) {
                throw Problem.of(ErrorCode.MISSING_SCOPE).with("required_scope", scope.label());
            }
        }
        return scopes;
    }
}
