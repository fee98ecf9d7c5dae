package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/// Counters (spec "Counters", contract "REST").
@NullMarked
class CountersTest {

    private static final long LARGEST = 9_007_199_254_740_991L;

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();
    private final AccountEvents happenings = new AccountEvents(account);

    @Test
    void aCounterIsMadeSetReadAndDeleted() {
        Answer made = put("deaths", 3).expect(201);
        assertThat(made.at("counter.name")).isEqualTo("deaths");
        assertThat(made.at("counter.value")).isEqualTo(new BigDecimal(3));
        assertThat(made.at("counter.updated_at")).isEqualTo(made.at("counter.created_at"));
        assertThat(happenings.last("counter.updated")).isEqualTo(event("deaths", 3, "api"));

        Service.shared().clock().advance(Duration.ofSeconds(1));
        Answer set = put("deaths", -7).expect(200);
        assertThat(set.at("counter.value")).isEqualTo(new BigDecimal(-7));
        assertThat(set.at("counter.created_at")).isEqualTo(made.at("counter.created_at"));
        assertThat(String.valueOf(set.at("counter.updated_at")))
                .isGreaterThan(String.valueOf(made.at("counter.updated_at")));
        assertThat(happenings.last("counter.updated")).isEqualTo(event("deaths", -7, "api"));
        assertThat(api.get("/counters/deaths").expect(200).json()).isEqualTo(set.json());

        assertThat(api.delete("/counters/deaths").expect(200).json()).isEqualTo(Map.of("success", true));
        api.get("/counters/deaths").refuses(404, "not_found");
        assertThat(account.eventTypes()).containsExactly("counter.updated", "counter.updated");
    }

    @Test
    void anOpenOverlayIsToldOfARemovedCounter() {
        put("deaths", 3).expect(201);
        Answer made = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main", "widgets", List.of("counter")))
                .expect(201);
        try (TestSocket socket = TestSocket.open(Service.shared())
                .send(Map.of("data", Map.of("overlayKey", String.valueOf(made.at("key")))))) {
            socket.next("ready");
            api.delete("/counters/deaths").expect(200);
            assertThat(socket.next("counts")).isEqualTo(Map.of("type", "counts"));
        }
    }

    @Test
    void countersAreListedByName() {
        assertThat(api.get("/counters").expect(200).each("counters", "name")).isEmpty();
        List.of("wins", "a-1", "deaths", "a_1", "0", "a1")
                .forEach(name -> put(name, 1).expect(201));
        assertThat(api.get("/counters").expect(200).each("counters", "name"))
                .containsExactly("0", "a-1", "a1", "a_1", "deaths", "wins");
    }

    @Test
    void anIncrementAddsOneOrWhatItSays() {
        put("wins", 5).expect(201);
        assertThat(increment("wins", null).expect(200).at("counter.value")).isEqualTo(new BigDecimal(6));
        assertThat(increment("wins", 10).expect(200).at("counter.value")).isEqualTo(new BigDecimal(16));
        assertThat(increment("wins", -20).expect(200).at("counter.value")).isEqualTo(new BigDecimal(-4));
        assertThat(happenings.last("counter.updated")).isEqualTo(event("wins", -4, "api"));
        assertThat(values("wins")).containsExactly(5L, 6L, 16L, -4L);
    }

    @Test
    void whatChangesNothingTellsNobody() {
        put("wins", 5).expect(201);
        put("wins", 5).expect(200);
        increment("wins", 0).expect(200);
        assertThat(values("wins")).containsExactly(5L);
    }

