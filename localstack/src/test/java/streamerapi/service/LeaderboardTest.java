package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds the donors and their sums (contract "GET /leaderboard").
@NullMarked
class LeaderboardTest {

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();

    @Test
    void anAccountWithoutTipsHasAnEmptyBoard() {
        assertThat(api.get("/leaderboard").expect(200).text())
                .isEqualTo("{\"period\":\"all\",\"starts_at\":null,\"entries\":[],\"other_sums\":[]}");
    }

    @Test
    void whoGaveMostStandsFirst() {
        paid("Ada", "1.10", null);
        paid("Grace", "5.01", "4711");
        paid("Ada", "2.20", null);

        List<Map<String, @Nullable Object>> board = board("all");
        assertThat(board).hasSize(2);
        assertThat(board.get(0))
                .containsEntry("rank", BigDecimal.ONE)
                .containsEntry("name", "Grace")
                .containsEntry("platform", "alpha")
                .containsEntry("platform_user_id", "4711")
                .containsEntry("total_amount", new BigDecimal("5.01"))
                .containsEntry("currency", "EUR")
                .containsEntry("tip_count", BigDecimal.ONE);
        assertThat(board.get(1))
                .containsEntry("rank", BigDecimal.TWO)
                .containsEntry("name", "Ada")
                .containsEntry("platform", null)
                .containsEntry("platform_user_id", null)
                .containsEntry("total_amount", new BigDecimal("3.3"))
                .containsEntry("tip_count", BigDecimal.TWO);
    }

    @Test
    void aNameThatTheFilterHasSinceIsNotShown() {
        paid("Darn Ada", "5", null);
        paid("Ada", "4", null);
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("filter", Map.of("block", List.of("darn"))))
                .expect(200);

