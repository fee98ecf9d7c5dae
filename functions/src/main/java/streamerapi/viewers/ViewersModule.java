package streamerapi.viewers;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.events.Actor;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.AuthorizedCall;
import streamerapi.shared.http.Call;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.http.QueryParameter;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.schema.CursorPage;
import streamerapi.shared.schema.Schema;

import java.util.List;

import static streamerapi.shared.auth.Role.MODERATOR;
import static streamerapi.shared.auth.Role.SUPER_ADMIN;
import static streamerapi.shared.auth.Scope.VIEWERS_MANAGE;
import static streamerapi.shared.auth.Scope.VIEWERS_READ;

/// Viewers and their credits (spec "Viewers", contract "REST").
public final class ViewersModule implements Module {

    private static final QueryParameter<@Nullable Platform> PLATFORM =
            QueryParameter.choice("platform", "Only accounts on this platform.", Platform.ALL);
    private static final QueryParameter<@Nullable String> PREFIX =
            QueryParameter.text("q", "The beginning of a login or display name, in any case.");
    private static final String USER =
            "`{user}` is `<platform>:<id>`, a bare numeric id, or a login or display name in any case.";

    private final Viewers viewers;
    private final Credits credits;

    public ViewersModule(Services services) {
        this.viewers = new Viewers(services.table());
        this.credits = new Credits(services.table(), services.ids(), services.clock());
    }

    /// A viewer in a list.
    record Listed(Viewer viewer, CreditBalance credits) {
        static final Schema<Listed> SCHEMA = Schema.shown("ListedViewer", "A viewer, and the person's credits.", s -> {
            s.object("viewer", Listed::viewer, Viewer.SCHEMA).doc("The viewer.");
            s.object("credits", Listed::credits, CreditBalance.SCHEMA).doc("The credits, across all linked accounts.");
        });

        static Listed of(Found found) {
            return new Listed(found.viewer(), found.credits());
        }
    }

    /// A viewer in full.
    record Whole(Viewer viewer, CreditBalance credits, List<CreditEntry> grants) {
        static final Schema<Whole> SCHEMA =
                Schema.shown("ViewerInFull", "A viewer, with credits and their ledger.", s -> {
                    s.object("viewer", Whole::viewer, Viewer.SCHEMA).doc("The viewer.");
                    s.object("credits", Whole::credits, CreditBalance.SCHEMA)
                            .doc("The credits, across all linked accounts.");
                    s.list("grants", Whole::grants, CreditEntry.SCHEMA)
                            .doc("The newest 25 entries of the credits' ledger, across all linked accounts.");
                });
    }

    /// The body of a grant.
    record Grant(long amount, @Nullable String note) {
        static final Schema<Grant> SCHEMA = Schema.of("CreditGrant", "Credits to grant.", s -> {
            var amount = s.integer("amount", Grant::amount)
                    .between(1, 1_000)
                    .doc("How many.")
                    .example(2);
            var note = s.text("note", Grant::note).max(200).orNull().doc("Why.").example("Won the quiz");
            return in -> new Grant(amount.of(in), note.of(in));
        });
    }

    /// The body of a revocation.
    record Revocation(long amount) {
        static final Schema<Revocation> SCHEMA = Schema.of("CreditRevocation", "Credits to revoke.", s -> {
            var amount = s.integer("amount", Revocation::amount)
                    .between(1, Long.MAX_VALUE)
                    .doc("How many; no more than are unused.")
                    .example(1);
            return in -> new Revocation(amount.of(in));
        });
    }

    /// The result of a grant.
    record Granted(boolean success, long granted, Viewer viewer, CreditBalance credits) {
        static final Schema<Granted> SCHEMA =
                Schema.shown("CreditsGranted", "The granted credits, and the balance now.", s -> {
                    s.flag("success", Granted::success).example(true);
                    s.integer("granted", Granted::granted)
                            .doc("How many were granted.")
                            .example(2);
                    s.object("viewer", Granted::viewer, Viewer.SCHEMA).doc("The viewer.");
                    s.object("credits", Granted::credits, CreditBalance.SCHEMA).doc("The balance after it.");
                });
    }

