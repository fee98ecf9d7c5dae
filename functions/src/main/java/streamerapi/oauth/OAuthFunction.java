package streamerapi.oauth;

import streamerapi.accounts.SignIn;
import streamerapi.pages.SignInPage;
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
        Grants grants = new Grants(services.table(), authorizations, services.clock());
        Apps apps = new Apps(services.table(), services.ids(), services.clock());
        SignInPage signIn = new SignInPage(
                new SignIn(services.table(), services.sessions(), services.credentials(), services.clock()));
        String authUrl = services.environment().orElse("AUTH_URL", "");
        AuthorizeApi authorize =
                new AuthorizeApi(apps, services.sessions(), signIn, services.table(), services.clock(), authUrl);
        return Api.of(new TokenApi(grants, authUrl).routes()).and(Api.of(authorize.routes()));
    }
}
