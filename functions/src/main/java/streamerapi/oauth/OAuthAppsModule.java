package streamerapi.oauth;

import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.AuthorizedCall;
import streamerapi.shared.http.Call;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.schema.Changes;

import java.util.List;
import java.util.Map;

import static streamerapi.shared.auth.Role.SUPER_ADMIN;
import static streamerapi.shared.problems.ErrorCode.BAD_REQUEST;
import static streamerapi.shared.problems.ErrorCode.LIMIT_REACHED;

/// The apps that an account registered, and those that it connected (contract "Dashboard").
public final class OAuthAppsModule implements Module {

    private final Apps apps;
    private final ConnectedApps connected;
    private final AppName names;

    public OAuthAppsModule(Services services) {
        this.apps = new Apps(services.table(), services.ids(), services.clock());
        this.connected = new ConnectedApps(
                services.table(),
                new Authorizations(services.credentials(), services.ids(), services.clock()),
                services.work(),
                services.clock());
        this.names = new AppName(
                List.of(services.environment().orElse("RESERVED_APP_NAMES", "").split(",")));
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                managing(Endpoint.get("/oauth-apps", "listOauthApps", "List registered apps"))
                        .doc("Every app that the account registered, oldest first, without the secrets.")
                        .answers(Answer.list("apps", OAuthApp.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(apps.all(call.tenantId()))),
                managing(Endpoint.post("/oauth-apps", "registerOauthApp", "Register an app"))
                        .doc("Registers an app that other streamers can connect. A confidential app gets a client"
                                + " secret, which is shown only once; a public one has none, and must use PKCE."
                                + " Addresses begin with `https://`, `http://localhost` (any port) or a reverse-domain"
                                + " scheme of an app, and match exactly. A name that could pass for the service, a"
                                + " platform or a payment processor is 400. An account has at most 10 apps.")
                        .body(OAuthApp.Registration.schema(names))
                        .answers(Answer.of(Apps.WithSecret.SCHEMA).withStatus(201))
                        .refuses(LIMIT_REACHED)
                        .speculative()
                        .handles(call -> apps.register(call.tenantId(), call.body())),
                managing(Endpoint.get("/oauth-apps/{clientId}", "getOauthApp", "Read an app"))
                        .doc("Without its secret.")
                        .answers(Answer.ok("app", OAuthApp.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(own(call))),
                managing(Endpoint.patch("/oauth-apps/{clientId}", "changeOauthApp", "Change an app"))
                        .doc("Changes what is sent. Giving up a scope revokes all connections of the app in the same"
                                + " moment, and closes their sockets; more scopes and other addresses keep them.")
                        .changes(OAuthApp.Fields.schema(names))
                        .answers(Answer.ok("app", OAuthApp.SCHEMA))
                        .handles(this::change),
                managing(Endpoint.delete("/oauth-apps/{clientId}", "removeOauthApp", "Remove an app"))
                        .doc("Removes the app, and revokes all its connections.")
                        .answers(Answer.success())
                        .handles(this::remove),
                managing(Endpoint.post(
                                "/oauth-apps/{clientId}/rotate-secret",
                                "rotateOauthAppSecret",
                                "Rotate a client secret"))
                        .doc("Gives a confidential app a new secret, shown only once; the old one stops working at"
                                + " once. It revokes no connection, but the next refresh needs the new secret. 400 for"
                                + " a public app, which has none.")
                        .answers(Answer.of(Apps.WithSecret.SCHEMA))
                        .refuses(BAD_REQUEST)
                        .speculative()
                        .handles(call -> apps.rotateSecret(own(call))),
                managing(Endpoint.get("/connected-apps", "listConnectedApps", "List connected apps"))
                        .doc("Every third-party app that is connected to the account, the longest connected first."
                                + " `last_used_at` is exact to the hour.")
                        .answers(Answer.list("authorizations", ConnectedApps.Connected.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(connected.of(call.tenantId()))),
                managing(Endpoint.delete("/connected-apps/{authorizationId}", "disconnectApp", "Disconnect an app"))
                        .doc("Revokes the authorization: its tokens stop working at once, and its sockets are closed"
                                + " within seconds.")
                        .answers(Answer.success())
                        .speculative()
                        .handles(call -> connected.end(call.tenantId(), call.path("authorizationId"))));
    }

    private static Endpoint.Draft<Void, Void> managing(Endpoint.Draft<Void, Void> draft) {
        return draft.dashboard(SUPER_ADMIN);
    }

    /// A change that ends authorizations is committed by [ConnectedApps#endWith], which may need several transactions.
    private Outcome<OAuthApp> change(AuthorizedCall<Changes<OAuthApp.Fields>> call) {
        OAuthApp app = own(call);
        Outcome<OAuthApp> change = apps.change(app, call.body().appliedTo(app.fields(), Map.of()));
        if (change.value().revision() == app.revision()) {
            return change;
        }
        call.holdToPrecondition();
        connected.endWith(app, change.writes(), change.value().revision());
        return Outcome.of(change.value());
    }

    private Outcome<OAuthApp> remove(AuthorizedCall<Void> call) {
        OAuthApp app = own(call);
        call.holdToPrecondition();
        connected.endWith(app, apps.remove(app).writes(), 0);
        return Outcome.of(app);
    }

    private OAuthApp own(Call<?> call) {
        return apps.own(call.tenantId(), call.path("clientId"));
    }
}
