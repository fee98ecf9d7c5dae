package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.DashboardVisitor;
import streamerapi.service.Service;
import streamerapi.service.TestReceiver;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Partitions;
import streamerapi.shared.storage.PeopleKeys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.time.Duration;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A request reads a bounded number of rows, however many the account has: what a filter leaves out is read, too.
@NullMarked
class HugeAccountTest {

    /// How many rows a filtered page looks at.
    private static final int MOST = 5_000;

    private static final int MANY = MOST + 100;
    private static final int AT_ONCE = 100;

    private static final RowsRead ROWS = new RowsRead();

    @AutoClose
    private static Service service;

    private final Account account = service.newAccount();

    @BeforeAll
    static void startService() {
        service = ROWS.startService();
    }

    @Test
    void aSearchForARareViewerEndsAPageEarlyAndGoesOn() {
        account.connector("alpha")
                .send("viewer.signed_in", Map.of("platform_user_id", "1", "login", "zoe", "display_name", "Zoe"));
        Row zoe = account.table().get(PeopleKeys.viewer(account.tenantId(), Platform.ALPHA, "1"));
        Row ada = zoe.with(Attribute.text("search_login"), "ada").with(Attribute.text("search_name"), "ada");
        write(IntStream.range(0, MANY)
                .mapToObj(i -> {
                    String id = Integer.toString(2_000_000 + i);
                    String place = ada.get(Table.PLACE);
                    return new Row(PeopleKeys.viewer(account.tenantId(), Platform.ALPHA, id), ada.attributes())
                            .with(Table.PLACE, place.substring(0, place.lastIndexOf(':') + 1) + id);
                })
                .toList());

        Answer first = account.api().get(counting("/viewers?q=zoe")).expect(200);
        assertThat(first.each("viewers", "viewer")).isEmpty();
        assertThat(first.at("has_more")).isEqualTo(true);
        assertThat(ROWS.count()).isBetween(MOST, MOST + AT_ONCE);
        Answer second = account.api()
                .get(counting("/viewers?q=zoe&before=" + first.at("next_cursor")))
                .expect(200);
        assertThat(second.at("viewers.0.viewer.login")).isEqualTo("zoe");
        assertThat(second.at("next_cursor")).isNull();

        String page = DashboardVisitor.owner(account)
                .open("/dashboard/viewers?q=zoe")
                .expect(200)
                .text();
        assertThat(page).contains("No viewer of those who were active last has this name.", ">More</a>");
    }

    @Test
    void aListOfRareDeliveriesEndsAPageEarlyAndGoesOn() {
        try (TestReceiver receiver = TestReceiver.open()) {
            account.api()
                    .post("/webhook-endpoints", Map.of("url", receiver.url()))
                    .expect(201);
            account.tip("Ada");
            String id = String.valueOf(account.api().get("/webhook-endpoints").at("endpoints.0.id"));
            String path = "/webhook-endpoints/" + id + "/deliveries";
            await().until(() -> !account.api()
                    .get(path + "?status=succeeded")
                    .each("deliveries", "id")
                    .isEmpty());
            Row delivery = account.table()
                    .query(Query.of(Partitions.deliveries(account.tenantId(), id), id + "#"))
                    .getFirst();
            List<Row> all = new ArrayList<>();
            all.add(at(delivery, id, "evt_" + "0".repeat(26)).with(Attribute.any("status"), "failed"));
            IntStream.range(0, MANY)
                    .mapToObj(i -> at(delivery, id, "evt_1" + String.format("%025d", i)))
                    .forEach(all::add);
            write(all);

            Answer first = account.api().get(counting(path + "?status=failed")).expect(200);
            assertThat(first.each("deliveries", "id")).isEmpty();
            assertThat(first.at("has_more")).isEqualTo(true);
            assertThat(ROWS.count()).isBetween(MOST, MOST + AT_ONCE);
            Answer second = account.api()
                    .get(counting(path + "?status=failed&before=" + first.at("next_cursor")))
                    .expect(200);
            assertThat(second.each("deliveries", "event_id")).containsExactly("evt_" + "0".repeat(26));
            assertThat(second.at("next_cursor")).isNull();

            String page = DashboardVisitor.owner(account)
                    .open("/dashboard/webhooks/" + id + "?status=failed")
                    .expect(200)
                    .text();
            assertThat(page).contains("None of the newest.", ">Older deliveries</a>");
        }
    }

    /// A function answers with 6 MB at most, and a tool's result has everything twice.
    @Test
    void anAssistantThatAsksForMoreOfAQueueThanAnAnswerHoldsIsToldToAskForLess() {
        account.api()
                .post("/tips", Map.of("name", "Ada", "message", "😀".repeat(500)))
                .expect(201);
        Row tip = account.ownRows(Keys.TIP).getFirst();
        write(IntStream.range(0, 1_000)
                .mapToObj(i -> new Row(new Key(tip.key().partition(), tip.key().sort() + "~" + i), tip.attributes())
                        .with(Table.PLACE, tip.get(Table.PLACE) + "~" + i))
                .toList());

        assertThat(asked(1_000).at("result.isError")).isEqualTo(true);
        assertThat(asked(1_000).at("result.structuredContent.field")).isEqualTo("limit");
        assertThat(asked(100).at("result.isError")).isEqualTo(false);
        assertThat(account.api()
                        .withoutValidation()
                        .get("/tts/queue")
                        .expect(200)
                        .each("items", "order_id"))
                .hasSize(1_000);
    }

