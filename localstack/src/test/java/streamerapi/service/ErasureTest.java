package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.shared.auth.Role;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Query;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Erasure of a person (contract "Dashboard", `DELETE /viewers/{platform}:{id}`).
@NullMarked
class ErasureTest {

    private static final String PATH = "/dashboard/api/viewers/";

    /// The traces that must not be found afterwards: names, ids and messages.
    private static final List<String> TRACES =
            List.of("zephyrine", "quillfeather", "99887766", "55443322", "xylophone");

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient api = account.api();
    private final ApiClient owner = account.dashboard();
    private final TestConnector alpha = account.connector("alpha");
    private final TestConnector beta = account.connector("beta");

    @Test
    void nothingOfThePersonIsLeftInTheTableAndSumsStay() {
        live();
        Answer before = api.get("/leaderboard").expect(200);
        assertThat(traces()).isNotEmpty();

        owner.delete(PATH + "alpha:99887766").expect(200);
        api.get("/viewers/alpha:99887766").refuses(404, "viewer_not_signed_in");
        awaitTheEnd();

        assertThat(traces()).isEmpty();
        Answer after = api.get("/leaderboard").expect(200);
        assertThat(after.each("entries", "total_amount")).isEqualTo(before.each("entries", "total_amount"));
        assertThat(after.each("entries", "tip_count")).isEqualTo(before.each("entries", "tip_count"));
        assertThat(after.each("entries", "name")).containsExactly("Anonymous", "Grace");
        assertThat(api.get("/viewers?q=grace").expect(200).each("viewers", "viewer.display_name"))
                .hasSize(1);
        assertThat(api.get("/tts/queue").each("items", "name")).contains("Anonymous", "Grace");
        assertThat(api.get("/tts/history").each("tips", "name")).containsExactly("Anonymous");
    }

    @Test
    void openOverlaysLoadAnewBecauseTheyShowNames() {
        live();
        Answer made = owner.post("/dashboard/api/overlays", Map.of("name", "Main", "widgets", List.of("events")))
                .expect(201);
        try (TestSocket socket =
                TestSocket.open(service).send(Map.of("data", Map.of("overlayKey", String.valueOf(made.at("key")))))) {
            socket.next("ready");
            owner.delete(PATH + "alpha:99887766").expect(200);

            assertThat(socket.next("reload")).isEqualTo(Map.of("type", "reload"));
            assertThat(api.get("/leaderboard").each("entries", "name")).containsExactly("Anonymous", "Grace");
        }
    }

    /// A person can be called like a word of the service's own, or like another person.
    @Test
    void othersKeepTheirEventsWhateverThePersonIsCalled() {
        signIn(alpha, "99887766", "USD", List.of());
        signIn(alpha, "11", "Grace", List.of());
        signIn(
                beta,
                "55443322",
                "Card_Processor",
                List.of(Map.of("platform", "alpha", "platform_user_id", "99887766")));
        account.connector("card_processor")
                .send("payment.captured", Map.of("payment_id", "p1", "name", "Ada", "amount", 5, "currency", "USD"));
        tip("USD", "alpha", "11", "2");
        api.send("PUT", "/counters/usd", Json.write(Map.of("value", 1))).expect(201);
        tip("USD", "alpha", "99887766", "3");
        List<String> before = account.events();

        owner.delete(PATH + "alpha:99887766").expect(200);
        awaitTheEnd();

        List<String> ofOthers = before.stream()
                .filter(event -> !event.contains("99887766") && !event.contains("55443322"))
                .toList();
        assertThat(ofOthers).hasSize(3);
        assertThat(account.events()).containsExactlyElementsOf(ofOthers);
    }

    /// A viewer of chat alone has no profile that a name could be read from.
    @Test
    void whoNeverSignedInIsTakenOutOfTheVideosThatTheyAskedFor() {
        owner.patch("/dashboard/api/settings", Map.of("rewards", List.of(Map.of("reward_id", "r1", "action", "media"))))
                .expect(200);
        Map<String, Object> redemption = new HashMap<>(Map.of("reward_id", "r1", "reward_title", "Video"));
        redemption.putAll(Map.of("reward_cost", 5, "user_input", StandInVideoSites.PLAYABLE, "redemption_id", "red-1"));
        redemption.putAll(Map.of("user_id", "99887766", "user_name", "Zephyrine", "user_login", "zephyrine"));
        alpha.send("channel_point_redemption", redemption);
        asksForAVideo(alpha, "99887766", "Zephyrine");
        asksForAVideo(alpha, "11", "Grace");
        String first = String.valueOf(api.get("/media/queue").expect(200).at("items.0.order_id"));
        api.post("/media/" + first + "/start").expect(200);
        api.post("/media/" + first + "/finish").expect(200);
        api.post("/media/" + first + "/replay").expect(200);
        assertThat(api.get("/media/queue").each("items", "donor_name"))
                .containsExactly("Zephyrine", "Grace", "Zephyrine");
        account.events();

        owner.delete(PATH + "alpha:99887766").expect(200);
        awaitTheEnd();

        assertThat(traces()).noneMatch(row -> row.contains(" MEDIA#"));
        assertThat(account.events())
                .as("what was told of the videos")
                .filteredOn(event -> event.contains("media.created"))
                .hasSize(1)
                .allMatch(event -> event.contains("Grace"));
        assertThat(api.get("/media/queue").each("items", "donor_name"))
                .containsExactly("Anonymous", "Grace", "Anonymous");
    }

