package streamerapi.service.counts;

import org.jspecify.annotations.Nullable;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/// Every request about overlays and their tip goals.
final class OverlayScenarios {

    private static final String DASHBOARD = "/dashboard/api/overlays";

    private OverlayScenarios() {}

    static List<Scenario> all() {
        return List.of(
                Scenario.of("GET /overlays", "3 overlays", account -> {
                    overlay(account);
                    overlay(account);
                    overlay(account);
                    return api -> api.get("/overlays");
                }),
                on("GET /overlays/{overlayId}", "", ApiClient::get),
                on("DELETE /overlays/{overlayId}", "", ApiClient::delete),
                on(
                        "POST /overlays/celebrate",
                        "1 overlay is connected",
                        (api, path) -> api.post("/overlays/celebrate")),
                on("POST /overlays/{overlayId}/celebrate", "", (api, path) -> api.post(path + "/celebrate")),
                on("POST /overlays/{overlayId}/reload", "", (api, path) -> api.post(path + "/reload")),
                on("POST /overlays/{overlayId}/sound-check", "", (api, path) -> api.post(path + "/sound-check")),
                on("GET /overlays/{overlayId}/tip-goal", "", (api, path) -> api.get(path + "/tip-goal")),
                goal("it has a beginning", "2026-01-10T09:30:00Z", null, false),
                goal("it has a beginning and is over", "2026-01-10T09:30:00Z", "2026-03-20T17:45:00Z", false),
                goal("it has a beginning, and something was added", "2026-01-10T09:30:00Z", null, true),
                on(
                        "PATCH /overlays/{overlayId}/tip-goal",
                        "",
                        (api, path) -> api.patch(path + "/tip-goal", Map.of("title", "Camera"))),
                on(
                        "POST /overlays/{overlayId}/tip-goal/add",
                        "",
                        (api, path) -> api.post(path + "/tip-goal/add", Map.of("amount", 5))),
                on("GET /overlays/{overlayId}/latest", "few events", (api, path) -> api.get(path + "/latest")),
                on("GET /overlays/goals", "", (api, path) -> api.get("/overlays/goals")),
                goal("follows"),
                goal("subs"),
                timer("GET", "", (api, path) -> api.get(path)),
                timer("PUT", "", (api, path) -> api.send("PUT", path, Json.write(Map.of("minutes", 5)))),
                timer("POST", "/pause", (api, path) -> api.post(path)),
                timer("POST", "/resume", (api, path) -> api.post(path)),
                timer("POST", "/add", (api, path) -> api.post(path, Map.of("seconds", 60))),
                timer("POST", "/rules", (api, path) -> api.post(path, Map.of("follow", 30))),
                timer("DELETE", "", ApiClient::delete),
                dashboard("POST " + DASHBOARD, (api, path) -> api.post(DASHBOARD, Map.of("name", "Main scene"))),
                dashboard(
                        "PATCH " + DASHBOARD + "/{overlayId}",
                        (api, path) -> api.patch("/dashboard/api" + path, Map.of("width", 800))),
                dashboard(
                        "POST " + DASHBOARD + "/{overlayId}/keys",
                        (api, path) -> api.post("/dashboard/api" + path + "/keys")),
                dashboard(
                        "POST " + DASHBOARD + "/{overlayId}/rotate-key",
                        (api, path) -> api.post("/dashboard/api" + path + "/rotate-key")));
    }

    /// A new overlay, and its key.
    static Answer overlay(Account account) {
        return account.dashboard().post(DASHBOARD, Map.of("name", "Main scene")).expect(201);
    }

    /// A request about an overlay that is connected.
    private static Scenario on(String operation, String circumstance, BiFunction<ApiClient, String, Answer> request) {
        return Scenario.of(operation, circumstance, account -> {
            String id = connected(account);
            return api -> request.apply(api, "/overlays/" + id);
        });
    }

    private static Scenario goal(String kind) {
        String path = "/overlays/goals/" + kind;
        return on(
                "PUT " + path,
                "1 overlay is connected",
                (api, overlay) -> api.send("PUT", path, Json.write(Map.of("target", 10))));
    }

    /// A request about a timer that tips lengthen, and that runs unless it is to be resumed.
    private static Scenario timer(String method, String way, BiFunction<ApiClient, String, Answer> request) {
        return Scenario.of(method + " /overlays/timer" + way, "", account -> {
            account.api()
                    .send(
                            "PUT",
                            "/overlays/timer",
                            Json.write(
                                    Map.of("minutes", 60, "paused", way.equals("/resume"), "rules", Map.of("tip", 10))))
                    .expect(200);
            return api -> request.apply(api, "/overlays/timer" + way);
        });
    }

    private static Scenario goal(String circumstance, String begins, @Nullable String ends, boolean adjusted) {
        return Scenario.of("GET /overlays/{overlayId}/tip-goal", circumstance, account -> {
            String path = "/overlays/" + connected(account) + "/tip-goal";
            account.api()
                    .patch(path, Map.of("starts_at", begins, "ends_at", ends == null ? "" : ends))
                    .expect(200);
            if (adjusted) {
                account.api().post(path + "/add", Map.of("amount", 5)).expect(200);
            }
            return api -> api.get(path);
        });
    }

    private static Scenario dashboard(String operation, BiFunction<ApiClient, String, Answer> request) {
        return Scenario.of(operation, "", account -> {
            String path = "/overlays/" + connected(account);
            Account.SignedIn session = account.signIn();
            return api -> request.apply(session.on(api), path);
        });
    }

    private static String connected(Account account) {
        String id = String.valueOf(overlay(account).at("overlay.id"));
        var now = account.service().clock().instant();
        account.table()
                .write(List.of(Write.update(Keys.presence(account.tenantId(), id))
                        .set(Attribute.any("name"), "Main scene")
                        .set(Attribute.any("online_since"), now)
                        .set(Attribute.any("socket_0123456789abcdef"), now.plus(Duration.ofHours(2)))
                        .add(Attribute.whole("arrivals"), 1)));
        return id;
    }
}
