package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// `POST /tips/test`.
@NullMarked
class TestTipsTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient api = account.api();
    private final AccountEvents happenings = new AccountEvents(account);

    @Test
    void aTestTipHasADefaultForEveryField() {
        for (String body : List.of("", "{}", "{\"name\":null,\"amount\":null,\"message\":null}")) {
            Map<String, @Nullable Object> tip =
                    Json.asObject(api.postText("/tips/test", body).expect(201).at("tip"));

            assertThat(tip)
                    .containsEntry("source", "test")
                    .containsEntry("is_paid", false)
                    .containsEntry("external_source", null)
                    .containsEntry("external_ref", null);
            assertThat(String.valueOf(tip.get("name"))).isNotBlank();
            assertThat((BigDecimal) tip.get("amount")).isPositive();
            assertThat(String.valueOf(tip.get("message"))).isNotBlank();
        }
        assertThat(happenings.last("tip.created")).containsEntry("source", "test");
    }

    @Test
    void theEventsOfATestTipSayThatItIsATest() {
        api.post("/tips/test", Map.of("media", Map.of("url", StandInVideoSites.PLAYABLE)))
                .expect(201);
        account.dashboard()
                .patch(
                        "/dashboard/api/settings",
                        Map.of("filter", Map.of("replace", List.of("darn"), "block", List.of("damn"))))
                .expect(200);
        api.post("/tips/test", Map.of("message", "darn")).expect(201);
        api.post("/tips/test", Map.of("message", "damn")).refuses(422, "tip_blocked");
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        Object held = api.post("/tips/test", Map.of()).expect(202).at("order_id");
        account.dashboard()
                .post("/dashboard/api/held-tips/" + held + "/approve")
                .expect(200);

        for (String type :
                List.of("tip.created", "media.created", "tip.filtered", "tip.blocked", "tip.held", "tip.reviewed")) {
            assertThat(happenings.all(type))
                    .isNotEmpty()
                    .allSatisfy(event -> assertThat(Json.asObject(event.get("data")))
                            .as(type)
                            .containsEntry("test", true));
        }
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", false)))
                .expect(200);
        api.post("/tips", Map.of("name", "Ada")).expect(201);
        assertThat(happenings.last("tip.created")).doesNotContainKey("test");
    }

    @Test
    void aTestTipIsNeverPaidAndHasNoReference() {
        Map<String, @Nullable Object> tip =
                Json.asObject(api.postText("/tips/test", """
                {"name":"Bea","amount":1,"message":"Hi","platform":"beta","platform_user_id":"9",
                "paid":true,"source":"shop","external_ref":"7"}""").expect(201).at("tip"));

        assertThat(tip)
                .containsEntry("name", "Bea")
                .containsEntry("amount", BigDecimal.ONE)
                .containsEntry("message", "Hi")
                .containsEntry("platform", "beta")
                .containsEntry("platform_user_id", "9")
                .containsEntry("source", "test")
                .containsEntry("is_paid", false)
                .containsEntry("external_source", null)
                .containsEntry("external_ref", null);
    }
}