    /// The result of a revocation.
    record Revoked(boolean success, long revoked, Viewer viewer, CreditBalance credits) {
        static final Schema<Revoked> SCHEMA =
                Schema.shown("CreditsRevoked", "The revoked credits, and the balance now.", s -> {
                    s.flag("success", Revoked::success).example(true);
                    s.integer("revoked", Revoked::revoked)
                            .doc("How many were revoked.")
                            .example(1);
                    s.object("viewer", Revoked::viewer, Viewer.SCHEMA).doc("The viewer.");
                    s.object("credits", Revoked::credits, CreditBalance.SCHEMA).doc("The balance after it.");
                });
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get("/viewers", "listViewers", "List the viewers")
                        .scope(VIEWERS_READ)
                        .dashboard(MODERATOR)
                        .doc("All viewers who have signed in, the most recently active first. One page looks at 5,000"
                                + " viewers at most: with `q` or `platform` it can be short, or empty, and have a next"
                                + " one.")
                        .paged()
                        .query(PLATFORM)
                        .query(PREFIX)
                        .answers(Answer.page("viewers", Listed.SCHEMA))
                        .speculative()
                        .handles(call -> Outcome.of(list(call))),
                Endpoint.get("/viewers/{user}", "getViewer", "Read a viewer")
                        .scope(VIEWERS_READ)
                        .dashboard(MODERATOR)
                        .doc(USER)
                        .answers(Answer.of(Whole.SCHEMA))
                        .refuses(ErrorCode.VIEWER_NOT_SIGNED_IN, ErrorCode.AMBIGUOUS_VIEWER)
                        .speculative()
                        .handles(call -> Outcome.of(whole(call))),
                Endpoint.get("/viewers/{user}/rewards", "listRewards", "List a viewer's rewards")
                        .scope(VIEWERS_READ)
                        .dashboard(MODERATOR)
                        .doc("The rewards that credits were spent on, across all linked accounts, the newest first. "
                                + USER)
                        .paged()
                        .answers(Answer.page("rewards", Reward.SCHEMA))
                        .refuses(ErrorCode.VIEWER_NOT_SIGNED_IN, ErrorCode.AMBIGUOUS_VIEWER)
                        .speculative()
                        .handles(call -> Outcome.of(rewards(call))),
                Endpoint.post("/viewers/{user}/credits/grant", "grantCredits", "Grant credits")
                        .scope(VIEWERS_MANAGE)
                        .dashboard(SUPER_ADMIN)
                        .doc("The credits land on the account that is named. " + USER)
                        .body(Grant.SCHEMA)
                        .answers(Answer.of(Granted.SCHEMA))
                        .refuses(ErrorCode.VIEWER_NOT_SIGNED_IN, ErrorCode.AMBIGUOUS_VIEWER)
                        .speculative()
                        .reads(call -> viewers.find(call.tenantId(), call.path("user")))
                        .handles(this::grant),
                Endpoint.post("/viewers/{user}/credits/revoke", "revokeCredits", "Revoke credits")
                        .scope(VIEWERS_MANAGE)
                        .dashboard(SUPER_ADMIN)
                        .doc("Only unused credits can be revoked, counted across all linked accounts. If there are"
                                + " fewer, nothing is revoked. " + USER)
                        .body(Revocation.SCHEMA)
                        .answers(Answer.of(Revoked.SCHEMA))
                        .refuses(
                                ErrorCode.VIEWER_NOT_SIGNED_IN,
                                ErrorCode.AMBIGUOUS_VIEWER,
                                ErrorCode.INSUFFICIENT_CREDITS)
                        .speculative()
                        .reads(call -> viewers.find(call.tenantId(), call.path("user")))
                        .handles(this::revoke));
    }

    private CursorPage<Listed> list(Call<?> call) {
        int limit = call.query(QueryParameter.LIMIT);
        Viewers.Filter filter = new Viewers.Filter(call.query(PLATFORM), call.query(PREFIX));
        return viewers.page(call.tenantId(), filter, limit, call.query(QueryParameter.BEFORE))
                .map(Listed::of);
    }

    private Whole whole(Call<?> call) {
        Found found = viewers.find(call.tenantId(), call.path("user"));
        return new Whole(found.viewer(), found.credits(), viewers.grants(call.tenantId(), found));
    }

    private CursorPage<Reward> rewards(Call<?> call) {
        int limit = call.query(QueryParameter.LIMIT);
        Found found = viewers.find(call.tenantId(), call.path("user"));
        return CursorPage.of(
                        viewers.rewards(call.tenantId(), found, limit, call.query(QueryParameter.BEFORE)),
                        limit,
                        Viewers.Used::cursor)
                .map(Viewers.Used::reward);
    }

    private Outcome<Granted> grant(AuthorizedCall<Grant> call, Found found) {
        long amount = call.body().amount();
        return credits.grant(call.tenantId(), found, amount, call.body().note(), Actor.of(call.principal()))
                .map(now -> new Granted(true, amount, now.viewer(), now.credits()));
    }

    private Outcome<Revoked> revoke(AuthorizedCall<Revocation> call, Found found) {
        long amount = call.body().amount();
        return credits.revoke(call.tenantId(), found, amount, Actor.of(call.principal()))
                .map(now -> new Revoked(true, amount, now.viewer(), now.credits()));
    }
}
