package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.money.MoneyBook;
import streamerapi.money.MoneyModule;
import streamerapi.money.MoneyReport;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JtemoneyGenerated;
import streamerapi.shared.auth.Role;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.QueryParameter;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.text.Csv;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

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
                site.button(
                        MONEY + "/{orderId}/refund",
                        "POST",
                        "/tips/{orderId}/refund",
                        request -> Site.PLACE + MONEY,
                        Flash.REFUND_ASKED),
                Route.of("GET", Site.PLACE + MONEY + "/days.csv", SUPER_ADMINS, this::table)
                        .ofPage(site::refused));
    }

    /// The page; if its days are refused, without sums, and with the days as they were entered.
    private Outcome<Response> money(Request request) {
        Frame frame = site.frame(request, "money", null);
        try {
            Fields report = report(request, frame);
            return Outcome.of(page(frame, null, report, report.text("from"), report.text("to")));
        } catch (Problem refused) {
            if (refused.code() != ErrorCode.BAD_REQUEST) {
                throw refused;
            }
            Frame telling = site.frame(request, "money", refused);
            return Outcome.of(page(
                    telling,
                    refused,
                    report(request, frame, null, null),
                    entered(request, MoneyModule.FROM),
                    entered(request, MoneyModule.TO)));
        }
    }

    private static Response page(Frame frame, @Nullable Problem refused, Fields report, String from, String to) {
        return Page.of(Site.status(refused), output -> JtemoneyGenerated.render(output, null, frame, report, from, to));
    }

    private static String entered(Request request, QueryParameter<?> day) {
        return Objects.requireNonNullElse(request.query(day.name()), "");
    }

    /// The report of `GET /money` for the days that are asked for, in the channel's time zone.
    private Fields report(Request request, Frame frame) {
        return report(
                request,
                frame,
                MoneyModule.FROM.reader().apply(request),
                MoneyModule.TO.reader().apply(request));
    }

    private Fields report(Request request, Frame frame, @Nullable LocalDate from, @Nullable LocalDate to) {
        return new Fields(MoneyReport.SCHEMA.json(
                book.report(request.tenantId(), from, to, frame.channel().zone())));
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
