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

/// The pages of the overlays' tip goals.
final class GoalsPages {

    private static final String SECTION = "goals";
    private static final String ADDRESS = Site.PLACE + "/goals";
    private static final String OVERLAYS = "/overlays";
    private static final String PAGE = "/goals/{overlayId}";
    private static final String GOAL = "/overlays/{overlayId}/tip-goal";

    private final Site site;

    GoalsPages(Site site) {
        this.site = site;
    }

    Api api() {
        return Api.of(
                site.page("/goals", OVERLAYS, this::goals),
                site.page(PAGE, GOAL, this::goal),
                site.form(PAGE, "PATCH", GOAL)
                        .leadsTo(GoalsPages::address, Flash.GOAL_SAVED)
                        .refusedOn(GOAL, this::goal),
                site.form(PAGE + "/add", "POST", GOAL + "/add")
                        .leadsTo(GoalsPages::address, Flash.GOAL_SAVED)
                        .refusedOn(GOAL, this::notAdded));
    }

    private static String address(Request request) {
        return ADDRESS + "/" + request.parameter("overlayId");
    }

    private Response goals(Request request, Fields overlays, @Nullable Problem refused) {
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(Site.status(refused), output -> JtegoalsGenerated.render(output, null, frame, overlays));
    }

    private Response goal(Request request, Fields answer, @Nullable Problem refused) {
        FormValues saved = FormValues.of(answer.object("tip_goal"));
        FormValues entered = refused == null ? saved : FormValues.in(request).over(saved);
        return goal(request, answer, refused, entered, FormValues.NOTHING);
    }

    /// The goal's page after an amount that was not added. Its other form has a field of the same name.
    private Response notAdded(Request request, Fields answer, @Nullable Problem refused) {
        return goal(request, answer, refused, FormValues.of(answer.object("tip_goal")), FormValues.in(request));
    }

    private Response goal(
            Request request, Fields answer, @Nullable Problem refused, FormValues entered, FormValues added) {
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(
                Site.status(refused),
                output -> JtegoalGenerated.render(
                        output, null, frame, answer.object("tip_goal"), address(request), entered, added));
    }
}
