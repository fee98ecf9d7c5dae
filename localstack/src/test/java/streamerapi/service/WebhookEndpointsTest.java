package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.events.EventType;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/// Webhook endpoints: made, shown, listed and taken away (spec "Webhook endpoints", contract "REST").
@NullMarked
class WebhookEndpointsTest {

    private static final String URL = "https://example.com/hook";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient api = account.api();

    @Test
    void anEndpointIsMadeWithASecretThatIsShownThisOnce() {
        Answer created = create(Map.of("url", URL, "description", "Mine", "events", List.of("tip.created")))
                .expect(201);

        Map<String, @Nullable Object> endpoint = Json.asObject(created.at("endpoint"));
        assertThat(endpoint)
                .containsEntry("url", URL)
                .containsEntry("description", "Mine")
                .containsEntry("events", List.of("tip.created"))
                .containsEntry("is_active", true)
                .containsEntry("disabled_reason", null)
                .containsEntry("consecutive_failures", BigDecimal.ZERO)
                .containsEntry("last_success_at", null)
                .containsEntry("last_failure_at", null);
        assertThat(String.valueOf(endpoint.get("id"))).startsWith("we_");
        String secret = String.valueOf(created.at("secret"));
        assertThat(secret).startsWith("whsec_");
        assertThat(Base64.getDecoder().decode(secret.substring("whsec_".length())))
                .hasSize(32);

        Answer shown = api.get("/webhook-endpoints/" + endpoint.get("id")).expect(200);
        Answer listed = api.get("/webhook-endpoints").expect(200);

        assertThat(shown.json()).isEqualTo(Map.of("endpoint", endpoint));
        assertThat(listed.json()).isEqualTo(Map.of("endpoints", List.of(endpoint)));
        assertThat(shown.text() + listed.text()).doesNotContain("whsec_");
        assertThat(account.events()).isEmpty();
    }

