package streamerapi.oauth;

import org.jspecify.annotations.Nullable;
import streamerapi.oauth.Authorizations.Tokens;
import streamerapi.oauth.OAuthError.Code;
import streamerapi.shared.auth.Authorization;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.MediaType;
import streamerapi.shared.http.PublicOrigin;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import static streamerapi.shared.http.Access.PUBLIC;

/// The endpoints that apps call without a user: the token endpoint, the revocation endpoint, and the metadata that
/// names them.
public final class TokenApi {

    private final Grants grants;
    private final String authUrl;

    /// @param authUrl the issuer's address, `{auth_url}`; empty for the one that requests come to
    public TokenApi(Grants grants, String authUrl) {
        this.grants = grants;
        this.authUrl = authUrl;
    }

    /// `/oauth/token`, `/oauth/revoke` and `/.well-known/oauth-authorization-server`.
    public List<Route> routes() {
        return List.of(
                Route.of("POST", "/oauth/token", PUBLIC, this::token)
                        .forAnyOrigin()
                        .refusing((request, problem) -> refusal(problem)),
                Route.of("POST", "/oauth/revoke", PUBLIC, this::revoke)
                        .forAnyOrigin()
                        .refusing((request, problem) -> refusal(problem)),
                Route.of("GET", "/.well-known/oauth-authorization-server", PUBLIC, this::metadata)
                        .forAnyOrigin());
    }

    private Outcome<Response> token(Request request) {
        return answering(() -> {
            Parameters sent = parameters(request);
            String grant = sent.required("grant_type");
            ClientCredentials client = ClientCredentials.of(request.header("authorization"), sent);
            Outcome<Tokens> tokens =
                    switch (grant) {
                        case "authorization_code" -> grants.exchange(client, sent.required("code"), sent);
                        case "refresh_token" ->
                            grants.refresh(client, sent.required("refresh_token"), sent.optional("scope"));
                        default ->
                            throw OAuthError.of(
                                    Code.UNSUPPORTED_GRANT_TYPE,
                                    "grant_type must be authorization_code or refresh_token");
                    };
            return tokens.map(TokenApi::issued);
        });
    }

    private Outcome<Response> revoke(Request request) {
        return answering(() -> {
            Parameters sent = parameters(request);
            ClientCredentials client = ClientCredentials.of(request.header("authorization"), sent);
            return grants.revoke(client, sent.required("token")).map(ended -> unstored(Response.ok(Map.of())));
        });
    }

    private Outcome<Response> metadata(Request request) {
        return Outcome.of(Response.ok(Metadata.of(PublicOrigin.of(authUrl, request)))
                .with("Cache-Control", "public, max-age=3600"));
    }

    private static Parameters parameters(Request request) {
        String type = request.header("content-type");
        Parameters sent;
        if (MediaType.FORM.isOf(type)) {
            sent = Parameters.ofForm(new String(request.bodyBytes(), StandardCharsets.UTF_8));
        } else if (MediaType.JSON.isOf(type)) {
            sent = Parameters.ofJson(request.bodyBytes());
        } else {
            throw OAuthError.of(Code.INVALID_REQUEST, "The body must be " + MediaType.FORM + " or " + MediaType.JSON);
        }
        sent.refuseRepetition();
        return sent;
    }

    private static Outcome<Response> answering(Supplier<Outcome<Response>> grant) {
        try {
            return grant.get();
        } catch (OAuthError e) {
            return Outcome.of(refusal(e)).writing(e.writes());
        }
    }

    private static Response issued(Tokens tokens) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("access_token", tokens.access().text());
        body.put("token_type", "Bearer");
        body.put("expires_in", Authorization.ACCESS_LIFE.toSeconds());
        body.put("refresh_token", tokens.refresh().text());
        body.put("scope", String.join(" ", tokens.scopes()));
        return unstored(Response.ok(body));
    }

    private static Response refusal(OAuthError error) {
        boolean client = error.code() == Code.INVALID_CLIENT;
        Response response = refusal(client ? 401 : 400, error.code(), error.description());
        return client ? response.with("WWW-Authenticate", "Basic realm=\"oauth\"") : response;
    }

    /// A refusal of the pipeline in the form of RFC 6749, 5.2, except for a method that is not allowed.
    private static Response refusal(Problem problem) {
        if (problem.code() == ErrorCode.METHOD_NOT_ALLOWED) {
            return Response.of(problem);
        }
        Code code =
                switch (problem.code().status()) {
                    case 429, 503 -> Code.TEMPORARILY_UNAVAILABLE;
                    case 500 -> Code.SERVER_ERROR;
                    default -> Code.INVALID_REQUEST;
                };
        return refusal(problem.code().status(), code, String.valueOf(problem.getMessage()));
    }

    private static Response refusal(int status, Code code, String description) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("error", code.label());
        body.put("error_description", description);
        return unstored(new Response(status, Map.of(), Json.writeText(body), code.label()));
    }

    private static Response unstored(Response response) {
        return response.with("Cache-Control", "no-store").with("Pragma", "no-cache");
    }
}
