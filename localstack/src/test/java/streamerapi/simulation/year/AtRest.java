package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// The service's answers once everything is at rest.
///
/// @param leaderboard the sum of all that donors gave, of whom the list has 100
/// @param goal what counts for the overlay's goal
/// @param heldTips the text of the list, page by page
/// @param waiting the tips that wait, the one that plays among them
/// @param opensStill whether the second key still opens
/// @param tips the history, read in small pages; of seeds with an archive alone
/// @param videos that of videos
record AtRest(
        BigDecimal leaderboard,
        BigDecimal goal,
        String heldTips,
        Set<String> waiting,
        @Nullable String playing,
        boolean opensStill,
        List<Map<String, @Nullable Object>> tips,
        List<Map<String, @Nullable Object>> videos) {

    private static final int MOST_ON_A_PAGE = 100;
    private static final int FEW_ON_A_PAGE = 4;

    static final AtRest UNREAD =
            new AtRest(BigDecimal.ZERO, BigDecimal.ZERO, "", Set.of(), null, false, List.of(), List.of());

    static AtRest read(ApiUser user, boolean archives) {
        BigDecimal given = BigDecimal.ZERO;
        Object entries = user.send("GET", "/v1/leaderboard?limit=" + MOST_ON_A_PAGE, null, null)
                .at("entries");
        for (Object entry : (List<?>) Objects.requireNonNull(entries)) {
            Object amount = Json.asObject(entry).get("total_amount");
            given = given.add((BigDecimal) Objects.requireNonNull(amount));
        }
        ApiUser.Reply queue = user.send("GET", "/v1/tts/queue", null, null);
        Set<String> waiting = new LinkedHashSet<>();
        for (Object item : (List<?>) Objects.requireNonNull(queue.at("items"))) {
            waiting.add(String.valueOf(Json.asObject(item).get("order_id")));
        }
        Object goal = user.send("GET", "/v1/overlays/" + user.account().overlayId() + "/tip-goal", null, null)
                .at("tip_goal", "current");
        Map<String, String> second =
                Map.of("authorization", "Bearer " + user.account().secondKey());
        return new AtRest(
                given,
                (BigDecimal) Objects.requireNonNull(goal),
                heldTips(user),
                waiting,
                (String) queue.at("current_order_id"),
                user.once("GET", "/v1/tts/queue", second, null).isDone(),
                archives ? history(user, "tts", "tips") : List.of(),
                archives ? history(user, "media", "media") : List.of());
    }

    private static List<Map<String, @Nullable Object>> history(ApiUser user, String queue, String list) {
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        Object before = "";
        while (before != null) {
            String cursor = before.equals("") ? "" : "&before=" + before;
            ApiUser.Reply page =
                    user.send("GET", "/v1/" + queue + "/history?limit=" + FEW_ON_A_PAGE + cursor, null, null);
            for (Object item : (List<?>) Objects.requireNonNull(page.at(list), page.text())) {
                all.add(Json.asObject(item));
            }
            before = page.at("next_cursor");
        }
        return all;
    }

    private static String heldTips(ApiUser user) {
        StringBuilder pages = new StringBuilder();
        Object before = "";
        while (before != null) {
            String cursor = before.equals("") ? "" : "&before=" + before;
            ApiUser.Reply page = user.dashboard("GET", "/held-tips?limit=" + MOST_ON_A_PAGE + cursor, null);
            pages.append(page.text());
            before = page.at("next_cursor");
        }
        return pages.toString();
    }
}
