package streamerapi.dashboard;

import org.jspecify.annotations.Nullable;
import streamerapi.pages.Fields;
import streamerapi.pages.Frame;
import streamerapi.pages.Page;
import streamerapi.pages.Site;
import streamerapi.pages.templates.dashboard.JteleaderboardGenerated;
import streamerapi.shared.http.Api;
import streamerapi.shared.http.Request;
import streamerapi.shared.http.Response;
import streamerapi.shared.problems.Problem;

import java.util.LinkedHashMap;
import java.util.Map;

/// The page of the supporters who tipped most.
final class LeaderboardPages {

    private static final String LEADERBOARD = "/leaderboard";

    private final Site site;

    LeaderboardPages(Site site) {
        this.site = site;
    }

    Api api() {
        return Api.of(site.page(LEADERBOARD, LEADERBOARD, this::board));
    }

    private Response board(Request request, Fields board, @Nullable Problem refused) {
        Frame frame = site.frame(request, "leaderboard", refused);
        return Page.of(
                Site.status(refused), output -> JteleaderboardGenerated.render(output, null, frame, board, PERIODS));
    }

    /// The periods, by the words of their tabs.
    private static final Map<String, String> PERIODS = periods();

    private static Map<String, String> periods() {
        Map<String, String> periods = new LinkedHashMap<>();
        periods.put("day", "Today");
        periods.put("week", "This week");
        periods.put("month", "This month");
        periods.put("year", "This year");
        periods.put("all", "All time");
        return periods;
    }
}
