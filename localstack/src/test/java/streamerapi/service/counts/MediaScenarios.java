package streamerapi.service.counts;

import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/// The requests of the media queue whose cost the table names.
final class MediaScenarios {

    private MediaScenarios() {}

    static List<Scenario> all() {
        return List.of(
                Scenario.of("GET /media/queue", "10 videos wait", account -> {
                    IntStream.range(0, 10).forEach(i -> account.media());
                    return api -> api.get("/media/queue");
                }),
                Scenario.of("GET /media/history", "10 videos", account -> {
                    IntStream.range(0, 10).forEach(i -> played(account));
                    return api -> api.get("/media/history");
                }),
                Scenario.of("GET /media/now", "nothing plays", account -> api -> api.get("/media/now")),
                Scenario.of("GET /media/now", "a video plays", account -> {
                    started(account);
                    return api -> api.get("/media/now");
                }),
                Scenario.of(
                        "POST /media",
                        "beside them the video site is asked",
                        account -> api -> api.post("/media", Map.of("url", StandInVideoSites.PLAYABLE))),
                Scenario.of("POST /media/{orderId}/start", "", account -> on(account.media(), "start")),
                Scenario.of("POST /media/{orderId}/finish", "", account -> on(started(account), "finish")),
                Scenario.of("POST /media/{orderId}/release", "", account -> on(started(account), "release")),
                Scenario.of("POST /media/{orderId}/replay", "", account -> on(played(account), "replay")),
                Scenario.of("POST /media/skip", "a video plays", account -> {
                    started(account);
                    return api -> api.post("/media/skip");
                }),
                Scenario.of("DELETE /media/{orderId}", "", account -> {
                    String item = account.media();
                    return api -> api.delete("/media/" + item);
                }),
                Scenario.of("POST /dashboard/api/media/{orderId}/ban", "a video that waits", account -> {
                    String item = account.media();
                    Account.SignedIn session = account.signIn();
                    return api -> session.on(api).post("/dashboard/api/media/" + item + "/ban");
                }),
                Scenario.of("POST /media/pause", "", account -> api -> api.post("/media/pause")),
                after("/media/pause", "/media/resume"),
                Scenario.of("POST /media/hide", "", account -> api -> api.post("/media/hide")),
                after("/media/hide", "/media/show"));
    }

    private static Scenario after(String before, String path) {
        return Scenario.of("POST " + path, "", account -> {
            account.api().post(before).expect(200);
            return api -> api.post(path);
        });
    }

    private static Function<ApiClient, Answer> on(String item, String action) {
        return api -> api.post("/media/" + item + "/" + action);
    }

    private static String started(Account account) {
        String item = account.media();
        account.api().post("/media/" + item + "/start").expect(200);
        return item;
    }

    private static String played(Account account) {
        String item = started(account);
        account.api().post("/media/" + item + "/finish").expect(200);
        return item;
    }
}
