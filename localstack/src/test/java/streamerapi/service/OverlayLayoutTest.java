package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// How an overlay looks, as people choose it and its page is told it, and the chime that says whether it is heard
/// (docs/realtime.md, "Overlays").
@NullMarked
class OverlayLayoutTest {

    private static final String DASHBOARD = "/dashboard/api/overlays";
    private static final List<String> BOXES = List.of(
            "alert",
            "goal",
            "leaderboard",
            "ticker",
            "counter",
            "qr",
            "media",
            "events",
            "chat",
            "labels",
            "follow_goal",
            "sub_goal",
            "timer");

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient dashboard = account.dashboard();
    private final Answer made = dashboard
            .post(DASHBOARD, Map.of("name", "Main scene", "widgets", List.of("tts")))
            .expect(201);
    private final String id = String.valueOf(made.at("overlay.id"));

    @Test
    void anOverlayHasTheUsualLayoutUntilAnotherIsChosen() {
        assertThat(made.at("overlay.layout.font")).isEqualTo("sans");
        assertThat(made.at("overlay.layout.text_scale")).hasToString("100");
        assertThat(made.at("overlay.layout.panel_color")).isEqualTo("#10121b");
        assertThat(made.at("overlay.layout.alert_seconds")).hasToString("6");
        assertThat(made.at("overlay.layout.goal.x")).hasToString("2.1");

        account.table()
                .write(List.of(
                        Write.update(Keys.overlay(account.tenantId(), id)).remove(Attribute.any("layout"))));
        assertThat(layout()).as("of a row that has none").isEqualTo(made.at("overlay.layout"));
    }

    @Test
    void noWidgetOfTheUsualLayoutLiesOverAnother() {
        for (String one : BOXES) {
            for (String other : BOXES.subList(0, BOXES.indexOf(one))) {
                boolean beside = ends(one, "x", "width") <= side(other, "x")
                        || ends(other, "x", "width") <= side(one, "x")
                        || ends(one, "y", "height") <= side(other, "y")
                        || ends(other, "y", "height") <= side(one, "y");
                assertThat(beside).as("%s and %s", one, other).isTrue();
            }
        }
    }

    private double ends(String widget, String from, String length) {
        return side(widget, from) + side(widget, length);
    }

    private double side(String widget, String side) {
        return Double.parseDouble(String.valueOf(made.at("overlay.layout." + widget + "." + side)));
    }

    @Test
    void ofALayoutWhatIsSentChangesAndTheRestStays() {
        change("layout", Map.of("font", "serif", "text_color", "#FFEEDD")).expect(200);
        Answer moved = change("layout", Map.of("alert", Map.of("x", new BigDecimal("10.5"), "width", 30)))
                .expect(200);

        assertThat(moved.at("overlay.layout.font")).isEqualTo("serif");
        assertThat(moved.at("overlay.layout.text_color")).isEqualTo("#FFEEDD");
        assertThat(moved.at("overlay.layout.alert.x")).hasToString("10.5");
        assertThat(moved.at("overlay.layout.alert.width")).hasToString("30");
        assertThat(moved.at("overlay.layout.alert.y")).isEqualTo(made.at("overlay.layout.alert.y"));
        assertThat(moved.at("overlay.layout.goal")).isEqualTo(made.at("overlay.layout.goal"));
        assertThat(layout()).isEqualTo(moved.at("overlay.layout"));
    }

    @Test
    void aNewOverlayCanHaveALayoutOfItsOwn() {
        Answer other = dashboard
                .post(
                        DASHBOARD,
                        Map.of("name", "Second", "layout", Map.of("text_scale", 150, "goal", box(0, 0, 100, 10))))
                .expect(201);

        assertThat(other.at("overlay.layout.text_scale")).hasToString("150");
        assertThat(Json.writeText(other.at("overlay.layout.goal")))
                .isEqualTo("{\"x\":0,\"y\":0,\"width\":100,\"height\":10}");
        assertThat(other.at("overlay.layout.alert")).isEqualTo(made.at("overlay.layout.alert"));
    }

    @Test
    void everyFieldIsRefusedByItsName() {
        refused("layout", "wide");
        refused("layout.font", "Comic Sans");
        refused("layout.font", 1);
        for (Object size : List.of(49, 201, new BigDecimal("99.5"), "100")) {
            refused("layout.text_scale", size);
        }
        for (String colour : List.of("text_color", "panel_color", "accent_color", "highlight_color")) {
            for (Object wrong : List.of("", "#fff", "#1234567", "123456", "#gggggg", "red", "url(#a)", 0)) {
                refused("layout." + colour, wrong);
            }
        }
        for (Object opacity : List.of(-1, 101, new BigDecimal("0.5"), "82")) {
            refused("layout.panel_opacity", opacity);
        }
        for (Object seconds : List.of(1, 31, new BigDecimal("2.5"), "6")) {
            refused("layout.alert_seconds", seconds);
        }
        for (Object rows : List.of(0, 41, new BigDecimal("2.5"), "6")) {
            refused("layout.panels.chat.rows", rows);
        }
        refused("layout.panels.chat.seconds", 601);
        refused("layout.panels.chat.size", 49);
        refused("layout.panels.chat.newest", "left");
        refused("layout.panels.chat.hide_bots", "yes");
        refused("layout.panels.chat.hide_commands", 1);
        for (String widget : BOXES) {
            refused("layout." + widget, List.of());
            for (String side : List.of("x", "y", "width", "height")) {
                String field = "layout." + widget + "." + side;
                for (Object wrong : List.of(-1, 101, new BigDecimal("0.25"), "10", true)) {
                    refused(field, wrong);
                }
            }
            refused("layout." + widget + ".width", new BigDecimal("1.9"));
            refused("layout." + widget + ".height", 1);
        }
    }

