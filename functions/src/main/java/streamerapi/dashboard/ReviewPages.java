package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Flash;
import streamerapi.pages.Frame;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JtereviewGenerated;
import streamerapi.pages.templates.dashboard.JtereviewliveGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;
import streamerapi.tips.HeldTips;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// The tips that wait for a decision, oldest first.
final class ReviewPages {

    private static final String ADDRESS = Site.PLACE + "/review";
    private static final String TIP = "/held-tips/{orderId}";
    private static final String SECTION = "review";
    private static final String HOLD_ENDS = "payment_hold_ends_at";
    private static final int LISTED = 50;

    private final Site site;
    private final HeldTips review;
    private final InstantSource clock;

    ReviewPages(Site site, HeldTips review, InstantSource clock) {
        this.site = site;
        this.review = review;
        this.clock = clock;
    }

    Api api() {
        return Api.of(
                site.page("/review", "/held-tips", this::review),
                site.page("/review/live", "/held-tips", this::live),
                site.buttonByAnswer(
                        "/review/{orderId}/approve",
                        "POST",
                        TIP + "/approve",
                        request -> ADDRESS,
                        ReviewPages::approved),
                site.button(
                        "/review/{orderId}/reject", "POST", TIP + "/reject", request -> ADDRESS, Flash.TIP_REJECTED));
    }

    private static Flash approved(Fields answer) {
        return switch (answer.text("decision")) {
            case "expired" -> Flash.TIP_EXPIRED;
            case "capturing" -> Flash.TIP_CAPTURING;
            default -> Flash.TIP_APPROVED;
        };
    }

    private Response review(Request request, Fields newest, @Nullable Problem refused) {
        Fields held = new Fields(review.oldest(request.tenantId(), LISTED));
        Frame frame = site.frame(request, SECTION, refused);
        List<String> unsure = unsure(held);
        String state = Site.state(held.json(), unsure);
        return site.live(
                Site.status(refused), output -> JtereviewGenerated.render(output, null, frame, held, unsure, state));
    }

    /// The part of the page that lives.
    private Response live(Request request, Fields newest, @Nullable Problem refused) {
        Fields held = new Fields(review.oldest(request.tenantId(), LISTED));
        Frame frame = site.frame(request, SECTION, refused);
        List<String> unsure = unsure(held);
        String state = Site.state(held.json(), unsure);
        return Site.part(
                request, state, output -> JtereviewliveGenerated.render(output, null, frame, held, unsure, state));
    }

    /// The tips with a payment on hold whose capture is sure no more.
    private List<String> unsure(Fields held) {
        Instant now = clock.instant();
        return held.objects("tips").stream()
                .filter(tip -> !tip.isNull(HOLD_ENDS) && !now.isBefore(Instant.parse(tip.text(HOLD_ENDS))))
                .map(tip -> tip.text("order_id"))
                .toList();
    }
}
