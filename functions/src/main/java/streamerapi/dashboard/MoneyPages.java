package streamerapi.dashboard;

import streamerapi.money.MoneyBook;
import streamerapi.money.MoneyModule;
import streamerapi.money.MoneyReport;
import streamerapi.pages.Fields;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JtemoneyGenerated;
import streamerapi.shared.auth.Role;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.text.Csv;

import java.util.ArrayList;
import java.util.List;

/// The page of the money at the processors, and its table.
final class MoneyPages {

    private static final String MONEY = "/money";
    private static final List<String> COLUMNS = List.of(
            "day",
            "source",
            "currency",
            "mode",
            "payments",
            "captured",
            "held",
            "released",
            "expired",
            "refunded",
            "disputed",
            "net");

    private static final Access SUPER_ADMINS = Access.of(Role.SUPER_ADMIN);

    private final Site site;
    private final MoneyBook book;

    MoneyPages(Site site, MoneyBook book) {
        this.site = site;
        this.book = book;
    }

    Api api() {
        return Api.of(
                site.page(MONEY, SUPER_ADMINS, this::money),
                Route.of("GET", Site.PLACE + MONEY + "/days.csv", SUPER_ADMINS, this::table)
                        .ofPage(site::refused));
    }

    private Outcome<Response> money(Request request) {
        Frame frame = site.frame(request, "money", null);
        Fields report = report(request, frame);
        return Outcome.of(Page.of(200, output -> JtemoneyGenerated.render(output, null, frame, report)));
    }

    /// The report of `GET /money`, in the channel's time zone.
    private Fields report(Request request, Frame frame) {
        return new Fields(MoneyReport.SCHEMA.json(book.report(
                request.tenantId(),
                MoneyModule.FROM.reader().apply(request),
                MoneyModule.TO.reader().apply(request),
                frame.channel().zone())));
    }

    private Outcome<Response> table(Request request) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(COLUMNS);
        report(request, site.frame(request, "money", null))
                .objects("days")
                .forEach(day -> rows.add(COLUMNS.stream().map(day::text).toList()));
        return Outcome.of(Response.text(200, "text/csv; charset=utf-8", Csv.file(Csv.write(rows)))
                .with("Content-Disposition", "attachment; filename=\"money.csv\"")
                .with("Cache-Control", "no-store"));
    }
}