    @Test
    void incrementsAtOnceAllCount() {
        put("wins", 100).expect(201);
        List<Answer> answers = AtOnce.run(30, i -> increment("wins", 2).expect(200));
        List<Long> sums =
                LongStream.rangeClosed(1, 30).map(i -> 100 + 2 * i).boxed().toList();
        assertThat(api.get("/counters/wins").at("counter.value")).isEqualTo(new BigDecimal(160));
        assertThat(answers)
                .extracting(
                        answer -> ((BigDecimal) Objects.requireNonNull(answer.at("counter.value"))).longValueExact())
                .containsExactlyInAnyOrderElementsOf(sums);
        assertThat(values("wins")).hasSize(31).containsAll(sums);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Deaths", "a b", "ä", "a.b"})
    void aNameOutsideThePatternIsRefused(String name) {
        String path = "/counters/"
                + java.net.URLEncoder.encode(name, java.nio.charset.StandardCharsets.UTF_8)
                        .replace("+", "%20");
        Answer refused = api.send("PUT", path, Json.write(Map.of("value", 1))).refuses(400, "bad_request");
        assertThat(refused.at("field")).isEqualTo("name");
        api.get(path).refuses(404, "not_found");
        api.delete(path).refuses(404, "not_found");
        api.post(path + "/increment", Map.of()).refuses(404, "not_found");
    }

    @Test
    void aNameHas64CharactersAtMost() {
        put("a".repeat(64), 1).expect(201);
        put("a".repeat(65), 1).refuses(400, "bad_request");
    }

    @Test
    void aValueIsAWholeNumberThatEveryReaderHolds() {
        for (Object value : List.of("3", new BigDecimal("1.5"), true, LARGEST + 1, -LARGEST - 1, List.of())) {
            Answer refused = api.send("PUT", "/counters/wins", Json.write(Map.of("value", value)))
                    .refuses(400, "bad_request");
            assertThat(refused.at("field")).as(String.valueOf(value)).isEqualTo("value");
        }
        assertThat(api.send("PUT", "/counters/wins", Json.write(Map.of()))
                        .refuses(400, "bad_request")
                        .at("field"))
                .isEqualTo("value");
        assertThat(account.events()).isEmpty();
    }

    @Test
    void aSumBeyondTheBoundsIsRefusedAndChangesNothing() {
        put("up", LARGEST).expect(201);
        put("down", -LARGEST).expect(201);
        assertThat(increment("up", null).refuses(400, "bad_request").at("field"))
                .isEqualTo("amount");
        increment("up", LARGEST).refuses(400, "bad_request");
        increment("down", -1).refuses(400, "bad_request");
        increment("down", new BigDecimal("1.5")).refuses(400, "bad_request");
        assertThat(api.get("/counters/up").at("counter.value")).isEqualTo(new BigDecimal(LARGEST));
        assertThat(increment("down", LARGEST).expect(200).at("counter.value")).isEqualTo(new BigDecimal(0));
        assertThat(account.events()).hasSize(3);
    }

    @Test
    void whatIsNotThereIsNotFound() {
        api.get("/counters/none").refuses(404, "not_found");
        api.delete("/counters/none").refuses(404, "not_found");
        increment("none", 1).refuses(404, "not_found");
        put("mine", 1).expect(201);
        Service.shared().newAccount().api().get("/counters/mine").refuses(404, "not_found");
    }

    @Test
    void thereCanBeAHundredCountersHoweverManyAreMadeAtOnce() {
        for (int i = 0; i < 95; i++) {
            put("c" + i, i).expect(201);
        }
        List<Integer> answers = AtOnce.run(15, i -> put("new" + i, i).status());
        assertThat(answers)
                .containsOnly(201, 409)
                .filteredOn(status -> status == 201)
                .hasSize(5);
        put("more", 1).refuses(409, "limit_reached");
        assertThat(api.get("/counters").expect(200).each("counters", "name")).hasSize(100);

        put("c0", 17).expect(200);
        AtOnce.run(4, i -> api.delete("/counters/c1").status());
        put("more", 1).expect(201);
        put("another", 1).refuses(409, "limit_reached");
    }

    @Test
    void ofManyWhoMakeTheSameCounterAtOnceOneMakesIt() {
        List<Integer> answers = AtOnce.run(8, i -> put("same", i).status());
        assertThat(answers)
                .containsOnly(200, 201)
                .filteredOn(status -> status == 201)
                .hasSize(1);
        assertThat(account.rows("ALLOTMENT#counters").getFirst().get(Attribute.whole("taken")))
                .isEqualTo(1);
    }

    @Test
    void itTakesTheScope() {
        ApiClient other = account.api(Scope.MEDIA_CONTROL);
        other.get("/counters").refuses(403, "missing_scope");
        other.send("PUT", "/counters/wins", Json.write(Map.of("value", 1))).refuses(403, "missing_scope");
        account.api(Scope.COUNTERS_MANAGE).get("/counters").expect(200);
    }

    @Test
    void aModeratorsChangeComesFromTheDashboard() {
        ApiClient moderator = account.dashboard(Role.MODERATOR);
        moderator
                .send("PUT", "/dashboard/api/counters/wins", Json.write(Map.of("value", 1)))
                .expect(201);
        moderator
                .post("/dashboard/api/counters/wins/increment", Map.of("amount", 4))
                .expect(200);
        Map<String, @Nullable Object> event = happenings.all().getLast();
        assertThat(event.get("data")).isEqualTo(event("wins", 5, "dashboard"));
        assertThat(Json.asObject(event.get("actor"))).containsEntry("type", "user");
        assertThat(moderator.get("/dashboard/api/counters").expect(200).each("counters", "name"))
                .containsExactly("wins");
        assertThat(moderator.get("/dashboard/api/counters/wins").expect(200).at("counter.value"))
                .isEqualTo(new BigDecimal(5));
        moderator.delete("/dashboard/api/counters/wins").expect(200);
    }

    @Test
    void aSocketBeginsWithTheCountersAndSeesThemChange() {
        put("wins", 5).expect(201);
        try (TestSocket socket = TestSocket.signIn(Service.shared(), account.apiKey())) {
            Map<String, @Nullable Object> data =
                    Json.asObject(socket.next("ready").get("data"));
            assertThat(Json.asObject(data.get("snapshot")).get("counters"))
                    .isEqualTo(api.get("/counters").at("counters"));
            increment("wins", 1).expect(200);
            assertThat(socket.next("counter.updated").get("data")).isEqualTo(event("wins", 6, "api"));
        }
        try (TestSocket socket =
                TestSocket.signIn(Service.shared(), account.newKey(java.util.Set.of(Scope.TTS_READ)))) {
            Map<String, @Nullable Object> data =
                    Json.asObject(socket.next("ready").get("data"));
            assertThat(Json.asObject(data.get("snapshot"))).doesNotContainKey("counters");
        }
    }

    private Answer put(String name, long value) {
        return api.send("PUT", "/counters/" + name, Json.write(Map.of("value", value)));
    }

    private Answer increment(String name, @Nullable Number amount) {
        return api.post("/counters/" + name + "/increment", amount == null ? Map.of() : Map.of("amount", amount));
    }

    /// The values of a counter that the events told, in the order of its changes.
    private List<Long> values(String name) {
        return happenings.all("counter.updated").stream()
                .map(event -> Json.asObject(event.get("data")))
                .filter(data -> name.equals(data.get("name")))
                .map(data -> ((BigDecimal) Objects.requireNonNull(data.get("value"))).longValueExact())
                .toList();
    }

    private static Map<String, @Nullable Object> event(String name, long value, String source) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("name", name);
        data.put("value", new BigDecimal(value));
        data.put("source", source);
        return data;
    }
}
