package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// The filter on every way in (contract "Tips").
@NullMarked
class TipFilterTest {

    private static final int LARGEST_EVENT = 32 * 1024;

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();
    private final ApiClient dashboard = account.dashboard();
    private final AccountEvents happenings = new AccountEvents(account);

    @ParameterizedTest
    @ValueSource(strings = {"/tips", "/tips/test", "/dashboard/api/manual-tips"})
    void aWordIsReplacedInNameAndMessage(String path) {
        filter(List.of("darn", "Heck"), List.of());
        Answer created = on(path).post(path, Map.of("name", "hеck", "amount", 5, "message", "That jump was DARN good"))
                .expect(201);

        assertThat(Json.asObject(created.at("tip")))
                .containsEntry("name", "****")
                .containsEntry("message", "That jump was **** good")
                .containsEntry("name_was_filtered", true)
                .containsEntry("message_was_filtered", true);
        assertThat(api.get("/tts/queue").at("items.0")).isEqualTo(created.at("tip"));
        assertThat(account.eventTypes()).containsExactly("tip.filtered", "tip.created");
        assertThat(data("tip.created"))
                .containsEntry("message", "That jump was **** good")
                .containsEntry("name_was_filtered", true);
        assertThat(data("tip.filtered"))
                .containsEntry("order_id", created.at("tip.order_id"))
                .containsEntry("name", "****")
                .containsEntry("original_name", "hеck")
                .containsEntry("amount", new BigDecimal(5))
                .containsEntry("currency", "EUR")
                .containsEntry("message", "That jump was **** good")
                .containsEntry("original_message", "That jump was DARN good")
                .containsEntry("matched_words", List.of("Heck", "darn"))
                .containsEntry("reasoning", "The name and the message have words that the streamer replaces.");
    }

    @ParameterizedTest
    @CsvSource({
        "sukka, 'ты сукка да', 'ты ***** да'",
        "baka, ばか, **",
        "baka, 'oh バカ !', 'oh ** !'",
        "malaka, μαλάκα, ******",
        "babo, 바보, **",
        "сукка, 'you sukka', 'you *****'",
        "bad dog, 'бад дог', '*** ***'"
    })
    void aWordIsReplacedThatWouldBeHeardInAnotherScript(String listed, String message, String left) {
        filter(List.of(listed), List.of());
        Answer created = api.post("/tips", Map.of("name", "Ada", "amount", 5, "message", message))
                .expect(201);
        assertThat(created.at("tip.message")).isEqualTo(left);
        assertThat(data("tip.filtered")).containsEntry("matched_words", List.of(listed));
    }

    @Test
    void aWordThatWouldBeHeardKeepsATipOut() {
        filter(List.of(), List.of("sukka"));
        api.post("/tips", Map.of("name", "Сукка", "amount", 5)).refuses(422, "tip_blocked");
        assertThat(data("tip.blocked")).containsEntry("blocked_words", List.of("sukka"));
        api.post("/tips", Map.of("name", "Сука Иванова", "message", "Привет", "amount", 5))
                .expect(201);
    }

    @Test
    void whatWasFilteredIsToldOfNameAndMessageEach() {
        filter(List.of("darn"), List.of());
        Answer created =
                api.post("/tips", Map.of("name", "Ada", "message", "darn")).expect(201);

        assertThat(Json.asObject(created.at("tip")))
                .containsEntry("name", "Ada")
                .containsEntry("name_was_filtered", false)
                .containsEntry("message_was_filtered", true);
        assertThat(data("tip.filtered"))
                .containsEntry("reasoning", "The message has a word that the streamer replaces.");
    }

    @Test
    void aTipWithoutAMessageStaysWithoutOne() {
        filter(List.of("darn"), List.of());

        assertThat(api.post("/tips", Map.of("name", "darn")).expect(201).at("tip.message"))
                .isNull();
        assertThat(data("tip.filtered")).containsEntry("message", null).containsEntry("original_message", null);
    }