    @Test
    void aBoxIsWholeAndStaysOnTheOverlay() {
        for (String widget : BOXES) {
            assertThat(change("layout", Map.of(widget, box(50, 0, 51, 50)))
                            .refuses(400, "bad_request")
                            .at("field"))
                    .isEqualTo("layout." + widget + ".width");
            assertThat(change("layout", Map.of(widget, box(0, 90, 50, 11)))
                            .refuses(400, "bad_request")
                            .at("field"))
                    .isEqualTo("layout." + widget + ".height");
            assertThat(dashboard
                            .post(DASHBOARD, Map.of("name", "x", "layout", Map.of(widget, Map.of("x", 1))))
                            .refuses(400, "bad_request")
                            .at("field"))
                    .isEqualTo("layout." + widget + ".y");
        }
        assertThat(change("layout", Map.of("ticker", Map.of("x", 1)))
                        .refuses(400, "bad_request")
                        .at("field"))
                .as("with the width that it has")
                .isEqualTo("layout.ticker.width");
    }

    @Test
    void anOpenPageIsToldItsLayoutAndIsNotLoadedAnew() {
        try (TestSocket socket = opened()) {
            assertThat(Json.asObject(
                            Json.asObject(socket.next("ready").get("data")).get("overlay")))
                    .containsEntry("layout", made.at("overlay.layout"));

            Answer changed = change("layout", Map.of("font", "mono")).expect(200);
            assertThat(next(socket, "layout").get("data")).isEqualTo(changed.at("overlay.layout"));

            change("layout", Map.of("font", "mono")).expect(200);
            change("name", "Second scene").expect(200);
            account.tip("Ada");
            assertThat(next(socket, "tip.created")).containsKey("id");

            dashboard
                    .patch(DASHBOARD + "/" + id, Map.of("widgets", List.of("goal"), "layout", Map.of("font", "serif")))
                    .expect(200);
            assertThat(next(socket, "reload")).isEqualTo(Map.of("type", "reload"));
        }
    }

    @Test
    void aSoundCheckReachesThePageAndWhatItSaysIsKept() {
        account.api().post("/overlays/" + id + "/sound-check").refuses(409, "overlay_not_connected");
        try (TestSocket socket = opened()) {
            socket.next("ready");

            account.api().post("/overlays/" + id + "/sound-check").expect(200);
            assertThat(next(socket, "sound_check")).isEqualTo(Map.of("type", "sound_check"));
            socket.send(Map.of("type", "report", "data", Map.of("state", "playing")));

            await().until(() -> String.valueOf(overlay().at("overlay.report")).contains("playing"));
        }
    }

    @Test
    void aSoundCheckIsForThoseWhoManageOverlays() {
        assertThat(account.api(Scope.TTS_CONTROL)
                        .post("/overlays/" + id + "/sound-check")
                        .refuses(403, "missing_scope")
                        .at("required_scope"))
                .isEqualTo("overlays:manage");
        account.dashboard(Role.MODERATOR)
                .post(DASHBOARD + "/" + id + "/sound-check")
                .refuses(403, "missing_role");
        account.api().post("/overlays/o_00000000/sound-check").refuses(404, "not_found");
        service.newAccount().api().post("/overlays/" + id + "/sound-check").refuses(404, "not_found");
    }

    private Answer overlay() {
        return account.api().get("/overlays/" + id).expect(200);
    }

    private @Nullable Object layout() {
        return overlay().at("overlay.layout");
    }

    private Answer change(String field, Object value) {
        return dashboard.patch(DASHBOARD + "/" + id, Map.of(field, value));
    }

    /// Holds a new overlay and a change to refuse the value.
    private void refused(String path, Object value) {
        Object body = value;
        List<String> names = List.of(path.split("\\."));
        for (String name : names.reversed().subList(0, names.size() - 1)) {
            body = name.equals("x") || name.equals("y") || name.equals("width") || name.equals("height")
                    ? boxWith(name, body)
                    : Map.of(name, body);
        }
        Answer change = change("layout", body);
        Answer creation = dashboard.post(DASHBOARD, Map.of("name", "Main", "layout", body));
        assertThat(List.of(change, creation))
                .allSatisfy(
                        answer -> assertThat(answer.refuses(400, "bad_request").at("field"))
                                .as("%s for %s", path, value)
                                .isEqualTo(path));
    }

    private static Map<String, Object> boxWith(String side, Object value) {
        Map<String, Object> box = new LinkedHashMap<>(box(0, 0, 10, 10));
        box.put(side, value);
        return box;
    }

    private static Map<String, Object> box(int x, int y, int width, int height) {
        return Map.of("x", x, "y", y, "width", width, "height", height);
    }

    private TestSocket opened() {
        return TestSocket.open(service).send(Map.of("data", Map.of("overlayKey", String.valueOf(made.at("key")))));
    }

    /// The next frame of the type. Neither a `reload` nor a `layout` stands before it.
    private static Map<String, @Nullable Object> next(TestSocket socket, String type) {
        Map<String, @Nullable Object> frame = socket.next();
        while (!type.equals(frame.get("type"))) {
            assertThat(frame.get("type")).isNotIn("reload", "layout");
            frame = socket.next();
        }
        return frame;
    }
}
