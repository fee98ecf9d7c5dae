package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.exports.AccountExport;
import streamerapi.exports.ExportedRecord;
import streamerapi.pages.ConnectionWords;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JtedeleteaccountGenerated;
import streamerapi.pages.templates.dashboard.JteexportGenerated;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.SessionCookie;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.QueryParameter;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.CursorPage;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/// The owner's pages about all that the account has: files of NDJSON to take it away in, and the account's deletion.
final class AccountDataPages {

    private static final String EXPORT = Site.PLACE + "/account/export";
    private static final String DELETE = "/account/delete";
    private static final int MAX_RECORDS = 10_000;
    private static final QueryParameter<Integer> PART =
            QueryParameter.number("part", "Which part it is.", 1, 100_000, 1);

    private final Site site;
    private final AccountExport export;

    AccountDataPages(Site site, AccountExport export) {
        this.site = site;
        this.export = export;
    }

    Api api() {
        Access owner = Access.of(Role.OWNER);
        return Api.of(
                Route.of("GET", EXPORT, owner, this::part).ofPage(site::refused),
                Route.of("GET", EXPORT + "/account.ndjson", owner, this::file).ofPage(site::refused),
                Route.of("GET", Site.PLACE + DELETE, owner, this::deletion).ofPage(site::refused),
                site.form(DELETE, "POST", DELETE)
                        .then((request, answer) -> deleted(answer.flag("revoked"), answer.flag("released")))
                        .refusedOn("/account", this::deletion));
    }

    private Outcome<Response> deletion(Request request) {
        return Outcome.of(deletion(request, site.read(request, "/account"), null));
    }

    private Response deletion(Request request, Fields answer, @Nullable Problem refused) {
        Fields account = answer.object("account");
        FormValues entered = refused == null ? FormValues.NOTHING : FormValues.in(request);
        String connected = site.read(request, "/connections").objects("connections").stream()
                .filter(connection -> !connection.text("status").equals("disconnected"))
                .map(connection -> ConnectionWords.name(connection.text("provider")))
                .collect(Collectors.joining(", "));
        Frame frame = site.frame(request, "account", refused);
        return Page.of(
                Site.status(refused),
                output -> JtedeleteaccountGenerated.render(output, null, frame, account, connected, entered));
    }

    private static Response deleted(boolean isRevoked, boolean isReleased) {
        Flash flash = !isReleased
                ? Flash.ACCOUNT_DELETED_WITH_HOLDS
                : isRevoked ? Flash.ACCOUNT_DELETED : Flash.ACCOUNT_DELETED_HERE;
        return Page.redirect(Site.SIGN_IN + "?done=" + flash.label()).settingCookies(List.of(SessionCookie.removal()));
    }

    private Outcome<Response> part(Request request) {
        CursorPage<ExportedRecord> page = page(request);
        int number = number(request);
        String here = query(number, request.query("before"));
        String next = page.nextCursor() == null ? "" : query(number + 1, page.nextCursor());
        int records = page.items().size();
        Frame frame = site.frame(request, "account", null);
        return Outcome.of(
                Page.of(200, output -> JteexportGenerated.render(output, null, frame, number, records, here, next)));
    }

    private Outcome<Response> file(Request request) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        page(request).items().forEach(item -> lines.writeBytes(item.line()));
        return Outcome.of(Response.text(200, "application/x-ndjson", lines.toString(StandardCharsets.UTF_8))
                .with("Content-Disposition", "attachment; filename=\"account-%d.ndjson\"".formatted(number(request)))
                .with("Cache-Control", "no-store"));
    }

    private CursorPage<ExportedRecord> page(Request request) {
        return export.page(request.tenantId(), MAX_RECORDS, request.query("before"));
    }

    private static int number(Request request) {
        return PART.reader().apply(request);
    }

    private static String query(int part, @Nullable String before) {
        return "?part=" + part + (before == null ? "" : "&before=" + before);
    }
}
