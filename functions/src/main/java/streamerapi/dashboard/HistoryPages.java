package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.Frame;
import streamerapi.pages.HistorySearch;
import streamerapi.pages.HistoryTable;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JtehistoryGenerated;
import streamerapi.pages.templates.dashboard.JtehistorypartsGenerated;
import streamerapi.shared.auth.Role;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.QueryParameter;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.schema.CursorPage;
import streamerapi.shared.text.Csv;
import streamerapi.tts.Tip;
import streamerapi.tts.TtsQueries;

import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Map;
import java.util.function.Supplier;

/// The tips that were played: searched, and taken away as a table.
///
/// A search reads the history from the end of the last day that it asks for, and what it costs is bounded: at most
/// [#PAGES] pages of it are read at a time, and the page tells how far it came.
final class HistoryPages {

    private static final String PATH = Site.PLACE + "/queue/history";
    private static final int PAGE = 100;
    private static final int PAGES = 10;
    private static final int PAGE_OF_A_TABLE = 1_000;
    private static final int PAGES_OF_A_TABLE = 5;
    private static final int LISTED = 50;
    private static final QueryParameter<Integer> PART =
            QueryParameter.number("part", "Which part it is.", 1, 100_000, 1);

    private final Site site;
    private final TtsQueries tts;

    HistoryPages(Site site, TtsQueries tts) {
        this.site = site;
        this.tts = tts;
    }

    Api api() {
        Access team = Access.of(Role.MODERATOR);
        return Api.of(
                refund("/queue/history"),
                refund("/queue/removed"),
                Route.of("GET", PATH, team, this::history).ofPage(site::refused),
                Route.of("GET", PATH + "/tips.csv", team, this::file).ofPage(site::refused),
                Route.of("GET", PATH + "/parts", team, this::part).ofPage(site::refused));
    }

    /// Gives the money of a tip back that stands on a page.
    private Route refund(String page) {
        return site.button(
                page + "/{orderId}/refund",
                "POST",
                "/tips/{orderId}/refund",
                request -> Site.PLACE + page,
                Flash.REFUND_ASKED);
    }

    private Outcome<Response> history(Request request) {
        HistorySearch search = HistorySearch.of(request);
        Frame frame = site.frame(request, "queue", null);
        HistorySearch.SearchResult found = run(request, search, frame.channel().zone(), PAGE, PAGES, LISTED);
        return Outcome.of(Page.of(200, output -> JtehistoryGenerated.render(output, null, frame, search, found)));
    }

    /// The table, or one of its parts. If more tips follow than fit, and no part is named, it leads to the page of the
    /// parts, so that a part is never taken for all.
    private Outcome<Response> file(Request request) {
        HistoryTable table = table(request);
        boolean isPart = request.query(PART.name()) != null;
        if (!isPart && !table.next().isEmpty()) {
            HistorySearch search = HistorySearch.of(request);
            return Outcome.of(Page.redirect(PATH + "/parts" + search.queryBefore(search.before())));
        }
        String name = isPart ? "tips-" + PART.reader().apply(request) + ".csv" : "tips.csv";
        return Outcome.of(Response.text(200, "text/csv; charset=utf-8", Csv.file(table.csv()))
                .with("Content-Disposition", "attachment; filename=\"" + name + "\"")
                .with("Cache-Control", "no-store"));
    }

    private Outcome<Response> part(Request request) {
        HistoryTable table = table(request);
        int number = PART.reader().apply(request);
        Frame frame = site.frame(request, "queue", null);
        HistorySearch search = HistorySearch.of(request);
        return Outcome.of(
                Page.of(200, output -> JtehistorypartsGenerated.render(output, null, frame, search, number, table)));
    }

    private HistoryTable table(Request request) {
        ZoneId zone = site.frame(request, "queue", null).channel().zone();
        return HistoryTable.of(run(
                request,
                HistorySearch.of(request),
                zone,
                PAGE_OF_A_TABLE,
                PAGES_OF_A_TABLE,
                PAGE_OF_A_TABLE * PAGES_OF_A_TABLE));
    }

    private HistorySearch.SearchResult run(
            Request request, HistorySearch search, ZoneId zone, int limit, int maxPages, int maxTips) {
        LocalDate to = search.to();
        Supplier<CursorPage<Tip>> newest = () -> to == null
                ? tts.history(request.tenantId(), limit, null)
                : tts.historyBefore(
                        request.tenantId(),
                        limit,
                        to.atTime(LocalTime.MAX).atZone(zone).toInstant());
        return search.run(
                zone,
                before -> fields(before.isEmpty() ? newest.get() : tts.history(request.tenantId(), limit, before)),
                maxPages,
                maxTips);
    }

    /// A page of the history, as `GET /tts/history` answers it.
    static Fields page(TtsQueries tts, String tenantId, int limit, @Nullable String before) {
        return fields(tts.history(tenantId, limit, before));
    }

    private static Fields fields(CursorPage<Tip> page) {
        return new Fields(Map.of(
                "tips", page.items().stream().map(Tip.PLAYED::json).toList(), "has_more", page.nextCursor() != null));
    }
}
