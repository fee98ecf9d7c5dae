package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// Overlays as people make them in the dashboard, and as software sees them (spec "Overlays", contract "Dashboard").
@NullMarked
class OverlaysTest {

    private static final String DASHBOARD = "/dashboard/api/overlays";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient api = account.api();
    private final ApiClient dashboard = account.dashboard();

    @Test
    void anOverlayGetsAKeyThatIsShownOnce() {
        Answer made = dashboard
                .post(DASHBOARD, Map.of("name", "Main scene", "width", 1280, "height", 720, "widgets", List.of("goal")))
                .expect(201);

        assertThat(String.valueOf(made.at("key"))).matches("sov_[\\w-]{43}\\w{6}");
        assertThat(made.header("Cache-Control")).isEqualTo("no-store");
        assertThat(String.valueOf(made.at("overlay.id"))).matches("o_[0-9a-f]{8}");
        assertThat(made.at("overlay.name")).isEqualTo("Main scene");
        assertThat(made.at("overlay.widgets")).isEqualTo(List.of("goal"));
        assertThat(made.at("overlay.connected")).isEqualTo(false);
        assertThat(api.get("/overlays").expect(200).at("overlays")).isEqualTo(List.of(overlay(made)));
        assertThat(api.get("/overlays/" + made.at("overlay.id")).expect(200).at("overlay"))
                .isEqualTo(overlay(made));
        assertThat(dashboard.get(DASHBOARD).expect(200).text()).doesNotContain("sov_", "hash");
    }

    @Test
    void aKeyIsStoredAsItsHashAlone() {
        String key = String.valueOf(
                dashboard.post(DASHBOARD, Map.of("name", "Main")).expect(201).at("key"));

        assertThat(account.rows(Keys.OVERLAY).toString()).doesNotContain(key);
    }

    @Test
    void whatIsNotSentHasADefault() {
        Answer made = dashboard.post(DASHBOARD, Map.of("name", "Main")).expect(201);

        assertThat(made.at("overlay.width")).hasToString("1920");
        assertThat(made.at("overlay.height")).hasToString("1080");
        assertThat(made.at("overlay.widgets")).isEqualTo(List.of());
    }

    @Test
    void anOverlayIsWhatItsFieldsSay() {
        refused("name", null);
        refused("name", " ");
        refused("name", "x".repeat(65));
        refused("width", 0);
        refused("width", 7681);
        refused("height", new BigDecimal("0.5"));
        refused("height", "1080");
        refused("widgets", "goal");
        refused("widgets", List.of("goal", "goal"));
        refused("widgets", List.of("Goal"));
        refused("widgets", List.of(""));
        refused("widgets", List.of("x".repeat(33)));
        refused("widgets", IntStream.range(0, 51).mapToObj(i -> "w" + i).toList());
    }

    @Test
    void anOverlayChangesInWhatIsSent() {
        String id = overlay("Main");

        Answer renamed =
                dashboard.patch(DASHBOARD + "/" + id, Map.of("name", "Second")).expect(200);
        assertThat(renamed.at("overlay.name")).isEqualTo("Second");
        assertThat(renamed.at("overlay.width")).hasToString("1920");
        Answer resized = dashboard
                .patch(DASHBOARD + "/" + id, Map.of("width", 800, "widgets", List.of("tts")))
                .expect(200);
        assertThat(resized.at("overlay.name")).isEqualTo("Second");
        assertThat(resized.at("overlay.height")).hasToString("1080");
        assertThat(api.get("/overlays/" + id).at("overlay")).isEqualTo(resized.at("overlay"));
        assertThat(dashboard
                        .patch(DASHBOARD + "/" + id, Map.of("name", ""))
                        .refuses(400, "bad_request")
                        .at("field"))
                .isEqualTo("name");
    }

