package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Partitions;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Tips and videos of past months move to partitions of their own, and nothing that is asked for them tells it.
@NullMarked
class ArchiveTest {

    private static final String HELD = "/dashboard/api/held-tips";
    private static final Duration TWO_MONTHS = Duration.ofDays(62);

    private static Service service = Service.shared();

    private final Account account = service.newAccount();
    private final ApiClient api = account.api();
    private final TestConnector card = account.connector("card_processor");
    private YearMonth first = YearMonth.of(2026, 1);

    @BeforeAll
    static void startService() {
        service = Service.start(Map.of("ARCHIVE_FROM_GB", "0", "RATE_LIMIT_FACTOR", "10000"));
    }

    @AfterAll
    static void stopService() {
        service.close();
    }

    @BeforeEach
    void beginOfAMonth() {
        LocalDate next = today().plusMonths(1).withDayOfMonth(2);
        service.clock().advance(Duration.ofDays(today().until(next, ChronoUnit.DAYS)));
        first = YearMonth.from(next);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100})
    void theListsAreWhatTheyWere(int limit) throws FunctionError {
        live();
        service.clock().advance(TWO_MONTHS);
        played("Linus");
        List<Object> history = all("/tts/history", "tips", limit);
        List<Object> removed = all("/dashboard/api/removed-tips", "tips", limit);
        List<Object> videos = all("/media/history", "media", limit);

        archive(1);

        assertThat(names(history)).containsExactly("Linus", "Grace", "Ada");
        assertThat(all("/tts/history", "tips", limit)).isEqualTo(history);
        assertThat(all("/dashboard/api/removed-tips", "tips", limit))
                .isEqualTo(removed)
                .hasSize(1);
        assertThat(all("/media/history", "media", limit)).isEqualTo(videos).hasSize(1);
        assertThat(archived()).hasSize(5);
        assertThat(account.ownRows(Keys.MEDIA)).isEmpty();
    }

    /// More than one message moves.
    @Test
    void manyMoveInSteps() throws FunctionError {
        AtOnce.run(110, i -> account.tip("Ada"));
        api.post("/tts/clear").expect(200);
        await().until(() -> all("/dashboard/api/removed-tips", "tips", 100).size() == 110
                && account.rows("CLEARED#").isEmpty());
        service.clock().advance(TWO_MONTHS);
        List<Object> removed = all("/dashboard/api/removed-tips", "tips", 100);
        archive(10);
        service.clock().advanceWithQueues(Duration.ofSeconds(5));
        await().until(() -> account.ownRows(Keys.TIP).isEmpty());
        assertThat(all("/dashboard/api/removed-tips", "tips", 100))
                .isEqualTo(removed)
                .hasSize(110);
    }

    @Test
    void eachMonthHasAPartitionAndThisMonthAndTheLastStay() throws FunctionError {
        played("Ada");
        service.clock().advance(Duration.ofDays(31));
        played("Grace");
        service.clock().advance(Duration.ofDays(31));
        played("Linus");
        archive(2);
        service.clock().advance(TWO_MONTHS);
        played("Margaret");
        archive(1);
        for (int month = 0; month < 3; month++) {
            assertThat(of(Partitions.archive(account.tenantId(), first.plusMonths(month)), Keys.TIP))
                    .hasSize(1);
        }
        for (int limit = 1; limit < 6; limit++) {
            assertThat(names(all("/tts/history", "tips", limit))).containsExactly("Margaret", "Linus", "Grace", "Ada");
        }
    }

    @Test
    void aTipThatWaitedLongIsOfTheMonthInWhichItWasPlayed() throws FunctionError {
        String waiting = account.tip("Ada");
        service.clock().advance(Duration.ofDays(31));
        played("Grace");
        play(waiting);
        service.clock().advance(TWO_MONTHS);
        archive(0);

        assertThat(of(Partitions.archive(account.tenantId(), first.plusMonths(1)), Keys.TIP))
                .hasSize(2);
        assertThat(names(all("/tts/history", "tips", 1))).containsExactly("Ada", "Grace");
        api.post("/tts/" + waiting + "/finish").refuses(409, "not_in_queue");
        api.post("/tts/" + waiting + "/replay").expect(200);
    }

    @Test
    void anArchivedItemIsReplayedAsAnyOther() throws FunctionError {
        String tip = played("Ada");
        String video = playedVideo();
        service.clock().advance(TWO_MONTHS);
        archive(0);

        api.post("/tts/" + tip + "/replay").expect(200);
        assertThat(api.get("/tts/queue").each("items", "name")).containsExactly("Ada");
        api.post("/tts/" + tip + "/replay").refuses(409, "replay_too_soon");
        api.post("/media/" + video + "/replay").expect(200);
        api.post("/media/" + video + "/replay").refuses(409, "replay_too_soon");
        api.post("/media/" + video + "/start").refuses(409, "not_in_queue");
        api.post("/tts/tip_1763693883123_4f7k2m9q1x8c3v6b/replay").refuses(404, "not_found");
        api.get("/tts/history?before=tip_1763693883123_4f7k2m9q1x8c3v6b").refuses(400, "bad_request");
    }

    /// After a break of two months every tip can be archived, and the newest of them is the last one all the same.
    @Test
    void chatIsToldTheLastTipThoughAllAreArchived() throws FunctionError {
        account.connector("alpha").send("bot.connected", Map.of("channel", "novaplays"));
        api.post("/commands", Map.of("name", "last", "response", "{last_tip}")).expect(201);
        played("Ada");
        service.clock().advance(Duration.ofDays(31));
        played("Grace");
        play(String.valueOf(api.post("/tips/test", Map.of()).expect(201).at("tip.order_id")));
        service.clock().advance(TWO_MONTHS);
        archive(0);

        Chatter viewer = Chatter.viewer(account.connector("alpha"), "Viewer");
        viewer.writes("!last");

        assertThat(viewer.heard()).containsExactly("Grace");
    }

    @Test
    void moneyThatGoesBackLaterIsBooked() throws FunctionError {
        captured("p1", "10.50");
        play(String.valueOf(api.get("/tts/queue").at("items.0.order_id")));
        service.clock().advance(TWO_MONTHS);
        captured("p2", "3");
        String money = "/dashboard/api/money?from=" + first.atDay(1) + "&to=" + today();
        Object before = account.dashboard().get(money).expect(200).at("days");
        archive(1);
        assertThat(account.dashboard().get(money).expect(200).at("days")).isEqualTo(before);

        card.send("payment.refunded", Map.of("payment_id", "p1", "amount", new BigDecimal("0.50")));
        assertThat(api.get("/tts/history").at("tips.0.refunded_amount")).isEqualTo(new BigDecimal("0.5"));
        assertThat(net(money)).isEqualByComparingTo("13");
        Object order = api.get("/tts/history").at("tips.0.order_id");
        account.dashboard()
                .post("/dashboard/api/tips/" + order + "/refund", Map.of("amount", 4))
                .expect(202);
        await().until(() -> !card.calls().isEmpty());
        card.send("payment.refunded", Map.of("payment_id", "p1", "amount", 4));
        card.send("payment.disputed", Map.of("payment_id", "p1"));
        assertThat(net(money)).isEqualByComparingTo("3");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anArchivedTipWhosePaymentIsCapturedAfterItExpiredComesBack(boolean mustWait) throws FunctionError {
        holdAll(true);
        Map<String, Object> payment = Map.of("payment_id", "p1", "name", "Ada", "amount", 5);
        card.send("payment.held", payment);
        String order = String.valueOf(account.dashboard().get(HELD).at("tips.0.order_id"));
        card.send("payment.hold_expired", Map.of("payment_id", "p1"));
        holdAll(mustWait);
        service.clock().advance(TWO_MONTHS);
        archive(0);

        card.send("payment.captured", payment);
        card.send("payment.captured", payment);

        assertThat(account.dashboard().get(HELD).each("tips", "order_id")).hasSize(mustWait ? 1 : 0);
        if (mustWait) {
            account.dashboard().post(HELD + "/" + order + "/approve").expect(200);
        }
        assertThat(api.get("/tts/queue").each("items", "order_id")).containsExactly(order);
        assertThat(archived()).isEmpty();
    }

    private void holdAll(boolean isOn) {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", isOn)))
                .expect(200);
    }

    @Test
    void anExportHasEachOfThemOnce() throws FunctionError {
        live();
        service.clock().advance(TWO_MONTHS);
        List<Object> before = all("/dashboard/api/account/export", "records", 100).stream()
                .filter(ArchiveTest::isItem)
                .toList();
        archive(0);
        for (int limit : List.of(3, 100)) {
            assertThat(all("/dashboard/api/account/export", "records", limit).stream()
                            .filter(ArchiveTest::isItem))
                    .containsExactlyInAnyOrderElementsOf(before);
        }
    }

    @Test
    void nothingMovesInAnAccountThatIsNotLarge() throws FunctionError {
        try (Service usual = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"))) {
            Account small = usual.newAccount();
            String order = small.tip("Ada");
            small.api().post("/tts/" + order + "/start").expect(200);
            small.api().post("/tts/" + order + "/finish").expect(200);
            usual.clock().advance(Duration.ofDays(400));
            usual.stack().invoke("WorkerFunction", Json.write(Map.of("source", "archive")));
            await().until(usual::rests);
            assertThat(small.ownRows(Keys.TIP)).hasSize(1);
        }
    }

    @Test
    void anErasedPersonIsTakenOutOfThem() throws FunctionError {
        Map<String, Object> body = Map.of(
                "name", "Zephyrine", "message", "xylophone", "platform", "alpha", "platform_user_id", "99887766");
        account.connector("alpha")
                .send(
                        "viewer.signed_in",
                        Map.of("platform_user_id", "99887766", "login", "zephyrine", "display_name", "Zephyrine"));
        play(String.valueOf(api.post("/tips", body).expect(201).at("tip.order_id")));
        played("Grace");
        service.clock().advance(TWO_MONTHS);
        archive(0);
        assertThat(archived().toString()).contains("xylophone", "Zephyrine");

        erase("alpha:99887766");

        assertThat(archived().toString()).doesNotContain("xylophone", "Zephyrine", "99887766");
        assertThat(names(all("/tts/history", "tips", 10))).containsExactly("Grace", "Anonymous");
    }

    /// A video is known by its tip: the tip may be archived, and the video in the account's partition or in an earlier
    /// month's.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aVideoOfAnErasedPersonIsKnownByItsArchivedTip(boolean isPlayed) throws FunctionError {
        Map<String, Object> body = Map.of(
                "name",
                "Incognito",
                "platform",
                "alpha",
                "platform_user_id",
                "99887766",
                "media",
                Map.of("url", StandInVideoSites.PLAYABLE));
        account.connector("alpha")
                .send(
                        "viewer.signed_in",
                        Map.of("platform_user_id", "99887766", "login", "zephyrine", "display_name", "Zephyrine"));
        String tip = String.valueOf(api.post("/tips", body).expect(201).at("tip.order_id"));
        if (isPlayed) {
            api.post("/media/" + tip + "/start").expect(200);
            api.post("/media/" + tip + "/finish").expect(200);
            service.clock().advance(Duration.ofDays(31));
        }
        play(tip);
        service.clock().advance(TWO_MONTHS);
        archive(0);
        assertThat(account.ownRows(Keys.MEDIA)).hasSize(isPlayed ? 0 : 1);

        erase("alpha:99887766");

        assertThat(archived().toString() + account.ownRows(Keys.MEDIA))
                .doesNotContain("Incognito")
                .contains("Anonymous");
    }

    private void erase(String viewer) {
        account.dashboard().delete("/dashboard/api/viewers/" + viewer).expect(200);
        await().until(() -> account.table()
                .query(Query.of(PeopleKeys.erasures(account.tenantId()), "era_"))
                .isEmpty());
    }

    private void live() {
        played("Ada");
        api.delete("/tts/" + account.tip("Barbara")).expect(200);
        played("Grace");
        playedVideo();
        holdAll(true);
        Object held = api.post("/tips", Map.of("name", "Trudy")).expect(202).at("order_id");
        account.dashboard().post(HELD + "/" + held + "/reject").expect(200);
        holdAll(false);
    }

    private String played(String name) {
        return play(account.tip(name));
    }

    private String play(String order) {
        api.post("/tts/" + order + "/start").expect(200);
        api.post("/tts/" + order + "/finish").expect(200);
        return order;
    }

    private String playedVideo() {
        String order = account.media();
        api.post("/media/" + order + "/start").expect(200);
        api.post("/media/" + order + "/finish").expect(200);
        return order;
    }

    private void captured(String payment, String amount) {
        card.send("payment.captured", Map.of("payment_id", payment, "name", "Ada", "amount", new BigDecimal(amount)));
    }

    private BigDecimal net(String money) {
        return new BigDecimal(
                String.valueOf(account.dashboard().get(money).expect(200).at("totals.0.net")));
    }

    private static LocalDate today() {
        return LocalDate.ofInstant(service.clock().instant(), ZoneOffset.UTC);
    }

    /// @param left how many tips stay in the account's partition
    private void archive(int left) throws FunctionError {
        service.stack().invoke("WorkerFunction", Json.write(Map.of("source", "archive")));
        await().until(() -> account.ownRows(Keys.TIP).size() == left && service.rests());
    }

    private List<Row> of(String partition, String prefix) {
        return account.table().query(Query.of(partition, prefix));
    }

    private List<Row> archived() {
        return Partitions.ofArchive(account.tenantId(), service.clock().instant()).stream()
                .flatMap(partition -> Stream.of(Keys.TIP, Keys.MEDIA).flatMap(kind -> of(partition, kind).stream()))
                .toList();
    }

    private List<Object> all(String path, String list, int limit) {
        List<Object> all = new ArrayList<>();
        Object cursor = null;
        do {
            ApiClient reader = path.startsWith("/dashboard") ? account.dashboard() : api;
            Answer page = reader.get(path + "?limit=" + limit + (cursor == null ? "" : "&before=" + cursor))
                    .expect(200);
            all.addAll((List<?>) Objects.requireNonNull(page.at(list)));
            cursor = page.at("next_cursor");
        } while (cursor != null);
        return all;
    }

    private static List<@Nullable Object> names(List<Object> items) {
        return items.stream().map(item -> Json.asObject(item).get("name")).toList();
    }

    private static boolean isItem(Object exported) {
        Object kind = Json.asObject(exported).get("kind");
        return "tip".equals(kind) || "media".equals(kind) || "media_item".equals(kind);
    }
}
