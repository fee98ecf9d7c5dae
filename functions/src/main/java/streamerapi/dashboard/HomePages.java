package streamerapi.dashboard;

import streamerapi.ledger.RecentIncome;
import streamerapi.overlays.TipGoals;
import streamerapi.overlays.Widget;
import streamerapi.pages.AccountSummary;
import streamerapi.pages.Bars;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.Frame;
import streamerapi.pages.HomeView;
import streamerapi.pages.Money;
import streamerapi.pages.MoneyWords;
import streamerapi.pages.QueueView;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JtehomeGenerated;
import streamerapi.pages.templates.dashboard.JtehomeliveGenerated;
import streamerapi.shared.auth.Role;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.tasks.Async;
import streamerapi.tts.TtsQueries;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The page that a streamer keeps open during a show.
final class HomePages {

    static final String ADDRESS = Site.PLACE + "/home";

    private static final String SECTION = "home";
    private static final Access TEAM = Access.of(Role.MODERATOR);
    private static final int HEAD = 5;

    /// How many tips of the queue are counted. The page is read again with every event, and a thousand tips are 2 MB.
    private static final int MAX_COUNTED = 200;

    private static final int MAX_GOALS = 5;

    private final Site site;
    private final TtsQueries tts;
    private final RecentIncome income;
    private final TipGoals goals;
    private final Troubles troubles;

    HomePages(Site site, TtsQueries tts, RecentIncome income, TipGoals goals, Troubles troubles) {
        this.site = site;
        this.tts = tts;
        this.income = income;
        this.goals = goals;
        this.troubles = troubles;
    }

    Api api() {
        return Api.of(
                site.page("/home", TEAM, this::home),
                site.page("/home/live", TEAM, this::live),
                site.button("/home/steps/hide", "DELETE", "/first-steps", request -> ADDRESS, Flash.STEPS_HIDDEN),
                site.button("/home/open", "POST", "/tipping/open", request -> ADDRESS, Flash.TIPPING_OPENED),
                site.button("/home/close", "POST", "/tipping/close", request -> ADDRESS, Flash.TIPPING_CLOSED));
    }

    private Outcome<Response> home(Request request) {
        Frame frame = site.frame(request, SECTION, null);
        HomeView view = see(request, frame.channel());
        Fields steps = frame.administers() ? site.read(request, "/first-steps").object("first_steps") : null;
        return Outcome.of(site.live(
                200, output -> JtehomeGenerated.render(output, null, frame, view, state(frame, view), steps)));
    }

    /// The part of the page that lives: all of it.
    private Outcome<Response> live(Request request) {
        Frame frame = site.frame(request, SECTION, null);
        HomeView view = see(request, frame.channel());
        String state = state(frame, view);
        return Outcome.of(
                Site.part(request, state, output -> JtehomeliveGenerated.render(output, null, frame, view, state)));
    }

    private static String state(Frame frame, HomeView view) {
        return Site.state(view.toString(), frame.channel().toString());
    }

    private HomeView see(Request request, AccountSummary channel) {
        String currency = channel.currency();
        Async<RecentIncome.Recent> recent = Async.start(() -> income.of(request.tenantId(), currency, channel.zone()));
        Map<String, Async<RecentIncome.Recent>> others = new LinkedHashMap<>();
        for (String other : channel.others()) {
            others.put(other, Async.start(() -> income.of(request.tenantId(), other, channel.zone())));
        }
        Async<Fields> media = Async.start(() -> site.read(request, "/media/queue"));
        Async<Fields> tipping = Async.start(() -> site.read(request, "/tipping"));
        boolean administers = request.session().role().administers();
        Fields overlays = administers ? site.read(request, "/overlays") : null;
        Fields queue = new Fields(tts.snapshot(request.tenantId(), MAX_COUNTED));
        QueueView view =
                QueueView.of(queue, media.join(), overlays, false, false).shortened(HEAD);
        RecentIncome.Recent came = recent.join();
        boolean isOpen = tipping.join().object("tipping").flag("is_open");
        List<HomeView.Trouble> wrong =
                overlays == null ? troubles.ofQueue(request, view) : troubles.of(request, view, overlays);
        return new HomeView(
                view,
                isOpen,
                came.tips()
                        + others.values().stream()
                                .mapToInt(other -> other.join().tips())
                                .sum(),
                Money.text(came.sum(), currency),
                others.entrySet().stream()
                        .filter(other -> other.getValue().join().tips() > 0)
                        .map(other -> Money.text(other.getValue().join().sum(), other.getKey()))
                        .toList(),
                new Bars("The last 24 hours", "Hour (" + channel.zoneShown() + ")", came.hours(), currency),
                new Bars("The last 30 days", "Day (UTC)", came.days(), currency),
                overlays == null ? List.of() : goals(request, overlays, currency),
                wrong,
                overlays == null ? List.of() : GoLiveChecks.of(view, isOpen, overlays, wrong),
                overlays == null || overlays.objects("overlays").isEmpty()
                        ? null
                        : overlays.objects("overlays").getFirst().text("id"));
    }

    private List<HomeView.Goal> goals(Request request, Fields overlays, String currency) {
        List<Fields> showing = overlays.objects("overlays").stream()
                .filter(overlay -> Widget.GOAL.isShownBy(overlay.texts("widgets")))
                .toList();
        List<String> enabled = showing.isEmpty() ? List.of() : goals.enabled(request.tenantId());
        List<Async<Fields>> reads = showing.stream()
                .filter(overlay -> enabled.contains(overlay.text("id")))
                .limit(MAX_GOALS)
                .map(overlay -> Async.start(() -> new Fields(goals.json(request.tenantId(), overlay.text("id")))))
                .toList();
        return reads.stream()
                .map(Async::join)
                .map(goal -> new HomeView.Goal(
                        goal.text("title").isEmpty() ? "Tip goal" : goal.text("title"),
                        new BigDecimal(goal.text("current")),
                        new BigDecimal(goal.text("amount")),
                        currency,
                        MoneyWords.others(goal)))
                .toList();
    }
}