    @Test
    void overlaysAreListedOldestFirst() {
        List<String> made =
                IntStream.range(0, 5).mapToObj(i -> overlay("Overlay " + i)).toList();

        assertThat(api.get("/overlays").each("overlays", "id")).isEqualTo(made);
    }

    @Test
    void fiftyOverlaysAreTheLimitHoweverManyAreMadeAtOnce() {
        IntStream.range(0, 40).forEach(i -> overlay("Overlay " + i));

        List<Answer> answers = AtOnce.run(20, i -> dashboard.post(DASHBOARD, Map.of("name", "More " + i)));

        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(10);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 201)
                .allSatisfy(answer -> answer.refuses(409, "limit_reached"));
        api.delete("/overlays/" + api.get("/overlays").at("overlays.0.id")).expect(200);
        overlay("One more");
    }

    @Test
    void anOverlayThatIsNotThereIsNotFound() {
        String gone = overlay("Main");
        overlay("Another one");
        api.delete("/overlays/" + gone).expect(200);

        for (String id : List.of(gone, "o_00000000", "o_", "o", "O_00000000", gone + "x")) {
            api.get("/overlays/" + id).refuses(404, "not_found");
            api.delete("/overlays/" + id).refuses(404, "not_found");
            api.post("/overlays/" + id + "/reload").refuses(404, "not_found");
            api.post("/overlays/" + id + "/celebrate").refuses(404, "not_found");
            dashboard.patch(DASHBOARD + "/" + id, Map.of("name", "x")).refuses(404, "not_found");
            dashboard.post(DASHBOARD + "/" + id + "/rotate-key").refuses(404, "not_found");
            dashboard.post(DASHBOARD + "/" + id + "/keys").refuses(404, "not_found");
        }
        service.newAccount().api().get("/overlays/" + overlay("Ours")).refuses(404, "not_found");
    }

    @Test
    void overlaysNeedTheirScope() {
        String id = overlay("Main");
        ApiClient other = account.api(Scope.TTS_READ, Scope.COUNTERS_MANAGE);

        for (Answer answer : List.of(
                other.get("/overlays"),
                other.get("/overlays/" + id),
                other.delete("/overlays/" + id),
                other.post("/overlays/celebrate"),
                other.post("/overlays/" + id + "/celebrate"),
                other.post("/overlays/" + id + "/reload"))) {
            assertThat(answer.refuses(403, "missing_scope").at("required_scope"))
                    .isEqualTo("overlays:manage");
        }
    }

    @Test
    void aModeratorDoesNotReachOverlays() {
        String id = overlay("Main");
        ApiClient moderator = account.dashboard(Role.MODERATOR);

        for (Answer answer : List.of(
                moderator.get(DASHBOARD),
                moderator.post(DASHBOARD, Map.of("name", "x")),
                moderator.patch(DASHBOARD + "/" + id, Map.of("name", "x")),
                moderator.post(DASHBOARD + "/" + id + "/rotate-key"),
                moderator.post(DASHBOARD + "/" + id + "/keys"),
                moderator.delete(DASHBOARD + "/" + id),
                moderator.post(DASHBOARD + "/celebrate"))) {
            assertThat(answer.refuses(403, "missing_role").at("required_role")).isEqualTo("super_admin");
        }
        account.dashboard(Role.SUPER_ADMIN).get(DASHBOARD + "/" + id).expect(200);
    }

    @Test
    void anOverlaysKeyManagesNoOverlays() {
        String key = String.valueOf(
                dashboard.post(DASHBOARD, Map.of("name", "Main")).expect(201).at("key"));

        new ApiClient(service.stack().authUrl(), key).get("/overlays").refuses(403, "missing_scope");
    }

    @Test
    void furtherKeysOpenTheOverlayUntilAllAreReplaced() {
        Answer made = dashboard.post(DASHBOARD, Map.of("name", "Main")).expect(201);
        String keys = DASHBOARD + "/" + made.at("overlay.id") + "/keys";
        List<String> all = new ArrayList<>(List.of(String.valueOf(made.at("key"))));
        for (int i = 0; i < 4; i++) {
            all.add(String.valueOf(dashboard.post(keys).expect(201).at("key")));
        }
        dashboard.post(keys).refuses(409, "limit_reached");
        dashboard
                .patch(DASHBOARD + "/" + made.at("overlay.id"), Map.of("name", "Other"))
                .expect(200);
        assertThat(all).doesNotHaveDuplicates().allSatisfy(key -> opens(key).expect(200));

        Object rotated = dashboard
                .post(DASHBOARD + "/" + made.at("overlay.id") + "/rotate-key")
                .expect(200)
                .at("key");
        assertThat(all).allSatisfy(key -> opens(key).expect(401));
        opens(String.valueOf(rotated)).expect(200);

        String further = String.valueOf(dashboard.post(keys).expect(201).at("key"));
        opens(further).expect(200);
        api.delete("/overlays/" + made.at("overlay.id")).expect(200);
        opens(further).expect(401);
        assertThat(account.rows(Keys.OVERLAY)).isEmpty();
    }

    private Answer opens(String key) {
        return new ApiClient(service.stack().authUrl(), key).get("/leaderboard");
    }

    @Test
    void aRotationShowsAnotherKeyAndChangesNothingElse() {
        Answer made = dashboard.post(DASHBOARD, Map.of("name", "Main")).expect(201);

        Answer rotated = dashboard
                .post(DASHBOARD + "/" + made.at("overlay.id") + "/rotate-key")
                .expect(200);

        assertThat(rotated.at("overlay")).isEqualTo(made.at("overlay"));
        assertThat(String.valueOf(rotated.at("key")))
                .matches("sov_[\\w-]{43}\\w{6}")
                .isNotEqualTo(made.at("key"));
        assertThat(rotated.header("Cache-Control")).isEqualTo("no-store");
    }

    @Test
    void rotationsAtOnceLeaveOneKey() {
        String id = overlay("Main");

        AtOnce.run(8, i -> dashboard.post(DASHBOARD + "/" + id + "/rotate-key").expect(200));

        assertThat(account.rows(Keys.OVERLAY + id).getFirst().get(Attribute.whole("revision")))
                .isEqualTo(8);
        api.delete("/overlays/" + id).expect(200);
        assertThat(account.rows(Keys.OVERLAY)).isEmpty();
    }

    @Test
    void aCelebrationIsOneThatThereIs() {
        String id = overlay("Main");

        for (String path : List.of("/overlays/" + id + "/celebrate", "/overlays/celebrate")) {
            assertThat(api.post(path, Map.of("effect", "rain"))
                            .refuses(400, "bad_request")
                            .at("field"))
                    .isEqualTo("effect");
            for (Object seconds : List.of(0, 31, new BigDecimal("1.5"), "5")) {
                assertThat(api.post(path, Map.of("seconds", seconds))
                                .refuses(400, "bad_request")
                                .at("field"))
                        .isEqualTo("seconds");
            }
        }
    }

    @Test
    void withNobodyThereACelebrationReachesNobody() {
        String id = overlay("Main");

        assertThat(api.post("/overlays/celebrate").expect(200).at("overlays")).hasToString("0");
        api.post("/overlays/" + id + "/celebrate").expect(200);
        api.post("/overlays/" + id + "/reload").expect(200);
    }

    private void refused(String field, @Nullable Object value) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>(Map.of("name", "Main"));
        body.put(field, value);
        assertThat(dashboard.post(DASHBOARD, body).refuses(400, "bad_request").at("field"))
                .isEqualTo(field);
    }

    private String overlay(String name) {
        return String.valueOf(
                dashboard.post(DASHBOARD, Map.of("name", name)).expect(201).at("overlay.id"));
    }

    private static Object overlay(Answer made) {
        return Objects.requireNonNullElse(made.at("overlay"), Collections.emptyMap());
    }
}