    /// The one took another name since, and another viewer has it now.
    @Test
    void aVideoIsOfTheAccountThatAskedForItAndNotOfTheNameItHad() {
        asksForAVideo(alpha, "99887766", "Zephyrine");
        asksForAVideo(beta, "12", "Quillfeather");
        signIn(alpha, "99887766", "Quillfeather", List.of());

        owner.delete(PATH + "alpha:99887766").expect(200);
        awaitTheEnd();

        assertThat(api.get("/media/queue").each("items", "donor_name")).containsExactly("Anonymous", "Quillfeather");
    }

    private static void asksForAVideo(TestConnector platform, String id, String name) {
        new Chatter(platform, id, name, true, true).writes("!sr " + StandInVideoSites.PLAYABLE);
    }

    @Test
    void aRequestThatIsSentAgainAfterwardsIsNotDoneAgain() {
        ApiClient once = api.with("Idempotency-Key", "k1");
        Map<String, Object> body = with(body("Zephyrine", "alpha", "99887766", "1"), "xylophone");
        Object order = once.post("/tips", body).expect(201).at("tip.order_id");

        owner.delete(PATH + "alpha:99887766").expect(200);
        awaitTheEnd();

        Answer again = once.post("/tips", body).expect(201);
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(again.at("tip.order_id")).isEqualTo(order);
        assertThat(again.at("tip.name")).isEqualTo("Anonymous");
        assertThat(again.at("tip.message")).isNull();
        assertThat(again.at("tip.platform_user_id")).isNull();
        assertThat(api.get("/tts/queue").each("items", "order_id")).isEqualTo(List.of(order));
    }

    @Test
    void whatIsGivenBackAfterwardsIsTakenOffTheSumsThatStayed() {
        account.connector("card_processor")
                .send(
                        "payment.captured",
                        Map.of(
                                "payment_id", "p1",
                                "name", "Zephyrine",
                                "amount", 10,
                                "platform", "alpha",
                                "platform_user_id", "99887766"));
        owner.delete(PATH + "alpha:99887766").expect(200);
        awaitTheEnd();
        account.connector("card_processor").send("payment.refunded", Map.of("payment_id", "p1", "amount", 4));
        Answer board = api.get("/leaderboard").expect(200);
        assertThat(board.at("entries.0.total_amount")).isEqualTo(new BigDecimal(6));
        account.connector("card_processor").send("payment.disputed", Map.of("payment_id", "p1"));
        assertThat(api.get("/leaderboard").at("entries")).isEqualTo(List.of());
    }

    @Test
    void aPersonOfWhomNothingIsKeptIsErasedToo() {
        owner.delete(PATH + "beta:1").expect(200);
        owner.delete(PATH + "beta:1").expect(200);
        awaitTheEnd();
    }