    @Test
    void aTipWithoutAListedWordComesInAsItIs() {
        filter(List.of("darn"), List.of("spoiler"));
        Answer created = api.post("/tips", Map.of("name", "Darnell", "message", "spoilers!"))
                .expect(201);

        assertThat(Json.asObject(created.at("tip")))
                .containsEntry("name", "Darnell")
                .containsEntry("message", "spoilers!")
                .containsEntry("name_was_filtered", false)
                .containsEntry("message_was_filtered", false);
        assertThat(account.eventTypes()).containsExactly("tip.created");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/tips", "/tips/test", "/dashboard/api/manual-tips"})
    void aBlockedTipIsToldOfAndReachesNoQueue(String path) {
        filter(List.of("get"), List.of("cheap followers"));
        on(path).post(path, Map.of("name", "bargain_bot", "amount", 1, "message", "Get cheap followers today"))
                .refuses(422, "tip_blocked");

        assertThat(account.eventTypes()).containsExactly("tip.blocked");
        assertThat(data("tip.blocked"))
                .containsEntry("name", "bargain_bot")
                .containsEntry("amount", new BigDecimal(1))
                .containsEntry("currency", "EUR")
                .containsEntry("message", "Get cheap followers today")
                .containsEntry("blocked_words", List.of("cheap followers"))
                .containsEntry("reasoning", "The message has a word that the streamer blocks.");
        assertThat(account.rows("TIP#")).isEmpty();
        assertThat(api.get("/tts/queue").each("items", "order_id")).isEmpty();
    }

    @Test
    void aBlockedTipLeavesItsReferenceFree() {
        filter(List.of(), List.of("spoiler"));
        api.post("/tips", Map.of("name", "Ada", "message", "spoiler", "external_ref", "7"))
                .refuses(422, "tip_blocked");

        Object orderId = api.post("/tips", Map.of("name", "Ada", "external_ref", "7"))
                .expect(201)
                .at("tip.order_id");
        assertThat(api.post("/tips", Map.of("name", "Ada", "message", "spoiler", "external_ref", "7"))
                        .refuses(409, "duplicate_external_ref")
                        .at("order_id"))
                .isEqualTo(orderId);
        assertThat(account.eventTypes()).containsExactly("tip.blocked", "tip.created");
    }

    @Test
    void aBlockedTipSentAgainUnderItsKeyIsToldOfOnce() {
        filter(List.of(), List.of("spoiler"));
        ApiClient keyed = api.with("Idempotency-Key", "first");
        Map<String, String> tip = Map.of("name", "Ada", "message", "spoiler");

        Answer first = keyed.post("/tips", tip).refuses(422, "tip_blocked");
        Answer second = keyed.post("/tips", tip).refuses(422, "tip_blocked");
        assertThat(second.text()).isEqualTo(first.text());
        assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(account.eventTypes()).containsExactly("tip.blocked");
    }

    @Test
    void aBlockedWordWinsOverOneThatHolds() {
        hold(List.of("darn"), List.of("spoiler"));
        api.post("/tips", Map.of("name", "darn", "message", "spoiler")).refuses(422, "tip_blocked");

        assertThat(account.eventTypes()).containsExactly("tip.blocked");
    }

    @Test
    void theLongestListsAndTheLongestMessageFitAnEvent() {
        List<String> letters = IntStream.range(0, 90)
                .mapToObj(i -> Character.toString(0x4E00 + i))
                .toList();
        String unseen = "\u200B".repeat(410);
        String message = String.join("", letters) + unseen;
        filter(letters.stream().map(letter -> "\u200B".repeat(63) + letter).toList(), List.of());

        Answer created =
                api.post("/tips", Map.of("name", "Ada", "message", message)).expect(201);
        assertThat(created.at("tip.message")).isEqualTo("*".repeat(90) + unseen);
        assertThat((List<?>) data("tip.filtered").get("matched_words")).hasSize(50);
        assertThat(account.events())
                .allSatisfy(event ->
                        assertThat(event.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(LARGEST_EVENT));
    }

    private ApiClient on(String path) {
        return path.startsWith("/dashboard") ? dashboard : api;
    }

    private void filter(List<String> replace, List<String> block) {
        dashboard
                .patch("/dashboard/api/settings", Map.of("filter", Map.of("replace", replace, "block", block)))
                .expect(200);
    }

    private void hold(List<String> replace, List<String> block) {
        filter(replace, block);
        dashboard
                .patch("/dashboard/api/settings", Map.of("filter", Map.of("on_match", "hold")))
                .expect(200);
    }

    private Map<String, @Nullable Object> data(String type) {
        return Json.asObject(happenings.all(type).getLast().get("data"));
    }
}
