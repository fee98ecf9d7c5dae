package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.overlays.Widget;
import streamerapi.pages.Edited;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JtecountgoalsGenerated;
import streamerapi.pages.templates.dashboard.JtestreamtimerGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.http.Route;
import streamerapi.shared.problems.Problem;

import java.util.List;

/// The pages of the goals of followers and subscriptions, and of the stream's timer.
final class CountGoalsPages {

    private static final String SECTION = "goals";
    private static final String TIMER_SECTION = "goals/timer";
    private static final String COUNTS = "/goals/counts";
    private static final String COUNT_GOALS = "/overlays/goals";
    private static final String PAGE = "/goals/timer";
    private static final String OVERLAYS = "/overlays";
    private static final String TIMER = "/overlays/timer";

    private final Site site;

    CountGoalsPages(Site site) {
        this.site = site;
    }

    Api api() {
        return Api.of(
                site.page(COUNTS, COUNT_GOALS, (request, answer, refused) -> goals(request, answer, refused, "")),
                goal("follows"),
                goal("subs"),
                site.page(PAGE, TIMER, this::timer),
                site.form(PAGE, "PUT", TIMER)
                        .leadsTo(request -> Site.PLACE + PAGE, Flash.TIMER_BEGUN)
                        .refusedOn(TIMER, this::timer),
                site.form(PAGE + "/rules", "POST", TIMER + "/rules")
                        .editing(new Edited(TIMER, CountGoalsPages::rules, Site.PLACE + PAGE))
                        .leadsTo(request -> Site.PLACE + PAGE, Flash.TIMER_RULED)
                        .refusedOn(TIMER, this::timer),
                site.button(PAGE + "/pause", "POST", TIMER + "/pause", request -> Site.PLACE + PAGE, null),
                site.button(PAGE + "/resume", "POST", TIMER + "/resume", request -> Site.PLACE + PAGE, null),
                site.form(PAGE + "/add", "POST", TIMER + "/add")
                        .leadsTo(request -> Site.PLACE + PAGE, null)
                        .refusedOn(TIMER, this::timer),
                site.button(
                        PAGE + "/remove", "DELETE", TIMER, request -> Site.PLACE + PAGE, Flash.STREAM_TIMER_REMOVED));
    }

    private Route goal(String kind) {
        return site.form(COUNTS + "/" + kind, "PUT", COUNT_GOALS + "/" + kind)
                .editing(new Edited(COUNT_GOALS, answer -> kept(goal(answer, kind)), Site.PLACE + COUNTS))
                .leadsTo(request -> Site.PLACE + COUNTS, Flash.GOAL_SAVED)
                .refusedOn(COUNT_GOALS, (request, answer, refused) -> goals(request, answer, refused, kind));
    }

    private static Fields goal(Fields answer, String kind) {
        return answer.objects("goals").stream()
                .filter(goal -> goal.text("kind").equals(kind))
                .findFirst()
                .orElseThrow();
    }

    /// The fields of a goal that only people change. Its current number changes by itself.
    private static FormValues kept(Fields goal) {
        return FormValues.of(goal, List.of("title", "target"), List.of());
    }

    private static FormValues rules(Fields answer) {
        return FormValues.of(answer.object("timer").object("rules"));
    }

    /// @param kind of the goal that was entered; empty if none was
    private Response goals(Request request, Fields answer, @Nullable Problem refused, String kind) {
        Frame frame = site.frame(request, SECTION, refused);
        FormValues entered = refused == null ? FormValues.NOTHING : FormValues.in(request);
        return Page.of(
                Site.status(refused),
                output -> JtecountgoalsGenerated.render(output, null, frame, answer, kind, entered));
    }

    private Response timer(Request request, Fields answer, @Nullable Problem refused) {
        Fields timer = answer.object("timer");
        FormValues saved = FormValues.of(timer);
        FormValues rules = rules(answer);
        FormValues sent = refused == null ? FormValues.NOTHING : FormValues.in(request);
        Frame frame = site.frame(request, TIMER_SECTION, refused);
        boolean isShown = !frame.administers() || isOnAnOverlay(request);
        return Page.of(
                Site.status(refused),
                output -> JtestreamtimerGenerated.render(
                        output, null, frame, timer, sent.over(saved), sent, sent.over(rules), isShown));
    }

    private boolean isOnAnOverlay(Request request) {
        return site.read(request, OVERLAYS).objects("overlays").stream()
                .anyMatch(overlay -> overlay.texts("widgets").contains(Widget.TIMER.apiName()));
    }
}
