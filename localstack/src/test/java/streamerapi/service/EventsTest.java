package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.events.EventType;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The history of events, test events, and events sent again (contract "GET /events/log", "POST /events/trigger",
/// "POST /events/{id}/resend").
@NullMarked
class EventsTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient api = account.api();

    @Test
    void theLogHasWhatHappenedNewestFirstPageByPage() {
        for (int i = 1; i <= 5; i++) {
            put("wins", i);
        }
        awaitLogged(5);
        List<String> all = api.get("/events/log").expect(200).each("events", "id");
        assertThat(all).hasSize(5);
        assertThat(values("/events/log?limit=2")).containsExactly("5", "4");

        List<String> paged = new ArrayList<>();
        String cursor = "";
        do {
            Answer page = api.get("/events/log?limit=2" + cursor).expect(200);
            paged.addAll(page.each("events", "id"));
            cursor = page.at("next_cursor") == null ? "" : "&before=" + page.at("next_cursor");
            assertThat(page.at("has_more")).isEqualTo(!cursor.isEmpty());
        } while (!cursor.isEmpty());
        assertThat(paged).isEqualTo(all);
    }

    @Test
    void theLogIsCutToTypesAndTimes() {
        put("wins", 1);
        Instant before = service.clock().instant();
        service.clock().advance(Duration.ofMinutes(2));
        api.post("/tts/pause").expect(200);
        Instant later = service.clock().instant().plusSeconds(1);
        service.clock().advance(Duration.ofMinutes(2));
        put("wins", 2);
        awaitLogged(3);

        assertThat(types("?type=queue.tts.paused")).containsExactly("queue.tts.paused");
        assertThat(types("?type=queue.tts.paused,counter.updated"))
                .containsExactly("counter.updated", "queue.tts.paused", "counter.updated");
        assertThat(types("?since=" + encoded(before))).containsExactly("counter.updated", "queue.tts.paused");
        assertThat(types("?until=" + encoded(later))).containsExactly("queue.tts.paused", "counter.updated");
        assertThat(types("?since=" + encoded(before) + "&until=" + encoded(later)))
                .containsExactly("queue.tts.paused");
    }

    @Test
    void theLogShowsWhatTheScopesAllow() {
        put("wins", 1);
        api.post("/tts/pause").expect(200);
        awaitLogged(2);
        ApiClient reader = account.api(Scope.TTS_READ);
        assertThat(reader.get("/events/log").expect(200).each("events", "type")).containsExactly("queue.tts.paused");
        assertThat(reader.get("/events/log?type=counter.updated")
                        .refuses(403, "missing_scope")
                        .at("required_scope"))
                .isEqualTo("counters:manage");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "type=tip.exploded",
                "type=",
                "since=yesterday",
                "until=2026",
                "limit=0",
                "before=evt_none",
                "before="
            })
    void theLogRefusesWhatItDoesNotKnow(String query) {
        assertThat(api.get("/events/log?" + query).refuses(400, "bad_request").at("field"))
                .isEqualTo(query.substring(0, query.indexOf('=')));
    }

    @Test
    void thePlusOfAnOffsetIsToBeEscaped() {
        String now = "2026-11-21T09:30:00";
        for (String zone : List.of("%2B01:00", "-01:00", "Z")) {
            api.get("/events/log?since=" + now + zone).expect(200);
        }
        assertThat(api.get("/events/log?since=" + now + "+01:00")
                        .refuses(400, "bad_request")
                        .at("error"))
                .asString()
                .endsWith("; in a query, its + is written %2B");
        assertThat(api.get("/events/log?since=2026-11-21+09:30Z")
                        .refuses(400, "bad_request")
                        .at("error"))
                .asString()
                .doesNotContain("%2B");
    }

    @ParameterizedTest
    @EnumSource(EventType.class)
    void everyTypeThatCanBeSubscribedToCanBeTriggered(EventType type) {
        Answer answer = api.post("/events/trigger", Map.of("type", type.label()));
        if (!type.subscribable()) {
            assertThat(answer.refuses(400, "bad_request").at("field")).isEqualTo("type");
            return;
        }
        String id = String.valueOf(answer.expect(202).at("event_id"));
        Map<String, @Nullable Object> envelope = logged(id);
        assertThat(envelope).containsEntry("type", type.label());
        assertThat(Json.asObject(envelope.get("data"))).containsEntry("test", true);
        assertThat(Json.asObject(envelope.get("actor"))).containsEntry("type", "api_key");
    }

    @Test
    void aTriggeredEventHasWhatWasSetAndChangesNothingElse() {
        String id = String.valueOf(api.post(
                        "/events/trigger",
                        Map.of("type", "tip.created", "data", Map.of("name", "Ada", "message", "Hi")))
                .expect(202)
                .at("event_id"));
        assertThat(Json.asObject(logged(id).get("data")))
                .containsEntry("name", "Ada")
                .containsEntry("message", "Hi")
                .containsEntry("is_paid", true);
        assertThat(api.get("/tts/queue").expect(200).each("items", "order_id")).isEmpty();
    }

    /// Overlays show it, and a key that may trigger events may not write on the stream what the filter keeps off it.
    @Test
    void theTextsOfATriggeredEventAreCleanedAsThoseOfViewers() {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("filter", Map.of("block", List.of("darn"))))
                .expect(200);

        Map<String, Object> data =
                Map.of("user_name", "darn\u202e Ada", "gift_recipients", List.of("Grace", "d\u00e4rn"));
        String id = String.valueOf(api.post("/events/trigger", Map.of("type", "alpha.gift_sub", "data", data))
                .expect(202)
                .at("event_id"));

        assertThat(Json.asObject(logged(id).get("data")))
                .containsEntry("user_name", "**** Ada")
                .containsEntry("gift_recipients", List.of("Grace", "****"));
    }

    @Test
    void theAmountsOfATriggeredEventCanHaveCents() {
        Map<String, Object> tip = Map.of("amount", new BigDecimal("12.34"), "refunded_amount", new BigDecimal("2.05"));
        String id = String.valueOf(
                api.post("/events/trigger", Map.of("type", "queue.tts.finished", "data", Map.of("tip", tip)))
                        .expect(202)
                        .at("event_id"));
        assertThat(Json.asObject(Json.asObject(logged(id).get("data")).get("tip")))
                .containsAllEntriesOf(tip);
    }

    @Test
    void aTriggeredEventHasTheSamplesFieldsAlone() {
        trigger(Map.of("nmae", "Ada"), "data.nmae");
        trigger(Map.of("name", 7), "data.name");
        trigger(Map.of("message", "x".repeat(20_000)), "data");
        assertThat(account.events()).isEmpty();
    }

    /// Clients of the documents read it like any other event, and a page of the log that holds it.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tip.created          | {"name": null}                    | data.name
            tip.created          | {"is_paid": null}                 | data.is_paid
            tip.refunded         | {"reason": "lost"}                | data.reason
            overlay.disconnected | {"reason": "lost"}                | data.reason
            overlay.disconnected | {"overlay": {"name": null}}       | data.overlay.name
            alpha.gift_sub       | {"gift_recipients": ["Ada", null]}| data.gift_recipients
            alpha.gift_sub       | {"gift_recipients": [{"a": "b"}]} | data.gift_recipients
            alpha.follow         | {"platform": "beta"}              | data.platform
            beta.sub             | {"tier": 2}                       | data.tier
            """)
    void aTriggeredEventHasNoValueThatItsTypeNeverHas(String type, String data, String field) {
        assertThat(api.send("POST", "/events/trigger", bytes("{\"type\":\"" + type + "\",\"data\":" + data + "}"))
                        .refuses(400, "bad_request")
                        .at("field"))
                .asString()
                .startsWith(field);
        assertThat(account.events()).isEmpty();
    }

    @Test
    void aTriggeredEventCanLackWhatItsTypeCanLack() {
        api.send("POST", "/events/trigger", bytes("{\"type\":\"tip.created\",\"data\":{\"amount\":null}}"))
                .expect(202);
        api.send("POST", "/events/trigger", bytes("{\"type\":\"queue.tts.released\",\"data\":{\"tip\":null}}"))
                .expect(202);
    }

    @Test
    void aNumberIsOfTheSamplesKindAndOneThatCouldNotBeReadAgainIsRefused() {
        ApiClient caller = account.api();
        caller.send("POST", "/events/trigger", bytes("{\"type\":\"counter.updated\",\"data\":{\"value\":1e100}}"))
                .refuses(400, "bad_request");
        caller.send("POST", "/events/trigger", bytes("{\"type\":\"counter.updated\",\"data\":{\"value\":0.5}}"))
                .refuses(400, "bad_request");
        caller.send("POST", "/events/trigger", bytes("{\"type\":\"tip.created\",\"data\":{\"amount\":0.125}}"))
                .refuses(400, "bad_request");
        caller.send("POST", "/events/trigger", bytes("{\"type\":\"counter.updated\",\"data\":{\"value\":7.0}}"))
                .expect(202);
        assertThat(account.events()).hasSize(1);
        api.get("/events/log").expect(200);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void trigger(Map<String, ?> data, String field) {
        assertThat(api.post("/events/trigger", Map.of("type", "tip.created", "data", data))
                        .refuses(400, "bad_request")
                        .at("field"))
                .isEqualTo(field);
    }

    @Test
    void sixtyEventsAMinuteCanBeTriggered() {
        try (Service limited = Service.start(Map.of("RATE_LIMIT_FACTOR", "1"))) {
            ApiClient caller = limited.newAccount().api();
            Instant now = limited.clock().instant();
            Instant nextMinute = now.truncatedTo(ChronoUnit.MINUTES).plus(Duration.ofMinutes(1));
            limited.clock().advance(Duration.between(now, nextMinute));
            List<Answer> answers =
                    AtOnce.run(70, i -> caller.post("/events/trigger", Map.of("type", "tipping.opened")));
            assertThat(answers).filteredOn(answer -> answer.status() == 202).hasSize(60);
            assertThat(answers)
                    .filteredOn(answer -> answer.status() != 202)
                    .allSatisfy(answer -> answer.refuses(429, "rate_limited"));
            ApiClient keyed = caller.with("Idempotency-Key", "k");
            Answer refused = keyed.post("/events/trigger", Map.of("type", "tipping.opened"))
                    .refuses(429, "rate_limited");
            assertThat(refused.headers())
                    .containsEntry("ratelimit-limit", "60")
                    .containsEntry("ratelimit-remaining", "0")
                    .containsEntry("ratelimit-reset", refused.header("Retry-After"))
                    .containsEntry("ratelimit-policy", "60;w=60");
            limited.clock().advance(Duration.ofMinutes(1));
            caller.post("/events/trigger", Map.of("type", "tipping.opened")).expect(202);
            keyed.post("/events/trigger", Map.of("type", "tipping.opened")).expect(202);
        }
    }

    @Test
    void anEventIsSentToAnEndpointThatNeverGotIt() {
        put("wins", 1);
        awaitLogged(1);
        String event = api.get("/events/log").expect(200).each("events", "id").getFirst();
        try (TestReceiver receiver = TestReceiver.open()) {
            String endpoint = endpoint(receiver.url());
            Answer answer = api.post("/events/" + event + "/resend", Map.of("endpoint_id", endpoint))
                    .expect(202);
            assertThat(answer.at("delivery.event_id")).isEqualTo(event);
            assertThat(answer.at("delivery.status")).isEqualTo("pending");
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> !receiver.received().isEmpty());
            assertThat(receiver.received().getFirst().header("service-event-id"))
                    .isEqualTo(event);
        }
    }

    @Test
    void onlyAKeptEventIsSentToAnActiveEndpoint() {
        put("wins", 1);
        awaitLogged(1);
        String event = api.get("/events/log").expect(200).each("events", "id").getFirst();
        String endpoint = endpoint("http://127.0.0.1:9/hook");
        api.post("/events/evt_none/resend", Map.of("endpoint_id", endpoint)).refuses(404, "not_found");
        api.post("/events/" + event + "/resend", Map.of("endpoint_id", "we_none"))
                .refuses(404, "not_found");
        api.post("/events/" + event + "/resend", Map.of()).refuses(400, "bad_request");
        api.patch("/webhook-endpoints/" + endpoint, Map.of("is_active", false)).expect(200);
        api.post("/events/" + event + "/resend", Map.of("endpoint_id", endpoint))
                .refuses(409, "endpoint_disabled");
    }

    private void put(String counter, int value) {
        Answer answer = api.send("PUT", "/counters/" + counter, Json.write(Map.of("value", value)));
        assertThat(answer.status()).isIn(200, 201);
    }

    /// An endpoint that asks for nothing that these tests cause.
    private String endpoint(String url) {
        Answer made = api.post("/webhook-endpoints", Map.of("url", url, "events", List.of("alpha.raid")))
                .expect(201);
        return String.valueOf(made.at("endpoint.id"));
    }

    /// Events stand in the log once the stream has told of them.
    private void awaitLogged(int events) {
        await().atMost(Duration.ofSeconds(60))
                .until(() ->
                        api.get("/events/log").expect(200).each("events", "id").size() >= events);
    }

    private Map<String, @Nullable Object> logged(String id) {
        return await().atMost(Duration.ofSeconds(60))
                .until(
                        () -> ((List<?>) Objects.requireNonNull(
                                        api.get("/events/log").expect(200).at("events")))
                                .stream()
                                        .map(Json::asObject)
                                        .filter(envelope -> id.equals(envelope.get("id")))
                                        .findFirst(),
                        found -> found.isPresent())
                .orElseThrow();
    }

    private List<String> types(String query) {
        return api.get("/events/log" + query).expect(200).each("events", "type");
    }

    private List<String> values(String path) {
        return ((List<?>) Objects.requireNonNull(api.get(path).expect(200).at("events")))
                .stream()
                        .map(envelope -> Json.asObject(Json.asObject(envelope).get("data"))
                                .get("value"))
                        .map(String::valueOf)
                        .toList();
    }

    private static String encoded(Instant time) {
        return URLEncoder.encode(time.toString(), StandardCharsets.UTF_8);
    }
}