        assertThat(api.get("/leaderboard").expect(200).each("entries", "name")).containsExactly("**** Ada", "Ada");
    }

    @Test
    void whatWasNotPaidDoesNotCount() {
        api.post("/tips", Map.of("name", "Ada", "amount", 5)).expect(201);
        api.post("/tips/test", Map.of("name", "Ada", "amount", 5)).expect(201);
        account.dashboard()
                .post("/dashboard/api/manual-tips", Map.of("name", "Ada", "amount", 5))
                .expect(201);
        api.post("/tips", Map.of("name", "Ada", "paid", true)).expect(201);
        assertThat(board("all")).isEmpty();
    }

    @Test
    void aHeldTipCountsOnceItIsLetIn() {
        ApiClient owner = account.dashboard();
        owner.patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        String held = String.valueOf(api.post("/tips", Map.of("name", "Ada", "amount", 5, "paid", true))
                .expect(202)
                .at("order_id"));
        assertThat(board("all")).isEmpty();
        owner.post("/dashboard/api/held-tips/" + held + "/approve").expect(200);
        assertThat(board("all")).hasSize(1);
    }

    @Test
    void anAnonymousDonorIsKnownByNameWhateverItsCase() {
        paid("Ada", "1", null);
        paid("ＡＤＡ", "2", null);
        paid(" ada ", "3", null);
        paid("Ada", "4", "4711");

        List<Map<String, @Nullable Object>> board = board("all");
        assertThat(board)
                .extracting(entry -> entry.get("total_amount"))
                .containsExactly(new BigDecimal("6"), new BigDecimal("4"));
        assertThat(board.getFirst()).containsEntry("name", " ada ").containsEntry("platform", null);
    }

    @Test
    void onlyTheAccountsCurrencyIsRanked() {
        api.post("/tips", Map.of("name", "Ada", "amount", 900, "currency", "JPY", "paid", true))
                .expect(201);
        paid("Grace", "5", null);
        assertThat(board("all")).extracting(entry -> entry.get("name")).containsExactly("Grace");
        assertThat(api.get("/leaderboard?period=day").expect(200).at("other_sums"))
                .hasToString("[{currency=JPY, amount=900}]");
        assertThat(DashboardVisitor.owner(account)
                        .open("/dashboard/leaderboard")
                        .text())
                .contains("Also, not ranked", "900 JPY");

        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("currency", "JPY"))
                .expect(200);
        assertThat(board("all")).extracting(entry -> entry.get("name")).containsExactly("Ada");
    }

    @Test
    void aBoardHasAtMostSoManyEntries() {
        for (int i = 1; i <= 5; i++) {
            paid("Donor " + i, String.valueOf(i), null);
        }
        assertThat(entries(api.get("/leaderboard?limit=2").expect(200)))
                .extracting(entry -> entry.get("name"))
                .containsExactly("Donor 5", "Donor 4");
    }

    @Test
    void ofEqualTotalsTheOneThatWasThereFirstStandsFirst() {
        paid("Ada", "5", null);
        paid("Grace", "5", null);
        assertThat(board("all")).extracting(entry -> entry.get("name")).containsExactly("Ada", "Grace");
    }

    @Test
    void tipsOfOneDonorAtOnceAllCount() {
        AtOnce.run(
                50,
                i -> api.post("/tips", Map.of("name", "Ada", "amount", new BigDecimal("0.01"), "paid", true))
                        .expect(201));
        assertThat(board("year"))
                .singleElement()
                .satisfies(entry -> assertThat(entry)
                        .containsEntry("total_amount", new BigDecimal("0.5"))
                        .containsEntry("tip_count", new BigDecimal(50)));
    }

    @Test
    void theAccountsOfOnePersonAreOneEntryAlsoIfTheLinkBecomesKnownLater() {
        paid("Ada on alpha", "1.10", "1");
        paidOnBeta("Ada on beta", "2.20", "1");
        paid("Grace", "3", "2");
        paid("Ada", "0.50", null);
        assertThat(board("all")).hasSize(4);

        link("alpha", "1", "beta", "1");
        for (String period : List.of("all", "year", "month", "week", "day")) {
            List<Map<String, @Nullable Object>> board = board(period);
            assertThat(board).hasSize(3);
            assertThat(board.getFirst())
                    .containsEntry("name", "Ada on beta")
                    .containsEntry("platform", "beta")
                    .containsEntry("total_amount", new BigDecimal("3.3"))
                    .containsEntry("tip_count", BigDecimal.TWO);
        }
        paid("Ada on alpha", "0.01", "1");
        assertThat(board("all").getFirst())
                .containsEntry("name", "Ada on alpha")
                .containsEntry("total_amount", new BigDecimal("3.31"));
    }

    @Test
    void personsWhoTurnOutToBeOneAreOneEntry() {
        for (String user : List.of("1", "2")) {
            paid("Ada", "1", user);
            paidOnBeta("Ada", "1", user);
            link("alpha", user, "beta", user);
        }
        assertThat(board("all")).hasSize(2);
        link("beta", "2", "alpha", "1");
        assertThat(board("all"))
                .singleElement()
                .satisfies(entry -> assertThat(entry)
                        .containsEntry("total_amount", new BigDecimal(4))
                        .containsEntry("tip_count", new BigDecimal(4)));
        link("alpha", "3", "beta", "1");
        paid("Ada", "1", "3");
        assertThat(board("all"))
                .singleElement()
                .satisfies(entry -> assertThat(entry).containsEntry("tip_count", new BigDecimal(5)));
    }

    @Test
    void aBoardCostsTheSameWhateverTheNumberOfTips() {
        paid("Ada", "1", "1");
        int rows = account.rows("BOARD#").size();
        for (int i = 0; i < 40; i++) {
            paid("Ada", "1", "1");
        }
        assertThat(account.rows("BOARD#").size()).isLessThanOrEqualTo(8 * rows);
        assertThat(board("all").getFirst()).containsEntry("tip_count", new BigDecimal(41));
    }

    @Test
    void anOverlayShowsTheBoard() {
        paid("Ada", "1", null);
        Answer overlay = account.dashboard()
                .post(
                        "/dashboard/api/overlays",
                        Map.of("name", "Board", "width", 1920, "height", 1080, "widgets", List.of("leaderboard")))
                .expect(201);
        ApiClient shown = new ApiClient(account.service().stack().authUrl(), String.valueOf(overlay.at("key")));
        assertThat(shown.get("/leaderboard?period=month").expect(200).each("entries", "name"))
                .containsExactly("Ada");
    }

    private void link(String platform, String user, String otherPlatform, String otherUser) {
        account.connector(platform)
                .send(
                        "viewer.signed_in",
                        Map.of(
                                "platform_user_id",
                                user,
                                "linked_accounts",
                                List.of(Map.of("platform", otherPlatform, "platform_user_id", otherUser))));
    }

    private void paidOnBeta(String name, String amount, String userId) {
        api.post(
                        "/tips",
                        Map.of(
                                "name",
                                name,
                                "amount",
                                new BigDecimal(amount),
                                "paid",
                                true,
                                "platform",
                                "beta",
                                "platform_user_id",
                                userId))
                .expect(201);
    }

    @ParameterizedTest
    @CsvSource({
        "period=decade, period",
        "period=, period",
        "period=ALL, period",
        "limit=0, limit",
        "limit=101, limit",
        "limit=x, limit"
    })
    void aWrongQueryIsRefusedByItsName(String query, String field) {
        assertThat(api.get("/leaderboard?" + query).refuses(400, "bad_request").at("field"))
                .isEqualTo(field);
    }

    @Test
    void everyCredentialMayAskAndNobodyElse() {
        account.api(Scope.CHAT_WRITE).get("/leaderboard").expect(200);
        new ApiClient(account.service().stack().authUrl(), null)
                .get("/leaderboard")
                .refuses(401, "missing_api_key");
        api.post("/leaderboard").refuses(405, "method_not_allowed");
    }

    @Test
    void aPeriodHasWhatWasGivenInIt() {
        try (Service service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"))) {
            Account other = service.newAccount();
            LocalDate today = LocalDate.ofInstant(service.clock().instant(), ZoneOffset.UTC);
            LocalDate january = today.with(TemporalAdjusters.firstDayOfNextYear());
            LocalDate monday = january.plusMonths(4).with(TemporalAdjusters.next(DayOfWeek.MONDAY));
            List<LocalDate> days = List.of(
                    january.minusDays(1), january, monday.minusDays(1), monday, monday.plusDays(1), monday.plusDays(6));
            for (LocalDate day : days) {
                Instant noon = day.atTime(12, 0).toInstant(ZoneOffset.UTC);
                service.clock().advance(Duration.between(service.clock().instant(), noon));
                other.api()
                        .post("/tips", Map.of("name", "Ada", "amount", 1, "paid", true))
                        .expect(201);
            }
            LocalDate last = days.getLast();
            assertThat(of(other, "all")).isEqualTo("null 6");
            assertThat(of(other, "year")).isEqualTo(january + "T00:00:00.000Z 5");
            assertThat(of(other, "month"))
                    .isEqualTo(last.withDayOfMonth(1) + "T00:00:00.000Z "
                            + days.stream()
                                    .filter(day -> !day.isBefore(last.withDayOfMonth(1)))
                                    .count());
            assertThat(of(other, "week")).isEqualTo(monday + "T00:00:00.000Z 3");
            assertThat(of(other, "day")).isEqualTo(last + "T00:00:00.000Z 1");
        }
    }

    /// The beginning of a board and its only entry's count of tips.
    private static String of(Account account, String period) {
        Answer answer = account.api().get("/leaderboard?period=" + period).expect(200);
        Map<String, @Nullable Object> only = entries(answer).getFirst();
        assertThat(only.get("total_amount")).isEqualTo(only.get("tip_count"));
        return answer.at("starts_at") + " " + only.get("tip_count");
    }

    private void paid(String name, String amount, @Nullable String userId) {
        String donor = userId == null ? "" : ",\"platform\":\"alpha\",\"platform_user_id\":\"" + userId + "\"";
        api.send(
                        "POST",
                        "/tips",
                        ("{\"name\":\"" + name + "\",\"amount\":" + amount + ",\"paid\":true" + donor + "}")
                                .getBytes(StandardCharsets.UTF_8))
                .expect(201);
    }

    private List<Map<String, @Nullable Object>> board(String period) {
        return entries(api.get("/leaderboard?period=" + period).expect(200));
    }

    private static List<Map<String, @Nullable Object>> entries(Answer answer) {
        List<Map<String, @Nullable Object>> entries = new ArrayList<>();
        for (Object entry : (List<?>) Objects.requireNonNull(answer.at("entries"))) {
            entries.add(Json.asObject(entry));
        }
        return entries;
    }
}
