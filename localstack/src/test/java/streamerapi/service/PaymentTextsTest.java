package streamerapi.service;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.Query;

import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/// The texts of a payment (contract "Text from viewers"): the money is real, so they are mended rather than refused.
/// And what becomes of the money if the filter blocks them.
class PaymentTextsTest {

    private static final String MARKS = "\u0301";

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();
    private final ApiClient owner = account.dashboard();
    private final TestConnector card = account.connector("card_processor");

    @Test
    void whatReordersOrOverdrawsOtherTextIsTakenOut() {
        card.send(
                "payment.captured",
                Map.of(
                        "payment_id",
                        "p1",
                        "name",
                        "evil\u202egnp.exe",
                        "amount",
                        5,
                        "message",
                        "z" + MARKS.repeat(40) + "\u001b[31m\u0000"));
        assertThat(api.get("/tts/queue").at("items.0.name")).isEqualTo("evilgnp.exe");
        assertThat(api.get("/tts/queue").at("items.0.message")).isEqualTo("z" + MARKS.repeat(8) + " [31m ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u202e\u202d", " ", ""})
    void aNameThatShowsNothingIsAnonymous(String name) {
        card.send("payment.captured", Map.of("payment_id", "p1", "name", name, "amount", 5));
        assertThat(api.get("/tts/queue").at("items.0.name")).isEqualTo("Anonymous");
        assertThat(api.get("/leaderboard").at("entries.0.name")).isEqualTo("Anonymous");
    }

    @Test
    void aHeldPaymentWhoseTipIsBlockedIsReleased() {
        block();
        Map<String, Object> payment = Map.of("payment_id", "p1", "name", "Ada", "amount", 5, "message", "so vile");

        assertThat(card.send("payment.held", payment).at("blocked")).isEqualTo(true);
        assertThat(card.send("payment.held", payment).at("blocked"))
                .as("the same payment, told of by another message")
                .isEqualTo(true);

        await().untilAsserted(() -> assertThat(card.calls())
                .extracting(call -> call.get("action"), call -> call.get("data"))
                .containsExactly(tuple("payment.release", Map.of("payment_id", "p1"))));
        await().until(() -> account.rows("BLOCKED#").isEmpty());
        assertThat(owner.get("/dashboard/api/held-tips").each("tips", "order_id"))
                .isEmpty();
    }

    /// The donor was charged, and only the donor or the streamer can give that back.
    @Test
    void aCapturedPaymentWhoseTipIsBlockedIsNotReleased() {
        block();
        card.send("payment.captured", Map.of("payment_id", "p1", "name", "Ada", "amount", 5, "message", "so vile"));
        assertThat(account.rows("BLOCKED#")).isEmpty();
        assertThat(account.table().query(Query.of(EffectKeys.EFFECTS, account.tenantId() + "#")))
                .isEmpty();
        assertThat(card.calls()).isEmpty();
    }

    private void block() {
        owner.patch("/dashboard/api/settings", Map.of("filter", Map.of("block", List.of("vile"))))
                .expect(200);
    }
}