    /// One call for each tip would be more than fifty.
    @Test
    void thePageOfHeldTipsReadsTheirVideosInOneCall() {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        account.api()
                .post("/tips", Map.of("name", "Ada", "amount", 5, "media", Map.of("url", StandInVideoSites.PLAYABLE)))
                .expect(202);
        Row tip = account.ownRows(Keys.TIP).getFirst();
        Row video = account.ownRows(Keys.MEDIA).getFirst();
        write(IntStream.range(0, 60)
                .boxed()
                .flatMap(i ->
                        Stream.of(another(tip, i).with(Table.PLACE, tip.get(Table.PLACE) + "~" + i), another(video, i)))
                .toList());

        String page = DashboardVisitor.owner(account)
                .open(counting("/dashboard/review"))
                .expect(200)
                .text();
        assertThat(page.split("Every boss theme", -1)).hasSizeGreaterThan(50);
        assertThat(ROWS.calls()).isLessThan(20);
    }

    @Test
    void aTableOfPlayedTipsReadsManyInACall() {
        Row tip = played("Ada");
        write(IntStream.range(0, 2_500)
                .mapToObj(i -> another(tip, i).with(Table.PLACE, tip.get(Table.PLACE) + "~" + i))
                .toList());

        String table = DashboardVisitor.owner(account)
                .open(counting("/dashboard/queue/history/tips.csv"))
                .expect(200)
                .text();
        assertThat(table.lines()).hasSize(2_502);
        assertThat(ROWS.calls()).isLessThan(20);
    }

    @Test
    void aSearchOfAnEarlierDayBeginsAtItsEnd() {
        played("Zoe");
        LocalDate day = LocalDate.ofInstant(service.clock().instant(), ZoneOffset.UTC);
        service.clock().advance(Duration.ofDays(3));
        Row newer = played("Ada");
        write(IntStream.range(0, MANY)
                .mapToObj(i -> another(newer, i).with(Table.PLACE, newer.get(Table.PLACE) + "~" + i))
                .toList());
        DashboardVisitor owner = DashboardVisitor.owner(account);

        String page = owner.open(counting("/dashboard/queue/history?to=" + day))
                .expect(200)
                .text();
        assertThat(page).contains("Zoe").doesNotContain("Ada");
        assertThat(ROWS.count()).isLessThan(AT_ONCE);
        String table = owner.open("/dashboard/queue/history/tips.csv?from=" + day + "&to=" + day)
                .expect(200)
                .text();
        assertThat(table.lines()).hasSize(2).last().asString().contains("Zoe");
        for (String far : List.of("9999-12-31", "+999999999-12-31")) {
            assertThat(owner.open("/dashboard/queue/history?to=" + far)
                            .expect(200)
                            .text())
                    .contains("Ada");
        }
        for (String far : List.of("1969-12-31", "-999999999-01-01")) {
            assertThat(owner.open("/dashboard/queue/history?to=" + far)
                            .expect(200)
                            .text())
                    .contains("No played tip is like this.", "Played and skipped tips are listed here.");
        }
    }

    @Test
    void aPageOfTheArchiveAsksNoMonthThatIsNewer() {
        Row tip = played("Ada");
        YearMonth last = YearMonth.from(service.clock().instant().atZone(ZoneOffset.UTC));
        List<YearMonth> months = IntStream.rangeClosed(0, 40)
                .mapToObj(i -> last.minusMonths(40 - i))
                .toList();
        write(IntStream.range(0, 30)
                .mapToObj(i -> archived(tip, months.getFirst(), i))
                .toList());
        account.table()
                .write(List.of(Write.put(Row.of(Partitions.archived(account.tenantId(), "TH#"))
                        .with(Table.PLACE, "TH!")
                        .with(
                                Attribute.texts("months"),
                                months.stream().map(YearMonth::toString).toList()))));
        Answer first = account.api().get("/tts/history?limit=10").expect(200);

        Answer second = account.api()
                .get(counting("/tts/history?limit=10&before=" + first.at("next_cursor")))
                .expect(200);
        assertThat(second.each("tips", "order_id"))
                .hasSize(10)
                .doesNotContainAnyElementsOf(first.each("tips", "order_id"));
        assertThat(ROWS.calls()).isLessThan(10);
    }

    private Row archived(Row tip, YearMonth month, int number) {
        Ids ids = new Ids(
                () -> month.atDay(1 + number % 28).atStartOfDay(ZoneOffset.UTC).toInstant());
        return tip.at(new Key(Partitions.archive(account.tenantId(), month), Keys.TIP + ids.nextOrder("tip")))
                .with(Table.PLACE, "TH#" + ids.next());
    }

    private Row played(String name) {
        String order = account.tip(name);
        account.api().post("/tts/" + order + "/start").expect(200);
        account.api().post("/tts/" + order + "/finish").expect(200);
        return Objects.requireNonNull(account.table().get(Keys.tip(account.tenantId(), order)));
    }

    private static Row another(Row row, int number) {
        return new Row(new Key(row.key().partition(), row.key().sort() + "~" + number), row.attributes());
    }

    private Answer asked(int limit) {
        return account.api()
                .with("MCP-Protocol-Version", "2025-06-18")
                .rpc(Map.of(
                        "jsonrpc",
                        "2.0",
                        "id",
                        1,
                        "method",
                        "tools/call",
                        "params",
                        Map.of("name", "get_tts_queue", "arguments", Map.of("limit", limit))))
                .expect(200);
    }

    private static Row at(Row delivery, String endpointId, String eventId) {
        return new Row(new Key(delivery.key().partition(), endpointId + "#" + eventId), delivery.attributes());
    }

    private static String counting(String path) {
        ROWS.reset();
        return path;
    }

    private void write(List<Row> rows) {
        for (int from = 0; from < rows.size(); from += AT_ONCE) {
            account.table()
                    .write(rows.subList(from, Math.min(rows.size(), from + AT_ONCE)).stream()
                            .map(Write::put)
                            .toList());
        }
    }
}
