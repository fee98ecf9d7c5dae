package streamerapi.oauth;

import streamerapi.shared.http.Api;
import streamerapi.shared.http.HttpFunction;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.Services;

/// Answers `/oauth/…` and `/.well-known/oauth-authorization-server`.
public final class OAuthFunction extends HttpFunction {

    public OAuthFunction() {
        this(Environment.ofProcess());
    }

    public OAuthFunction(Environment environment) {
        super(environment, OAuthFunction::api);
    }

    private static Api api(Services services) {
        Authorizations authorizations = new Authorizations(services.credentials(), services.ids(), services.clock());
        String authUrl = services.environment().orElse("AUTH_URL", "");
        return new Api(new TokenApi(new Grants(services.table(), authorizations, services.clock()), authUrl).routes());
    }
}