    @Test
    void whoWasErasedCanComeBackAsSomebodyNew() {
        signIn(alpha, "99887766", "Zephyrine", List.of());
        api.post("/viewers/alpha:99887766/credits/grant", Map.of("amount", 5)).expect(200);
        owner.delete(PATH + "alpha:99887766").expect(200);
        awaitTheEnd();
        signIn(alpha, "99887766", "Zephyrine", List.of());
        assertThat(api.get("/viewers/zephyrine").expect(200).at("credits.total"))
                .isEqualTo(BigDecimal.ZERO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gamma:1", "zephyrine", "1", "alpha:"})
    void whatNamesNoAccountIsRefused(String user) {
        assertThat(owner.delete(PATH + user).refuses(400, "bad_request").at("field"))
                .isEqualTo("user");
    }

    /// `POST /tips` takes any id of an account.
    @Test
    void aTipOfAnAccountWithAnUnusualIdIsErased() {
        Map<String, Object> tip = Map.of(
                "name",
                "Zephyrine",
                "amount",
                5,
                "paid",
                true,
                "platform",
                "alpha",
                "platform_user_id",
                "zephyrine@a b");
        api.post("/tips", tip).expect(201);
        owner.delete(PATH + "alpha:zephyrine%40a%20b").expect(200);
        awaitTheEnd();

        assertThat(api.get("/tts/queue").each("items", "name")).containsExactly("Anonymous");
        assertThat(api.get("/leaderboard").each("entries", "name")).containsExactly("Anonymous");
        assertThat(account.rows().toString() + account.events()).doesNotContain("Zephyrine", "zephyrine");
    }

    @Test
    void onlyTheOwnerErases() {
        account.dashboard(Role.SUPER_ADMIN).delete(PATH + "alpha:99887766").refuses(403, "missing_role");
        account.dashboard(Role.MODERATOR).delete(PATH + "alpha:99887766").refuses(403, "missing_role");
    }

    /// The person does everything that leaves a trace, and somebody else does some of it.
    private void live() {
        signIn(beta, "55443322", "Quillfeather", List.of());
        signIn(alpha, "99887766", "Zephyrine", List.of(Map.of("platform", "beta", "platform_user_id", "55443322")));
        signIn(alpha, "11", "Grace", List.of());
        api.post("/viewers/alpha:99887766/credits/grant", Map.of("amount", 3)).expect(200);
        api.post("/viewers/alpha:99887766/credits/revoke", Map.of("amount", 1)).expect(200);
        alpha.send(
                "sub_reward.redeemed",
                Map.of("redemption_id", "r1", "platform_user_id", "99887766", "message", "xylophone reward"));
        String first = tip("Zephyrine", "alpha", "99887766", "20");
        tip("Another Name", "beta", "55443322", "1.5");
        tip("Grace", "alpha", "11", "2");
        api.post("/tts/" + first + "/start").expect(200);
        api.post("/tts/" + first + "/finish").expect(200);
        api.with("Idempotency-Key", "k1")
                .post("/tips", body("Zephyrine", "alpha", "99887766", "1"))
                .expect(201);
        owner.patch(
                        "/dashboard/api/settings",
                        Map.of("filter", Map.of("block", List.of("badword"), "replace", List.of("mildword"))))
                .expect(200);
        api.post("/tips", with(body("Zephyrine", "alpha", "99887766", "1"), "xylophone mildword"))
                .expect(201);
        api.post("/tips", with(body("Zephyrine", "alpha", "99887766", "1"), "xylophone badword"))
                .refuses(422, "tip_blocked");
        owner.patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        api.post("/tips", body("Zephyrine", "alpha", "99887766", "1")).expect(202);
        account.connector("card_processor")
                .send(
                        "payment.held",
                        with(
                                Map.of(
                                        "payment_id", "pay_1",
                                        "name", "Zephyrine",
                                        "amount", 1,
                                        "currency", "EUR",
                                        "platform", "alpha",
                                        "platform_user_id", "99887766"),
                                "xylophone payment"));
        String held = "/dashboard/api/held-tips";
        owner.get(held)
                .expect(200)
                .each("tips", "order_id")
                .forEach(tip -> owner.post(held + "/" + tip + "/reject", Map.of("reason", "xylophone again"))
                        .expect(200));
        alpha.send("follow", Map.of("user_id", "99887766", "user_name", "Zephyrine", "user_login", "zephyrine"));
        alpha.send(
                "cheer",
                Map.of("user_id", "99887766", "user_name", "Zephyrine", "bits", 5, "message", "xylophone cheer"));
        Chatter zephyrine = new Chatter(alpha, "99887766", "Zephyrine", true, true);
        api.send("PUT", "/counters/wins", Json.write(Map.of("value", 1))).expect(201);
        zephyrine.writes("!wins+");
        zephyrine.writes("!sr " + StandInVideoSites.PLAYABLE);
        account.events();
    }

    private String tip(String name, String platform, String user, String amount) {
        return String.valueOf(api.post("/tips", body(name, platform, user, amount))
                .expect(201)
                .at("tip.order_id"));
    }

    private static Map<String, Object> body(String name, String platform, String user, String amount) {
        return Map.of(
                "name",
                name,
                "amount",
                new BigDecimal(amount),
                "paid",
                true,
                "message",
                "xylophone".substring(0, user.equals("11") ? 3 : 9),
                "platform",
                platform,
                "platform_user_id",
                user);
    }

    private static Map<String, Object> with(Map<String, Object> body, String message) {
        Map<String, Object> other = new HashMap<>(body);
        other.put("message", message);
        return other;
    }

    private static void signIn(TestConnector platform, String id, String name, List<Map<String, String>> linked) {
        platform.send(
                "viewer.signed_in",
                Map.of(
                        "platform_user_id", id,
                        "login", name.toLowerCase(Locale.ROOT),
                        "display_name", name,
                        "linked_accounts", linked));
    }

    private void awaitTheEnd() {
        await().until(() -> account.table()
                .query(Query.of(PeopleKeys.erasures(account.tenantId()), "era_"))
                .isEmpty());
    }

    /// The rows of the whole table that have a trace of the person, in their keys or in their attributes, and are of
    /// this account.
    private List<String> traces() {
        return service
                .stack()
                .engines()
                .dynamoDb()
                .scanPaginator(
                        r -> r.tableName(service.stack().tableName("Table")).consistentRead(true))
                .items()
                .stream()
                .filter(row -> text(row, "pk").contains(account.tenantId()))
                .filter(row -> {
                    String text = row.toString().toLowerCase(Locale.ROOT);
                    return TRACES.stream().anyMatch(text::contains);
                })
                .map(row -> text(row, "pk") + " " + text(row, "sk"))
                .toList();
    }

    private static String text(Map<String, AttributeValue> row, String attribute) {
        @Nullable AttributeValue value = row.get(attribute);
        return value == null ? "" : value.s();
    }
}
