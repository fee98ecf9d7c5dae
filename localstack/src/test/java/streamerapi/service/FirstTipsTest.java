package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Query;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Holds that a donor's first paid tip says that it is the first, and no other does.
@NullMarked
class FirstTipsTest {

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();
    private final ApiClient owner = account.dashboard();
    private final TestConnector card = account.connector("card_processor");
    private final AccountEvents happenings = new AccountEvents(account);
    private int payments;

    @Test
    void ofADonorsTipsTheFirstPaidOneSaysSo() {
        api.post("/tips", Map.of("name", "Ada", "amount", 5)).expect(201);
        api.post("/tips/test", Map.of("name", "Ada")).expect(201);
        pays("Ada", null);
        pays("\uff21da ", null);
        pays("Grace", null);

        assertThat(first()).containsExactly("false", "false", "true", "false", "true");
        assertThat(happenings.all("tip.created").stream()
                        .map(event ->
                                String.valueOf(Json.asObject(event.get("data")).get("is_first_tip")))
                        .toList())
                .containsExactly("false", "false", "true", "false", "true");
    }

    @Test
    void anAccountIsADonorWhateverItIsCalledAndANameWithoutOneIsAnother() {
        pays("Ada", "4711");
        pays("Ada the Second", "4711");
        pays("Ada", "4712");
        pays("Ada", null);

        assertThat(first()).containsExactly("true", "false", "true", "true");
    }

    @Test
    void aDonorWithoutANameIsNotKnown() {
        card.send("payment.captured", Map.of("payment_id", "p1", "amount", 5));
        card.send("payment.captured", Map.of("payment_id", "p2", "amount", 5));

        assertThat(first()).containsExactly("false", "false");
    }

    @Test
    void aFirstTipThatWasGivenBackWasTheFirst() {
        pays("Ada", null);
        card.send("payment.refunded", Map.of("payment_id", "p1"));
        pays("Ada", null);

        assertThat(first()).containsExactly("true", "false");
    }

    @Test
    void aHeldTipIsTheFirstIfNoneCameBeforeItIsLetIn() {
        owner.patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        pays("Ada", null);
        pays("Ada", null);
        List<String> held = owner.get("/dashboard/api/held-tips").expect(200).each("tips", "order_id");
        assertThat(held).hasSize(2);
        for (String order : held) {
            owner.post("/dashboard/api/held-tips/" + order + "/approve").expect(200);
        }

        assertThat(first()).containsExactly("true", "false");
    }

    @Test
    void ofTwoAtOnceOneIsTheFirst() {
        AtOnce.run(6, i -> card.send("payment.captured", payment("at once " + i, "Ada", null)));

        assertThat(first()).hasSize(6).containsOnlyOnce("true");
    }

    @Test
    void aReplayHasWhatItsTipHas() {
        pays("Ada", null);
        String order = api.get("/tts/queue").each("items", "order_id").getFirst();
        api.post("/tts/" + order + "/start").expect(200);
        assertThat(api.post("/tts/" + order + "/finish").expect(200).at("tip.is_first_tip"))
                .isEqualTo(true);
        api.post("/tts/" + order + "/replay").expect(200);

        assertThat(first()).containsExactly("true");
    }

    @Test
    void whoWasErasedIsKnownNoMore() {
        account.connector("alpha")
                .send(
                        "viewer.signed_in",
                        Map.of(
                                "platform_user_id",
                                "4711",
                                "login",
                                "ada",
                                "display_name",
                                "Ada",
                                "linked_accounts",
                                List.of()));
        pays("Ada", "4711");
        assertThat(account.rows("DONOR#")).hasSize(1);
        owner.delete("/dashboard/api/viewers/alpha:4711").expect(200);
        await().until(() -> account.table()
                .query(Query.of(PeopleKeys.erasures(account.tenantId()), "era_"))
                .isEmpty());
        assertThat(account.rows("DONOR#")).isEmpty();
        pays("Ada", "4711");

        assertThat(first()).containsExactly("true", "true");
    }

    private void pays(String name, @Nullable String userId) {
        payments++;
        card.send("payment.captured", payment("p" + payments, name, userId));
    }

    private static Map<String, Object> payment(String id, String name, @Nullable String userId) {
        Map<String, Object> payment = new LinkedHashMap<>(Map.of("payment_id", id, "name", name, "amount", 5));
        if (userId != null) {
            payment.put("platform", "alpha");
            payment.put("platform_user_id", userId);
        }
        return payment;
    }

    /// Whether each tip of the queue is its donor's first.
    private List<String> first() {
        return api.get("/tts/queue").expect(200).each("items", "is_first_tip");
    }
}
