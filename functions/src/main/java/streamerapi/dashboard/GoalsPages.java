package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JtegoalGenerated;
import streamerapi.pages.templates.dashboard.JtegoalsGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;

import java.time.Instant;
import java.time.InstantSource;

/// The pages of the overlays' tip goals.
final class GoalsPages {

    private static final String SECTION = "goals";
    private static final String ADDRESS = Site.PLACE + "/goals";
    private static final String OVERLAYS = "/overlays";
    private static final String PAGE = "/goals/{overlayId}";
    private static final String GOAL = "/overlays/{overlayId}/tip-goal";
    private static final String ADD = "/add";

    private final Site site;
    private final InstantSource clock;

    GoalsPages(Site site, InstantSource clock) {
        this.site = site;
        this.clock = clock;
    }

    Api api() {
        return Api.of(
                site.page("/goals", OVERLAYS, this::goals),
                site.page(PAGE, GOAL, this::goal),
                site.form(PAGE, "PATCH", GOAL)
                        .leadsTo(GoalsPages::address, Flash.GOAL_SAVED)
                        .refusedOn(GOAL, this::goal),
                site.form(PAGE + ADD, "POST", GOAL + ADD)
                        .leadsTo(GoalsPages::address, Flash.GOAL_SAVED)
                        .refusedOn(GOAL, this::goal));
    }

    private static String address(Request request) {
        return ADDRESS + "/" + request.parameter("overlayId");
    }

    private Response goals(Request request, Fields overlays, @Nullable Problem refused) {
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(Site.status(refused), output -> JtegoalsGenerated.render(output, null, frame, overlays));
    }

    private Response goal(Request request, Fields answer, @Nullable Problem refused) {
        Fields goal = answer.object("tip_goal");
        String address = address(request);
        FormValues entered = FormValues.sentTo(address, request).over(FormValues.of(goal));
        FormValues added = FormValues.sentTo(ADD, request);
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(
                Site.status(refused),
                output -> JtegoalGenerated.render(output, null, frame, goal, address, idle(goal), entered, added));
    }

    /// Why nothing counts toward a goal now; nothing if it runs.
    private String idle(Fields goal) {
        Instant now = clock.instant();
        if (!goal.isNull("ends_at") && !now.isBefore(Instant.parse(goal.text("ends_at")))) {
            return "It has ended: what comes in now does not count.";
        }
        boolean isAhead = !goal.isNull("starts_at") && now.isBefore(Instant.parse(goal.text("starts_at")));
        return isAhead ? "It has not begun: what comes in now does not count." : "";
    }
}
