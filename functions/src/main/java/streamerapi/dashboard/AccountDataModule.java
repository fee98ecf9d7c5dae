package streamerapi.dashboard;

import streamerapi.accounts.SignIn;
import streamerapi.connections.ConnectionHealth;
import streamerapi.connections.Departures;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.effects.EffectTransport;
import streamerapi.erasure.AccountDeletion;
import streamerapi.exports.AccountExport;
import streamerapi.exports.ExportedRecord;
import streamerapi.pages.Visit;
import streamerapi.settings.Settings;
import streamerapi.shared.auth.SessionCookie;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.AuthorizedCall;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.http.PublicOrigin;
import streamerapi.shared.http.QueryParameter;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.tips.OpenHolds;

import java.util.List;

import static streamerapi.shared.auth.Role.OWNER;

/// All that an account has: taken away as a copy, or deleted. Both are the owner's.
public final class AccountDataModule implements Module {

    private static final int MAX_NAME = 64;
    private static final int MAX_PASSWORD = 256;
    private static final int MAX_PAGE = 1_000;
    private static final QueryParameter<Integer> LIMIT = QueryParameter.number(
            "limit", "The most records on a page. A page also ends at 3 MB.", 1, MAX_PAGE, MAX_PAGE);

    private final Table table;
    private final SignIn signIn;
    private final AccountExport export;
    private final AccountDeletion deletion;
    private final ProviderConnections connections;
    private final Departures departures;
    private final OpenHolds holds;
    private final String authUrl;

    public AccountDataModule(Services services, SignIn signIn, ConnectionHealth health, EffectTransport processors) {
        this.holds = new OpenHolds(services.table(), processors);
        this.table = services.table();
        this.signIn = signIn;
        this.export = new AccountExport(table, services.clock());
        this.deletion = new AccountDeletion(table, services.credentials(), services.ids(), services.clock());
        this.connections = new ProviderConnections(table, services.secrets());
        this.departures = new Departures(health);
        this.authUrl = services.environment().orElse("AUTH_URL", "");
    }

    /// The body of a request to delete the account.
    record Deletion(String name, String currentPassword) {
        static final Schema<Deletion> SCHEMA =
                Schema.of("AccountDeletion", "A request for the deletion of the account.", s -> {
                    var name = s.text("name", Deletion::name)
                            .between(1, MAX_NAME)
                            .doc("The channel's name, as the account has it.")
                            .example("NovaFox");
                    var password = s.text("current_password", Deletion::currentPassword)
                            .between(1, MAX_PASSWORD)
                            .doc("The owner's password. A wrong one counts like a wrong password at sign-in.")
                            .example("three-blue-otters");
                    return in -> new Deletion(name.of(in), password.of(in));
                });
    }

    /// The result of a deletion.
    private record Deleted(boolean revoked, boolean released) {
        static final Schema<Deleted> SCHEMA = Schema.shown("DeletedAccount", "The deletion of the account.", s -> {
            s.flag("revoked", Deleted::revoked)
                    .doc("Whether each connected platform and payment processor deleted its subscriptions or webhook"
                            + " and revoked the tokens. If one did not, remove the application or the webhook there.")
                    .example(true);
            s.flag("released", Deleted::released)
                    .doc("Whether each payment on hold was released, and each refund that was asked for is done. A hold"
                            + " that was not released ends by itself: after 7 days, with `wallet_processor` 29.")
                    .example(true);
        });
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/account/export", "exportAccount", "Export the account's data")
                        .dashboard(OWNER)
                        .doc("The account's data, page by page: people, keys (without their secrets), tips, videos,"
                                + " payments, viewers and their credits, commands, counters, overlays, endpoints, and"
                                + " 30 days of events and deliveries. It never contains passwords or secrets. The"
                                + " Account page offers the same data as NDJSON files.")
                        .query(LIMIT)
                        .query(QueryParameter.BEFORE)
                        .answers(Answer.page("records", ExportedRecord.SCHEMA))
                        .handles(call -> Outcome.of(
                                export.page(call.tenantId(), call.query(LIMIT), call.query(QueryParameter.BEFORE)))),
                Endpoint.post("/account/delete", "deleteAccount", "Delete the account")
                        .dashboard(OWNER)
                        .doc("This cannot be undone. All sessions, keys, overlays and connected apps end with the"
                                + " answer, and sockets and webhook endpoints soon after it. Connected platforms and"
                                + " payment processors are disconnected, after payments on hold were released. The"
                                + " account's data is removed in the following minutes, in two rounds ten minutes"
                                + " apart. Audio is removed when it is 60 days old, and backups of the table when the"
                                + " operator's retention ends.")
                        .body(Deletion.SCHEMA)
                        .answers(
                                Answer.done(Deleted.SCHEMA).settingCookies(deleted -> List.of(SessionCookie.removal())))
                        .refuses(ErrorCode.BAD_REQUEST)
                        .handles(this::delete));
    }

    private Outcome<Deleted> delete(AuthorizedCall<Deletion> call) {
        Row account = table.get(Keys.profile(call.tenantId()));
        if (account == null
                || !account.get(Settings.NAME).strip().equals(call.body().name().strip())) {
            throw Problem.badField("name", "name is not the channel's name: type it as it stands on the Account page");
        }
        signIn.confirm(call.request().session(), call.body().currentPassword(), Visit.from(call.request()));
        String tenantId = call.tenantId();
        String address = PublicOrigin.of(authUrl, call.request());
        List<Effect> requests = holds.of(tenantId);
        return requests.isEmpty()
                ? deleted(tenantId, address, true)
                : Outcome.of(new Deleted(false, false)).then(() -> {
                    boolean released = holds.letGo(tenantId, requests);
                    return () -> deleted(tenantId, address, released);
                });
    }

    /// Deletes the account, and then leaves what it was connected to: until then its payments can be released.
    private Outcome<Deleted> deleted(String tenantId, String address, boolean released) {
        List<ProviderConnection> connected = connections.all(tenantId);
        AccountDeletion.Ending ending = deletion.begin(tenantId);
        return Outcome.of(new Deleted(connected.isEmpty(), released))
                .and(ending.change())
                .then(() -> {
                    deletion.finish(ending);
                    Deleted deleted = new Deleted(departures.leave(connected, address), released);
                    return () -> Outcome.of(deleted);
                });
    }
}
