package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// Chat timers in the API (spec "ChatTimer", contract "REST"). When they post is what `TimersSimulationTest` is about.
@NullMarked
class TimersTest {

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();

    @Test
    void aTimerNeedsANameAMessageAndAnIntervalAndHasTheContractsDefaults() {
        Answer made = create(Map.of("name", "Socials", "message", "Follow", "interval_minutes", 15))
                .expect(201);
        Map<String, @Nullable Object> timer = Json.asObject(made.at("timer"));
        assertThat(timer.keySet())
                .containsExactly(
                        "id",
                        "name",
                        "message",
                        "interval_minutes",
                        "interval_max_minutes",
                        "min_chat_lines",
                        "live_only",
                        "platforms",
                        "enabled",
                        "created_at",
                        "updated_at");
        assertThat(String.valueOf(timer.get("id"))).matches("tmr_[0-9a-z]{26}");
        assertThat(timer)
                .containsEntry("interval_max_minutes", null)
                .containsEntry("min_chat_lines", BigDecimal.ZERO)
                .containsEntry("live_only", true)
                .containsEntry("platforms", List.of("alpha", "beta"))
                .containsEntry("enabled", true);
        assertThat(api.get("/timers/" + timer.get("id")).expect(200).json()).isEqualTo(made.json());
    }

    @Test
    void everyFieldCanBeSetAndChanged() {
        Map<String, Object> all = Map.of(
                "name",
                "n".repeat(64),
                "message",
                "m".repeat(2_500),
                "interval_minutes",
                1,
                "interval_max_minutes",
                1_440,
                "min_chat_lines",
                1_000,
                "live_only",
                false,
                "platforms",
                List.of("beta"),
                "enabled",
                false);
        Answer made = create(all).expect(201);
        all.forEach((name, value) ->
                assertThat(String.valueOf(made.at("timer." + name))).as(name).isEqualTo(String.valueOf(value)));
        String path = "/timers/" + made.at("timer.id");
        Service.shared().clock().advance(Duration.ofSeconds(1));
        Map<String, @Nullable Object> changes = new LinkedHashMap<>();
        changes.put("name", "Other");
        changes.put("message", "Other");
        changes.put("interval_minutes", 1_440);
        changes.put("interval_max_minutes", null);
        changes.put("min_chat_lines", 0);
        changes.put("live_only", true);
        changes.put("platforms", List.of("alpha", "beta"));
        changes.put("enabled", true);
        Answer changed = api.patch(path, changes).expect(200);
        changes.forEach((name, value) ->
                assertThat(String.valueOf(changed.at("timer." + name))).as(name).isEqualTo(String.valueOf(value)));
        assertThat(api.get(path).expect(200).json()).isEqualTo(changed.json());
        assertThat(api.patch(path, changes).expect(200).json()).isEqualTo(changed.json());
    }

    @Test
    void timersAreListedOldestFirstAndDeleted() {
        String first = id("first");
        String second = id("second");
        assertThat(api.get("/timers").expect(200).each("timers", "id")).containsExactly(first, second);
        assertThat(api.delete("/timers/" + first).expect(200).json()).isEqualTo(Map.of("success", true));
        assertThat(api.get("/timers").expect(200).each("timers", "id")).containsExactly(second);
        api.get("/timers/" + first).refuses(404, "not_found");
        api.patch("/timers/" + first, Map.of("name", "x")).refuses(404, "not_found");
        api.delete("/timers/" + first).refuses(404, "not_found");
    }

    @Test
    void thereAreAtMostTwentyHoweverManyAreMadeAtOnce() {
        List<Integer> statuses = AtOnce.run(
                24,
                i -> create(Map.of("name", "t" + i, "message", "m", "interval_minutes", 5))
                        .status());
        assertThat(statuses.stream().filter(status -> status == 409).count()
                        + statuses.stream().filter(status -> status == 503).count())
                .isGreaterThanOrEqualTo(4);
        while (api.get("/timers").expect(200).each("timers", "id").size() < 20) {
            id("filled up");
        }
        create(Map.of("name", "t", "message", "m", "interval_minutes", 5)).refuses(409, "limit_reached");
        api.delete("/timers/" + api.get("/timers").at("timers.0.id")).expect(200);
        create(Map.of("name", "t", "message", "m", "interval_minutes", 5)).expect(201);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    name                 | ""
                    name                 | 1
                    message              | ""
                    interval_minutes     | 0
                    interval_minutes     | 1441
                    interval_minutes     | 1.5
                    interval_minutes     | "5"
                    interval_max_minutes | 0
                    interval_max_minutes | 1441
                    interval_max_minutes | 9
                    min_chat_lines       | -1
                    min_chat_lines       | 1001
                    live_only            | 1
                    platforms            | []
                    platforms            | ["gamma"]
                    enabled              | "no"
                    """)
    void aBadFieldIsNamed(String field, String value) {
        Map<String, @Nullable Object> body =
                new LinkedHashMap<>(Map.of("name", "t", "message", "m", "interval_minutes", 10));
        String id = String.valueOf(create(body).expect(201).at("timer.id"));
        body.put(field, Json.read(value));
        create(body).refuses(400, "bad_request").names(field);
        api.patch("/timers/" + id, Map.of(field, Objects.requireNonNull(Json.read(value))))
                .refuses(400, "bad_request")
                .names(field);
    }

    @Test
    void whatIsMissingIsNamed() {
        create(Map.of("message", "m", "interval_minutes", 10))
                .refuses(400, "bad_request")
                .names("name");
        create(Map.of("name", "t", "interval_minutes", 10))
                .refuses(400, "bad_request")
                .names("message");
        create(Map.of("name", "t", "message", "m")).refuses(400, "bad_request").names("interval_minutes");
        create(Map.of("name", "n".repeat(65), "message", "m", "interval_minutes", 1))
                .refuses(400, "bad_request")
                .names("name");
        create(Map.of("name", "n", "message", "m".repeat(2_501), "interval_minutes", 1))
                .refuses(400, "bad_request")
                .names("message");
    }

    @Test
    void aShortestIntervalAboveTheLongestIsRefusedInAChangeToo() {
        String id = String.valueOf(
                create(Map.of("name", "t", "message", "m", "interval_minutes", 5, "interval_max_minutes", 10))
                        .expect(201)
                        .at("timer.id"));
        api.patch("/timers/" + id, Map.of("interval_minutes", 11))
                .refuses(400, "bad_request")
                .names("interval_max_minutes");
    }

    @Test
    void anotherScopeDoesNotReachThem() {
        account.api(Scope.COMMANDS_MANAGE).get("/timers").refuses(403, "missing_scope");
        account.api(Scope.TIMERS_MANAGE).get("/timers").expect(200);
    }

    private String id(String name) {
        return String.valueOf(create(Map.of("name", name, "message", "m", "interval_minutes", 5))
                .expect(201)
                .at("timer.id"));
    }

    private Answer create(Map<String, ? extends @Nullable Object> timer) {
        return api.post("/timers", timer);
    }
}