    @Test
    void everyEndpointHasASecretOfItsOwn() {
        List<Object> secrets = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            secrets.add(String.valueOf(create(Map.of("url", URL)).expect(201).at("secret")));
        }
        assertThat(secrets).doesNotHaveDuplicates();
    }

    @Test
    void endpointsAreListedOldestFirst() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            ids.add(newEndpoint());
        }

        assertThat(api.get("/webhook-endpoints").each("endpoints", "id")).isEqualTo(ids);
        assertThat(service.newAccount().api().get("/webhook-endpoints").each("endpoints", "id"))
                .isEmpty();
    }

    @Test
    void anEndpointThatIsDeletedIsGone() {
        String id = newEndpoint();
        String kept = newEndpoint();

        assertThat(api.delete("/webhook-endpoints/" + id).expect(200).json()).isEqualTo(Map.of("success", true));

        api.get("/webhook-endpoints/" + id).refuses(404, "not_found");
        api.get("/webhook-endpoints/" + id + "/deliveries").refuses(404, "not_found");
        api.delete("/webhook-endpoints/" + id).refuses(404, "not_found");
        assertThat(api.get("/webhook-endpoints").each("endpoints", "id")).containsExactly(kept);
    }

    @Test
    void whatIsNoEndpointOfTheAccountIsNotFound() {
        String elsewhere = String.valueOf(service.newAccount()
                .api()
                .post("/webhook-endpoints", Map.of("url", URL))
                .expect(201)
                .at("endpoint.id"));

        for (String id : List.of(
                elsewhere, "we_", "we_01kaj5hvqk4c7y2m9r1x6t0n8z", "socket_x", "x", "we_" + "x".repeat(2_000))) {
            api.get("/webhook-endpoints/" + id).refuses(404, "not_found");
            api.delete("/webhook-endpoints/" + id).refuses(404, "not_found");
            api.get("/webhook-endpoints/" + id + "/deliveries").refuses(404, "not_found");
        }
    }

    @Test
    void anEndpointIsSubscribedToWhatItNames() {
        assertThat(events(Map.of("url", URL))).isEqualTo(List.of("*"));
        assertThat(events(Map.of("url", URL, "events", List.of("*")))).isEqualTo(List.of("*"));
        List<String> all = Arrays.stream(EventType.values())
                .filter(EventType::subscribable)
                .map(EventType::label)
                .toList();
        assertThat(events(Map.of("url", URL, "events", all))).isEqualTo(all);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                arguments("{}", "url"),
                arguments("{\"url\":null}", "url"),
                arguments("{\"url\":\"\"}", "url"),
                arguments("{\"url\":7}", "url"),
                arguments("{\"url\":[\"https://example.com\"]}", "url"),
                arguments("{\"url\":\"https://example.com/" + "x".repeat(2_040) + "\"}", "url"),
                arguments("{\"url\":\"" + URL + "\",\"description\":7}", "description"),
                arguments("{\"url\":\"" + URL + "\",\"description\":\"" + "x".repeat(201) + "\"}", "description"),
                arguments("{\"url\":\"" + URL + "\",\"events\":\"*\"}", "events"),
                arguments("{\"url\":\"" + URL + "\",\"events\":[]}", "events"),
                arguments("{\"url\":\"" + URL + "\",\"events\":[7]}", "events"),
                arguments("{\"url\":\"" + URL + "\",\"events\":[null]}", "events"),
                arguments("{\"url\":\"" + URL + "\",\"events\":[\"tip.vanished\"]}", "events"),
                arguments("{\"url\":\"" + URL + "\",\"events\":[\"TIP.CREATED\"]}", "events"),
                arguments("{\"url\":\"" + URL + "\",\"events\":[\"tip.*\"]}", "events"),
                arguments("{\"url\":\"" + URL + "\",\"events\":[\"ping\"]}", "events"),
                arguments("{\"url\":\"" + URL + "\",\"events\":[\"warning\"]}", "events"),
                arguments("{\"url\":\"" + URL + "\",\"events\":[\"*\",\"warning\"]}", "events"),
                arguments("{\"url\":\"" + URL + "\",\"events\":[\"tip.created\",\"ping\"]}", "events"),
                arguments("{\"url\":\"" + URL + "\",\"events\":[\"" + "x".repeat(63) + "😀\"]}", "events"),
                arguments("{\"url\":\"" + URL + "\",\"events\":[\"\\ud83d\"]}", "events"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void aFieldOutsideItsRulesIsRefusedByItsName(String body, String field) {
        Answer refused = api.send("POST", "/webhook-endpoints", body.getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .refuses(400, "bad_request");

        assertThat(refused.at("field")).isEqualTo(field);
        assertThat(api.get("/webhook-endpoints").each("endpoints", "id")).isEmpty();
    }

    @Test
    void anAccountHasAtMostTwentyEvenOfManyMadeAtOnce() {
        List<Answer> answers = AtOnce.run(40, i -> create(Map.of("url", URL + "/" + i)));

        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(20);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 201)
                .hasSize(20)
                .allSatisfy(answer -> answer.refuses(409, "limit_reached"));
        List<String> ids = api.get("/webhook-endpoints").each("endpoints", "id");
        assertThat(ids).hasSize(20);

        api.delete("/webhook-endpoints/" + ids.getFirst()).expect(200);
        newEndpoint();
        create(Map.of("url", URL)).refuses(409, "limit_reached");
    }

    @Test
    void anEndpointDeletedByManyAtOnceMakesRoomForOne() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ids.add(newEndpoint());
        }

        List<Answer> answers = AtOnce.run(8, i -> api.delete("/webhook-endpoints/" + ids.getFirst()));

        assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
        newEndpoint();
        create(Map.of("url", URL)).refuses(409, "limit_reached");
    }

    @Test
    void deliveriesAreShownNewestFirstPageByPageAndByStatus() {
        try (TestReceiver receiver = TestReceiver.open().answering(d -> d.text().contains("Bad") ? 500 : 200)) {
            String id = String.valueOf(
                    create(Map.of("url", receiver.url())).expect(201).at("endpoint.id"));
            for (String name : List.of("Ada", "Bad", "Cyd", "Bad", "Eve")) {
                account.tip(name);
            }
            String path = "/webhook-endpoints/" + id + "/deliveries";
            await().untilAsserted(() -> assertThat(api.get(path).expect(200).each("deliveries", "response_status"))
                    .containsExactlyInAnyOrder("200", "200", "200", "500", "500"));

            List<String> events = new ArrayList<>(account.events().stream()
                    .map(event -> String.valueOf(Json.asObject(Json.read(event)).get("id")))
                    .toList());
            List<String> newestFirst = events.reversed();
            assertThat(walk(path, 2, "")).isEqualTo(newestFirst);
            assertThat(walk(path, 1, "&status=succeeded"))
                    .containsExactly(newestFirst.get(0), newestFirst.get(2), newestFirst.get(4));
            assertThat(walk(path, 1, "&status=pending")).containsExactly(newestFirst.get(1), newestFirst.get(3));
            assertThat(walk(path, 5, "&status=failed")).isEmpty();

            Map<String, @Nullable Object> delivered =
                    Json.asObject(api.get(path + "?limit=1").at("deliveries.0"));
            assertThat(delivered)
                    .containsEntry("event_type", "tip.created")
                    .containsEntry("status", "succeeded")
                    .containsEntry("attempts", BigDecimal.ONE)
                    .containsEntry("next_attempt_at", null)
                    .containsEntry("error", null);
            assertThat(delivered.get("id"))
                    .isEqualTo(receiver.received().stream()
                            .filter(d -> d.text().contains("Eve"))
                            .findFirst()
                            .orElseThrow()
                            .header("Service-Delivery"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit=0",
                "limit=101",
                "limit=abc",
                "status=lost",
                "status=",
                "before=wd_x",
                "before=",
                "before=wd_01kaj5hvqk4c7y2m9r1x6t0n8z01kaj5hvqk4c7y2m9r1x6t0n8z",
                "before=evt_01kaj5hvqk4c7y2m9r1x6t0n8z"
            })
    void aPageOfDeliveriesThatIsAskedForWronglyIsRefused(String query) {
        Answer refused = api.get("/webhook-endpoints/" + newEndpoint() + "/deliveries?" + query)
                .refuses(400, "bad_request");

        assertThat(refused.at("field")).isEqualTo(query.substring(0, query.indexOf('=')));
    }

    @Test
    void aCursorOfAnotherEndpointIsRefused() {
        try (TestReceiver receiver = TestReceiver.open()) {
            String id = String.valueOf(
                    create(Map.of("url", receiver.url())).expect(201).at("endpoint.id"));
            account.tip("Ada");
            String path = "/webhook-endpoints/" + id + "/deliveries";
            await().untilAsserted(() ->
                    assertThat(api.get(path).each("deliveries", "id")).hasSize(1));
            String cursor = api.get(path).each("deliveries", "id").getFirst();

            api.get(path + "?before=" + cursor).expect(200);
            api.get("/webhook-endpoints/" + newEndpoint() + "/deliveries?before=" + cursor)
                    .refuses(400, "bad_request");
        }
    }

    private List<String> walk(String path, int limit, String filter) {
        List<String> events = new ArrayList<>();
        @Nullable Object next = null;
        do {
            Answer page = api.get(path + "?limit=" + limit + filter + (next == null ? "" : "&before=" + next))
                    .expect(200);
            List<String> ids = page.each("deliveries", "event_id");
            assertThat(ids).hasSizeLessThanOrEqualTo(limit);
            events.addAll(ids);
            next = page.at("next_cursor");
            assertThat(page.at("has_more")).isEqualTo(next != null);
        } while (next != null);
        return events;
    }

    private Answer create(Map<String, ?> body) {
        return api.post("/webhook-endpoints", new LinkedHashMap<>(body));
    }

    private String newEndpoint() {
        return String.valueOf(create(Map.of("url", URL)).expect(201).at("endpoint.id"));
    }

    private Object events(Map<String, ?> body) {
        return List.copyOf(
                (List<?>) Objects.requireNonNull(create(body).expect(201).at("endpoint.events")));
    }
}
