package streamerapi.service;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;
import streamerapi.speech.Renders;

import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// Tips are spoken (contract "Overlays' own rights", `tip.tts_ready`).
class SpeechTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @Test
    void aTipIsSpokenAndItsAddressAnnounced() throws Exception {
        String orderId = tip("Ada", 5, "Hello there, and good luck with the last boss");

        render(orderId);

        String address = address(orderId);
        assertThat(address).matches(service.stack().authUrl() + "/audio/" + orderId + "/[0-9a-f]{32}\\.wav");
        assertThat(account.eventTypes()).containsExactly("tip.created", "tip.tts_ready");
        assertThat(Json.asObject(
                        Json.asObject(Json.read(account.events().getLast())).get("data")))
                .containsEntry("order_id", orderId)
                .containsEntry("tts_url", address);
        Recording recording = Recording.of(address);
        assertThat(recording.seconds()).isBetween(2.5, 12.0);
        assertThat(recording.loudness()).as("of 32,767").isGreaterThan(500);
    }

    @Test
    void anAddressLeadsToTheAudioAndIsNoneItself() throws Exception {
        String orderId = tip("Ada", 5, null);
        render(orderId);
        WebClient web = new WebClient(service.stack().authUrl());
        String path = URI.create(address(orderId)).getPath();

        Answer answer = web.get(path).expect(302);

        assertThat(answer.header("Location")).contains("X-Amz-Expires=300", "X-Amz-Signature=");
        assertThat(answer.header("Cache-Control")).isEqualTo("private, max-age=240");
        web.get(path.replace(".wav", ".exe")).expect(404);
        web.get("/audio/" + orderId + "/../secret").expect(404);
        String unsigned =
                URI.create(Objects.requireNonNull(answer.header("Location"))).getPath();
        web.get(unsigned).expect(403);
    }

    @Test
    void aTipIsRenderedOnceHoweverOftenItIsAskedFor() throws FunctionError {
        String orderId = tip("Ada", 5, "Hello");
        render(orderId);
        render(orderId);
        assertThat(account.eventTypes()).containsExactly("tip.created", "tip.tts_ready");
        assertThat(characters()).isEqualTo("Ada tipped five dollars. Hello".length());
    }

    @Test
    void theSameWordsAreSpokenOnceAndCountOnce() throws FunctionError {
        String first = tip("Ada", 5, "gg");
        String second = tip("Ada", 5, "gg");
        render(first);
        render(second);
        api().post("/tts/" + first + "/start").expect(200);
        api().post("/tts/" + first + "/finish").expect(200);
        api().post("/tts/" + first + "/replay").expect(200);
        String replay = String.valueOf(api().get("/tts/queue").at("items.1.order_id"));
        render(replay);

        assertThat(replay).startsWith("replay_");
        assertThat(file(second)).isEqualTo(file(first));
        assertThat(file(replay)).isEqualTo(file(first));
        assertThat(address(replay)).contains("/audio/" + replay + "/");
        assertThat(characters()).isEqualTo("Ada tipped five dollars. gg".length());
    }

    @Test
    void whereNothingCanBeSaidThereIsNoAddressAndNoEvent() throws FunctionError {
        String orderId = String.valueOf(api().post("/tips", Map.of("name", "\uD83D\uDE00", "message", "!!!"))
                .expect(201)
                .at("tip.order_id"));
        render(orderId);
        assertThat(account.eventTypes()).containsExactly("tip.created");
        assertThat(characters()).isZero();
    }

    @Test
    void otherScriptsAreSpokenToo() throws Exception {
        String orderId = tip("Привет", 5, "你好 – שלום – café");
        render(orderId);
        assertThat(Recording.of(address(orderId)).seconds()).isGreaterThan(1);
    }

    @Test
    void whatViewersWriteIsSpokenHarmlessly() throws Exception {
        settings(Map.of("max_characters", 120));
        List<HostileTip> tips = HostileTip.all();
        assertThat(tips).hasSize(60);
        for (HostileTip tip : tips) {
            String orderId =
                    String.valueOf(api().post("/tips/test", Map.of("name", tip.name(), "message", tip.message()))
                            .expect(201)
                            .at("tip.order_id"));
            render(orderId);
            assertThat(Recording.of(address(orderId)).seconds())
                    .as(tip.toString())
                    .isBetween(0.5, 60.0);
        }
        assertThat(account.eventTypes()).doesNotContain("warning");
    }

    @Test
    void aTipThatHasLeftTheQueueIsNotSpoken() throws FunctionError {
        String orderId = tip("Ada", 5, "Hello");
        api().delete("/tts/" + orderId).expect(200);
        render(orderId);
        render("tip_1763693883123_0h5m8z4q2w9x7y3k");
        assertThat(account.eventTypes()).containsExactly("tip.created", "queue.tts.removed");
    }

    @Test
    void atTheMonthsLimitTipsStaySilentAndAWarningSaysSo() throws FunctionError {
        settings(Map.of("characters_limit", 40));
        render(tip("Ada", 5, "Hello"));
        String silent = tip("Ada", 5, "Good evening");
        render(silent);
        render(tip("Ada", 5, "Good night"));

        assertThat(account.eventTypes())
                .containsExactly("tip.created", "tip.tts_ready", "tip.created", "warning", "tip.created");
        assertThat(warning())
                .containsEntry("code", "speech_limit_reached")
                .containsEntry("characters_used", new BigDecimal(30))
                .containsEntry("characters_limit", new BigDecimal(40));
        api().post("/tts/" + silent + "/start").expect(200);
    }

    @Test
    void aVoiceThatThereIsNotLeavesTipsSilentAndIsSaid() throws FunctionError {
        settings(Map.of("voice", "Nobody"));
        String orderId = tip("Ada", 5, "Hello");
        render(orderId);
        assertThat(warning())
                .containsEntry("code", "speech_refused")
                .containsEntry("reason", "ValidationException")
                .containsEntry("voice", "none/Nobody");
        api().post("/tts/" + orderId + "/start").expect(200);
        assertThat(characters()).isZero();
    }

    @Test
    void afterThirtyDaysTheHistoryHasNoAddress() throws FunctionError {
        String orderId = tip("Ada", 5, "Hello");
        render(orderId);
        api().post("/tts/" + orderId + "/start").expect(200);
        api().post("/tts/" + orderId + "/finish").expect(200);
        assertThat(api().get("/tts/history").at("tips.0.tts_url")).isNotNull();

        account.table()
                .write(List.of(Write.update(Keys.tip(account.tenantId(), orderId))
                        .set(Attribute.any("tts_until"), service.clock().instant())));

        assertThat(api().get("/tts/history").at("tips.0.tts_url")).isNull();
    }

    /// The document says so of every list, and the audio's object is gone one day.
    @Test
    void afterThirtyDaysATipThatStillWaitsHasNoAddress() throws FunctionError {
        String orderId = tip("Ada", 5, "Hello");
        render(orderId);
        assertThat(api().get("/tts/queue").at("items.0.tts_url")).isNotNull();

        account.table()
                .write(List.of(Write.update(Keys.tip(account.tenantId(), orderId))
                        .set(Attribute.any("tts_until"), service.clock().instant())));

        assertThat(api().get("/tts/queue").at("items.0.tts_url")).isNull();
        assertThat(api().post("/tts/" + orderId + "/start").expect(200).at("tip.tts_url"))
                .isNull();
        assertThat(api().get("/tts/now").at("tip.tts_url")).isNull();
        api().post("/tts/" + orderId + "/release").expect(200);
        api().delete("/tts/" + orderId).expect(200);
        assertThat(account.dashboard().get("/dashboard/api/removed-tips").at("tips.0.tts_url"))
                .isNull();
    }

    private ApiClient api() {
        return account.api();
    }

    private String tip(String name, int amount, @Nullable String message) {
        Map<String, Object> body = message == null
                ? Map.of("name", name, "amount", amount, "currency", "USD")
                : Map.of("name", name, "amount", amount, "currency", "USD", "message", message);
        return String.valueOf(api().post("/tips", body).expect(201).at("tip.order_id"));
    }

    private void settings(Map<String, ?> tts) {
        account.table()
                .write(List.of(Write.update(Keys.profile(account.tenantId())).set(Attribute.any("tts"), tts)));
    }

    private String address(String orderId) {
        return Objects.requireNonNull(row(orderId).find(Attribute.text("tts_url")), "tts_url");
    }

    private String file(String orderId) {
        return address(orderId).replaceAll(".*/", "");
    }

    private Row row(String orderId) {
        return Objects.requireNonNull(account.table().get(Keys.tip(account.tenantId(), orderId)));
    }

    private long characters() {
        return account.rows("SPEECH#").stream()
                .mapToLong(row -> row.get(Attribute.whole("characters")))
                .sum();
    }

    private Map<String, @Nullable Object> warning() {
        return account.events().stream()
                .map(text -> Json.asObject(Json.read(text)))
                .filter(event -> "warning".equals(event.get("type")))
                .map(event -> Json.asObject(event.get("data")))
                .findFirst()
                .orElseThrow();
    }

    /// Hands a tip's id to the function, as the queue does.
    private void render(String orderId) throws FunctionError {
        String body =
                Json.writeText(Map.of(Renders.TASK, Map.of("tenant_id", account.tenantId(), "order_id", orderId)));
        byte[] answer = service.stack()
                .invoke(
                        "WorkerFunction",
                        Json.write(Map.of("Records", List.of(Map.of("messageId", "one", "body", body)))));
        assertThat(new String(answer, StandardCharsets.UTF_8)).isEqualTo("{\"batchItemFailures\":[]}");
    }
}
