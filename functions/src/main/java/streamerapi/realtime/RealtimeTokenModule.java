package streamerapi.realtime;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Caller;
import streamerapi.shared.auth.Credentials;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.AuthorizedCall;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;

import java.time.Instant;
import java.util.List;
import java.util.Set;

/// Realtime tokens (spec "Realtime").
public final class RealtimeTokenModule implements Module {

    private final Credentials credentials;
    private final String url;

    public RealtimeTokenModule(Services services) {
        this.credentials = services.credentials();
        this.url = services.environment().required("WS_URL");
    }

    /// The body of a request for a token.
    ///
    /// @param scopes null for all that the credential has
    private record Wanted(@Nullable List<String> scopes) {

        static final Schema<Wanted> SCHEMA = Schema.of("RealtimeTokenRequest", "The rights of the socket.", s -> {
            var scopes = s.labels("scopes", Wanted::scopes, "Scope", Scope::known)
                    .orNull()
                    .doc(
                            "The rights of the socket: a subset of the credential's scopes; all of them if none are sent. One"
                                    + " that it lacks is 403, an unknown one 400.")
                    .example(List.of("tts:read"));
            return in -> new Wanted(scopes.of(in));
        });
    }

    /// A token, and the address of the socket that it opens.
    private record Issued(String token, Instant expiresAt, String url) {

        static final Schema<Issued> SCHEMA = Schema.shown("RealtimeToken", "A token that opens one socket.", s -> {
            s.text("token", Issued::token)
                    .secret()
                    .doc("Sent as `{\"data\": {\"token\": \"…\"}}` in the socket's first frame.")
                    .example("sws_<TOKEN>");
            s.time("expires_at", Issued::expiresAt);
            s.text("ws_url", Issued::url)
                    .uri()
                    .doc("The address of the socket.")
                    .example("wss://f6g7h8i9j0.execute-api.us-east-1.amazonaws.com/realtime");
        });
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(Endpoint.post("/realtime/token", "createRealtimeToken", "A token that opens one socket")
                .anyCredential()
                .doc("For a client that must not hold the key, such as a browser page: it signs one socket in, once,"
                        + " within 60 seconds, with all of the credential's scopes or a subset. Revoking the credential"
                        + " revokes its tokens, and closes the sockets that they opened.")
                .body(Wanted.SCHEMA)
                .answers(Answer.of(Issued.SCHEMA))
                .handles(this::issue));
    }

    private Outcome<Issued> issue(AuthorizedCall<Wanted> call) {
        List<String> wanted = call.body().scopes();
        Caller caller = call.request().caller();
        Set<Scope> scopes = wanted == null ? caller.scopes() : held(Scope.of(wanted), caller);
        Credentials.NewToken token = credentials.newRealtimeToken(caller, scopes);
        return Outcome.of(new Issued(token.secret().text(), token.expires(), url))
                .writing(token.write());
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
