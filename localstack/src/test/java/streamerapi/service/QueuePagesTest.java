package streamerapi.service;

import org.junit.jupiter.api.Test;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// The pages of the queue, its history and the tips that wait for a decision.
class QueuePagesTest {

    private static final String QUEUE = "/dashboard/queue";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @Test
    void theQueuesControlsWorkWithoutScripts() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String playing = account.tip("NovaFox");
        String waiting = account.tip("MossyOwl");
        account.api().post("/tts/" + playing + "/start").expect(200);
        assertThat(owner.use(QUEUE, QUEUE + "/pause", Map.of()).text()).contains(">Paused<", ">Resume<");
        assertThat(account.api().get("/tts/queue").at("is_paused")).isEqualTo(true);
        assertThat(owner.use(QUEUE, QUEUE + "/skip", Map.of()).text()).contains("Replay the tip of NovaFox");
        String replay = QUEUE + "/" + playing + "/replay";
        assertThat(owner.use(QUEUE, replay, Map.of()).text()).contains("The tip is in the queue again.", ">replay<");
        assertThat(owner.use(QUEUE, replay, Map.of()).text()).contains("The tip was replayed a moment ago.");
        String undo = QUEUE + "/" + waiting + "/restore";
        Answer removed = owner.use(QUEUE, QUEUE + "/" + waiting + "/remove", Map.of());
        assertThat(removed.text())
                .contains("The tip is removed.", "action=\"" + undo + "\"")
                .doesNotContain("MossyOwl");
        assertThat(owner.open(QUEUE + "/removed").expect(200).text()).contains("MossyOwl");
        assertThat(owner.use(QUEUE, undo, Map.of()).text()).contains("The tip is back", "MossyOwl");
        assertThat(owner.use(QUEUE, QUEUE + "/clear", Map.of()).text()).contains("No tips waiting.");
        assertThat(owner.use(QUEUE, QUEUE + "/resume", Map.of()).text()).contains(">Pause<");
    }

    @Test
    void aTipThatWasPutBackSaysSoAmongTheRemovedOnes() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String tip = account.tip("NovaFox");
        account.api().delete("/tts/" + tip).expect(200);
        String removed = QUEUE + "/removed";
        String back = removed + "/" + tip + "/restore";
        assertThat(owner.open(removed).expect(200).text()).contains("action=\"" + back + "\"");
        assertThat(owner.use(removed, back, Map.of()).text())
                .contains("The tip is back", "NovaFox", "put back ")
                .doesNotContain("action=\"" + back + "\"");
        assertThat(account.api().get("/tts/queue").each("items", "name")).containsExactly("NovaFox");
    }

    @Test
    void aHeldTipIsLetInOrKeptOut() {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        account.api().post("/tips", Map.of("name", "NovaFox")).expect(202);
        account.api().post("/tips", Map.of("name", "MossyOwl")).expect(202);
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String review = "/dashboard/review";
        String text = owner.open(review).expect(200).text();
        List<String> oldestFirst = Pattern.compile("action=\"([^\"]+)/approve\"")
                .matcher(text)
                .results()
                .map(form -> form.group(1))
                .toList();
        assertThat(owner.use(review, oldestFirst.getLast() + "/reject", Map.of())
                        .text())
                .contains("The tip is rejected.")
                .doesNotContain("MossyOwl");
        assertThat(owner.use(review, oldestFirst.getFirst() + "/approve", Map.of())
                        .text())
                .contains("The tip is approved.", "No tips to review.");
        assertThat(account.api().get("/tts/queue").each("items", "name")).containsExactly("NovaFox");
        assertThat(owner.use(review, oldestFirst.getFirst() + "/approve", Map.of())
                        .text())
                .contains("role=\"alert\"");
    }

    @Test
    void whatADonorWritesCannotChangeThePage() {
        account.api()
                .post(
                        "/tips",
                        Map.of("name", "<script>alert(1)</script>", "message", "\"><img src=x onerror=alert(1)>"))
                .expect(201);
        assertThat(DashboardVisitor.owner(account).open(QUEUE).expect(200).text())
                .doesNotContain("<script>alert", "<img")
                .contains("&lt;script>alert(1)&lt;/script>");
    }

    @Test
    void aTipIsStartedAndFinishedByHand() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String tip = account.tip("NovaFox");
        assertThat(owner.use(QUEUE, QUEUE + "/" + tip + "/start", Map.of()).text())
                .contains(">Playing<");
        assertThat(owner.use(QUEUE, QUEUE + "/" + tip + "/finish", Map.of()).text())
                .contains("Replay the tip of NovaFox");
    }

    @Test
    void theQueueSaysHowMuchWaitsInEachCurrency() {
        account.api()
                .post("/tips", Map.of("name", "A", "amount", new BigDecimal("1250.5"), "paid", true))
                .expect(201);
        account.api()
                .post("/tips", Map.of("name", "B", "amount", 2, "paid", true))
                .expect(201);
        account.api()
                .post("/tips", Map.of("name", "C", "amount", 1500, "currency", "JPY", "paid", true))
                .expect(201);
        assertThat(DashboardVisitor.owner(account).open(QUEUE).text())
                .contains("<title>(3) Queue", ">1,252.50 EUR<", ">1,500 JPY<", "No player is connected");
    }

    @Test
    void aScriptIsToldWhatAButtonDidOrWhyNot() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String tip = account.tip("NovaFox");
        Answer removed = owner.web()
                .postForm(QUEUE + "/" + tip + "/remove", Map.of("csrf_token", tokenOf(owner)), Map.of("X-Part", "true"))
                .expect(200);
        assertThat(removed.at("notice")).isEqualTo("The tip is removed.");
        assertThat(removed.at("undo")).isEqualTo(QUEUE + "/" + tip + "/restore");
        assertThat(owner.web()
                        .postForm(
                                QUEUE + "/" + tip + "/remove",
                                Map.of("csrf_token", tokenOf(owner)),
                                Map.of("X-Part", "true"))
                        .expect(404)
                        .text())
                .isEqualTo("It is no longer there. It may have been removed meanwhile.");
        owner.web()
                .postForm(QUEUE + "/pause", Map.of(), Map.of("X-Part", "true"))
                .expect(403);
    }

    @Test
    void thePartThatLivesIsSentOnlyIfItChanged() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        Matcher part = Pattern.compile("data-live=\"([^\"]+)\" data-seen=\"([^\"]+)\"")
                .matcher(owner.open(QUEUE).text());
        assertThat(part.find()).isTrue();
        String poll = part.group(1) + "?seen=" + part.group(2);
        owner.open(poll).expect(204);
        account.tip("NovaFox");
        assertThat(owner.open(poll).expect(200).text())
                .startsWith("<section id=\"live\"")
                .contains("NovaFox");
    }

    @Test
    void theHistoryIsSearchedByWordSourceAndDay() {
        DashboardVisitor owner = DashboardVisitor.owner(account);
        played("NovaFox", "good luck");
        played("MossyOwl", "=SUM(A1), \"gg\"");
        String history = QUEUE + "/history";
        assertThat(owner.open(history).expect(200).text()).contains("NovaFox", "MossyOwl");
        assertThat(owner.open(history + "?q=LUCK").text()).contains("NovaFox").doesNotContain("MossyOwl");
        assertThat(owner.open(history + "?source=test").text()).contains("No played tip is like this.");
        assertThat(owner.open(history + "?from=2020-01-01&to=2020-01-02").text())
                .doesNotContain("NovaFox");
        Answer table = owner.open(history + "/tips.csv").expect(200);
        assertThat(table.header("Content-Type")).isEqualTo("text/csv; charset=utf-8");
        assertThat(table.text().lines().toList())
                .hasSize(3)
                .first()
                .asString()
                .as("with the mark of UTF-8, for Excel")
                .startsWith("\ufeffplayed_at,queued_at,order_id,name,amount,currency,message");
        assertThat(table.text()).contains(",MossyOwl,,EUR,\"'=SUM(A1), \"\"gg\"\"\",api,");
    }

    @Test
    void aTableOfMoreTipsThanAFileHoldsIsTakenAwayInParts() {
        played("NovaFox", "good luck");
        Row first = account.rows("TIP#").getFirst();
        for (int number = 1; number <= 5_001; number += 100) {
            List<Write> some = IntStream.range(number, Math.min(number + 100, 5_002))
                    .mapToObj(i -> Write.put(playedBefore(first, i)))
                    .toList();
            account.table().write(some);
        }
        DashboardVisitor owner = DashboardVisitor.owner(account);

        String parts = Objects.requireNonNull(
                owner.open(QUEUE + "/history/tips.csv?source=api").expect(303).header("Location"));
        String page = owner.open(parts).expect(200).text();
        assertThat(page).contains("Part 1", "5000 tips", "Older tips follow");
        String rest = owner.open(link(page, "Go on to part 2")).expect(200).text();
        assertThat(rest).contains("Part 2", "2 tips", "This is the last part.").doesNotContain("Go on");

        Answer file = owner.open(link(page, "Download part 1")).expect(200);
        assertThat(file.header("Content-Disposition")).isEqualTo("attachment; filename=\"tips-1.csv\"");
        List<String> lines = new ArrayList<>(file.text().lines().toList());
        lines.addAll(owner.open(link(rest, "Download part 2"))
                .expect(200)
                .text()
                .lines()
                .skip(1)
                .toList());
        assertThat(lines).hasSize(5_003).doesNotHaveDuplicates();
        String none = Objects.requireNonNull(
                owner.open(QUEUE + "/history/tips.csv?source=test").expect(303).header("Location"));
        assertThat(owner.open(none).expect(200).text())
                .as("a search that has not come to the end")
                .contains("0 tips", "Older tips follow");
    }

    private Row playedBefore(Row tip, int number) {
        String time = String.valueOf(1_600_000_000_000L - number);
        return tip.at(Keys.tip(account.tenantId(), "tip_" + time + "_abcdefghijklmnop"))
                .with(Table.PLACE, "TH#" + time);
    }

    private static String link(String page, String text) {
        Matcher link = Pattern.compile("href=\"([^\"]+)\">" + text).matcher(page);
        assertThat(link.find()).as(text).isTrue();
        return link.group(1).replace("&amp;", "&");
    }

    private void played(String name, String message) {
        Object tip = account.api()
                .post("/tips", Map.of("name", name, "message", message))
                .expect(201)
                .at("tip.order_id");
        account.api().post("/tts/" + tip + "/start").expect(200);
        account.api().post("/tts/" + tip + "/finish").expect(200);
    }

    private static String tokenOf(DashboardVisitor visitor) {
        return Objects.requireNonNull(Browser.hidden(visitor.open(QUEUE)).get("csrf_token"));
    }
}
