package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.FormValues;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JtetimerGenerated;
import streamerapi.pages.templates.dashboard.JtetimersGenerated;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;

import java.util.List;
import java.util.Map;

/// The pages of the messages that the bot posts again and again.
final class TimersPages {

    private static final String SECTION = "timers";
    private static final String ADDRESS = Site.PLACE + "/timers";
    private static final String TIMERS = "/timers";
    private static final String TIMER = "/timers/{timerId}";

    /// The values of a new timer, unless the form says otherwise.
    private static final FormValues USUAL = new FormValues(Map.of(
            "platforms",
            Platform.labels(),
            "interval_minutes",
            List.of("15"),
            "min_chat_lines",
            List.of("0"),
            "live_only",
            List.of("true"),
            "enabled",
            List.of("true")));

    private final Site site;

    TimersPages(Site site) {
        this.site = site;
    }

    Api api() {
        return Api.of(
                site.page(TIMERS, TIMERS, this::timers),
                site.form(TIMERS, "POST", TIMERS)
                        .leadsTo(request -> ADDRESS, Flash.TIMER_SAVED)
                        .refusedOn(TIMERS, this::timers),
                site.page(TIMER, TIMER, this::timer),
                site.form(TIMER, "PATCH", TIMER)
                        .leadsTo(request -> ADDRESS, Flash.TIMER_SAVED)
                        .refusedOn(TIMER, this::timer),
                site.button(TIMER + "/remove", "DELETE", TIMER, request -> ADDRESS, Flash.TIMER_REMOVED));
    }

    private Response timers(Request request, Fields answer, @Nullable Problem refused) {
        FormValues entered = refused == null ? USUAL : FormValues.in(request);
        Fields bot = site.read(request, "/bot").object("bot");
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(
                Site.status(refused), output -> JtetimersGenerated.render(output, null, frame, answer, entered, bot));
    }

    private Response timer(Request request, Fields answer, @Nullable Problem refused) {
        Fields timer = answer.object("timer");
        FormValues entered = refused == null ? FormValues.of(timer) : FormValues.in(request);
        Fields bot = site.read(request, "/bot").object("bot");
        Frame frame = site.frame(request, SECTION, refused);
        return Page.of(
                Site.status(refused), output -> JtetimerGenerated.render(output, null, frame, timer, entered, bot));
    }
}
