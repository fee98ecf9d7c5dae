package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// Alerts of the platforms: the events that they become, and the credits that they bring.
@NullMarked
class AlertsTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final TestConnector alpha = account.connector("alpha");
    private final TestConnector beta = account.connector("beta");
    private final AccountEvents happenings = new AccountEvents(account);

    private static Map<String, @Nullable Object> alert(@Nullable Object... more) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("user_id", "1");
        data.put("user_name", "NovaFox");
        data.put("user_login", "novafox");
        for (int i = 0; i < more.length; i += 2) {
            data.put(String.valueOf(more[i]), more[i + 1]);
        }
        return data;
    }

    private Map<String, @Nullable Object> become(TestConnector from, String type, Map<String, @Nullable Object> data) {
        from.send(type, data);
        Map<String, @Nullable Object> event = happenings.all().getLast();
        assertThat(event.get("type")).isEqualTo(from.source() + "." + type);
        assertThat(event.get("actor")).isNull();
        return Json.asObject(event.get("data"));
    }

    private void settings(Map<String, Object> changes) {
        account.dashboard().patch("/dashboard/api/settings", changes).expect(200);
    }

    private void signIn(TestConnector platform) {
        platform.send("viewer.signed_in", Map.of("platform_user_id", "1", "login", "novafox"));
    }

    private long available(String user) {
        return ((BigDecimal) Objects.requireNonNull(
                        account.api().get("/viewers/" + user).expect(200).at("credits.available")))
                .longValue();
    }

    @Test
    void aNameOrTextOfWhichNothingIsSeenIsNone() {
        Map<String, @Nullable Object> cheer =
                become(alpha, "cheer", alert("user_name", "\u200b", "user_login", "", "bits", 5, "message", " "));
        assertThat(cheer.get("user_name")).isNull();
        assertThat(cheer.get("user_login")).isNull();
        assertThat(cheer.get("message")).isEqualTo("Somebody cheered 5 bits!");
    }

    /// An event has 32 KiB at most, and JSON has two bytes for a quote.
    @ParameterizedTest
    @CsvSource({"50, x", "25, \"", "14, 😀"})
    void aGiftNamesAsManyRecipientsAsItsEventHolds(int length, String letter) {
        List<String> all = IntStream.range(0, 1_000)
                .mapToObj(i -> i + letter.repeat(length))
                .toList();

        Map<String, @Nullable Object> gift = become(beta, "gift_sub", alert("total", 1_000, "gift_recipients", all));

        List<?> named = (List<?>) Objects.requireNonNull(gift.get("gift_recipients"));
        assertThat(named).hasSizeBetween(300, 999).isEqualTo(all.subList(0, named.size()));
        assertThat(gift).containsEntry("total", new BigDecimal(1_000));
    }

    @Test
    void everyAlertBecomesItsEventWithItsExtras() {
        assertThat(become(alpha, "follow", alert()))
                .containsEntry("user_name", "NovaFox")
                .containsEntry("message", "NovaFox just followed!")
                .containsKey("event_id");
        assertThat(become(alpha, "sub", alert("tier", 2))).containsEntry("tier", new BigDecimal(2));
        assertThat(become(alpha, "resub", alert("tier", 1, "months", 14, "sub_message", "Still here")))
                .containsEntry("months", new BigDecimal(14))
                .containsEntry("sub_message", "Still here");
        assertThat(become(alpha, "resub", alert("tier", 1, "months", 1)))
                .containsEntry("message", "NovaFox resubscribed for 1 month!");
        assertThat(become(alpha, "gift_sub", alert("tier", 1, "total", 2, "gift_recipients", List.of("a", "b"))))
                .containsEntry("total", new BigDecimal(2))
                .containsEntry("gift_recipients", List.of("a", "b"))
                .containsEntry("message", "NovaFox gifted 2 subs!");
        assertThat(become(alpha, "cheer", alert("bits", 500, "message", "Cheer500 go")))
                .containsEntry("bits", new BigDecimal(500))
                .containsEntry("message", "Cheer500 go");
        assertThat(become(alpha, "raid", alert("viewers", 87))).containsEntry("viewers", new BigDecimal(87));
        assertThat(become(beta, "follow", alert())).containsEntry("platform", "beta");
        assertThat(become(beta, "sub", alert("tier", 3))).containsEntry("tier", BigDecimal.ONE);
        assertThat(become(beta, "resub", alert("months", 3))).containsEntry("tier", BigDecimal.ONE);
        assertThat(become(beta, "gift_sub", alert("total", 1))).containsEntry("is_anonymous", false);
        assertThat(become(beta, "paid_gift", alert("amount", 100, "gift_name", "Firefly Jar", "note", "For you")))
                .containsEntry("amount", new BigDecimal(100))
                .containsEntry("note", "For you")
                .containsEntry("message", "NovaFox sent Firefly Jar!");
    }

    @Test
    void whoGivesAnonymouslyIsNotNamed() {
        Map<String, @Nullable Object> gift = alert("total", 5, "is_anonymous", true);
        assertThat(become(beta, "gift_sub", gift))
                .containsEntry("user_name", null)
                .containsEntry("user_login", null)
                .containsEntry("message", "Somebody gifted 5 subs!")
                .containsEntry("is_anonymous", true);
    }

    @Test
    void alertSettingsDecideWhichBecomeEvents() {
        settings(Map.of(
                "alerts", Map.of("alpha.follow", Map.of("enabled", false), "alpha.cheer", Map.of("min_amount", 100))));
        alpha.send("follow", alert());
        alpha.send("cheer", alert("bits", 99));
        assertThat(account.eventTypes()).isEmpty();
        become(alpha, "cheer", alert("bits", 100));
        become(beta, "follow", alert());
    }

    @Test
    void everyTextOfAViewerPassesTheFilter() {
        settings(Map.of("filter", Map.of("replace", List.of("heck"), "block", List.of("vile"))));
        Map<String, @Nullable Object> resub =
                become(alpha, "resub", alert("tier", 1, "months", 2, "user_name", "Heck", "sub_message", "so v1le"));
        assertThat(resub).containsEntry("user_name", "****").containsEntry("sub_message", "so ****");
        assertThat(String.valueOf(resub.get("message"))).startsWith("**** resubscribed");
        assertThat(become(alpha, "gift_sub", alert("tier", 1, "total", 1, "gift_recipients", List.of("vile", "ok"))))
                .containsEntry("gift_recipients", List.of("****", "ok"));
        assertThat(become(beta, "paid_gift", alert("amount", 1, "gift_name", "Jar", "note", "heck \u202Eyes")))
                .containsEntry("note", "**** yes");
        assertThat(become(alpha, "cheer", alert("bits", 1, "message", "vile"))).containsEntry("message", "****");
    }

    @Test
    void aFieldThatATypeNeedsIsNamed() {
        Map<String, List<String>> needed = Map.of(
                "sub", List.of("tier"),
                "resub", List.of("tier", "months"),
                "gift_sub", List.of("tier", "total"),
                "cheer", List.of("bits"),
                "raid", List.of("viewers"));
        needed.forEach((type, fields) -> {
            for (String field : fields) {
                Map<String, @Nullable Object> data = alert();
                fields.forEach(other -> data.put(other, 1));
                for (Object wrong : new Object[] {"x", -1, new BigDecimal("1.5"), true}) {
                    data.put(field, wrong);
                    assertThat(alpha.sendAs("m", type, data)
                                    .refuses(400, "bad_request")
                                    .at("field"))
                            .isEqualTo("data." + field);
                }
                data.remove(field);
                assertThat(alpha.sendAs("m", type, data)
                                .refuses(400, "bad_request")
                                .at("field"))
                        .isEqualTo("data." + field);
            }
        });
        for (String field : List.of("user_id", "user_name", "user_login", "message")) {
            assertThat(alpha.sendAs("m", "follow", alert(field, 5))
                            .refuses(400, "bad_request")
                            .at("field"))
                    .isEqualTo("data." + field);
        }
        assertThat(account.eventTypes()).isEmpty();
        assertThat(account.rows("INGESTED#")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cheer", "raid"})
    void betaHasNoAlertsOfAlpha(String type) {
        assertThat(beta.sendAs("m", type, alert("bits", 1, "viewers", 1))
                        .refuses(400, "bad_request")
                        .at("field"))
                .isEqualTo("type");
        assertThat(alpha.sendAs("m", "paid_gift", alert("amount", 1, "gift_name", "Jar"))
                        .refuses(400, "bad_request")
                        .at("field"))
                .isEqualTo("type");
    }

    @Test
    void subscriptionsBringCreditsWhateverTheAlertSettingsSay() {
        settings(Map.of(
                "sub_rewards",
                Map.of("per_sub", 1, "per_resub", 2, "per_gifted_sub", 3),
                "alerts",
                Map.of("alpha.sub", Map.of("enabled", false))));
        signIn(alpha);
        alpha.send("sub", alert("tier", 1, "total", 9));
        assertThat(available("alpha:1")).isEqualTo(1);
        alpha.send("resub", alert("tier", 1, "months", 2));
        assertThat(available("alpha:1")).isEqualTo(3);
        alpha.send("gift_sub", alert("tier", 1, "total", 5));
        assertThat(available("alpha:1")).isEqualTo(18);
        alpha.send("follow", alert());
        alpha.send("cheer", alert("bits", 1));
        assertThat(available("alpha:1")).isEqualTo(18);
        assertThat(account.api().get("/viewers/alpha:1").expect(200).each("grants", "note"))
                .containsExactly("Gifted subscriptions", "Resubscribed", "Subscribed");
    }

    @Test
    void whoNeverSignedInGetsNoCredits() {
        settings(Map.of("sub_rewards", Map.of("per_sub", 1)));
        become(alpha, "sub", alert("tier", 1));
        become(alpha, "sub", alert("tier", 1, "user_id", null));
        signIn(alpha);
        assertThat(available("alpha:1")).isZero();
    }

    @Test
    void twentyDeliveriesOfOneAlertAreOneEventAndOneCredit() {
        settings(Map.of("sub_rewards", Map.of("per_sub", 1)));
        signIn(alpha);
        Map<String, @Nullable Object> message = alpha.message("same", "sub", alert("tier", 1));
        List<Answer> answers = AtOnce.run(20, i -> alpha.post(message).expect(202));
        assertThat(answers)
                .filteredOn(answer -> Boolean.FALSE.equals(answer.at("duplicate")))
                .hasSize(1);
        assertThat(available("alpha:1")).isEqualTo(1);
        assertThat(account.eventTypes()).containsExactly("alpha.sub");
    }
}
