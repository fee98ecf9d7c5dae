package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
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
import streamerapi.shared.problems.Problem;
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

    private final Site site;

    MoneyPages(Site site) {
        this.site = site;
    }

    Api api() {
        return Api.of(
                site.page(MONEY, MONEY, this::money),
                Route.of("GET", Site.PLACE + MONEY + "/days.csv", Access.of(Role.SUPER_ADMIN), this::table)
                        .ofPage(site::refused));
    }

    private Response money(Request request, Fields report, @Nullable Problem refused) {
        Frame frame = site.frame(request, "money", refused);
        return Page.of(Site.status(refused), output -> JtemoneyGenerated.render(output, null, frame, report));
    }

    private Outcome<Response> table(Request request) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(COLUMNS);
        site.read(request, MONEY)
                .objects("days")
                .forEach(day -> rows.add(COLUMNS.stream().map(day::text).toList()));
        return Outcome.of(Response.text(200, "text/csv; charset=utf-8", Csv.write(rows))
                .with("Content-Disposition", "attachment; filename=\"money.csv\"")
                .with("Cache-Control", "no-store"));
    }
}
