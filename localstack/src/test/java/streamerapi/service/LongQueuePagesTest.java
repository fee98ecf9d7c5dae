package streamerapi.service;

import org.junit.jupiter.api.Test;
import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// The pages of the queues of an account on which more waits than a page can show.
class LongQueuePagesTest {

    private static final String QUEUE = "/dashboard/queue";
    private static final String MEDIA = "/dashboard/media";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @Test
    void aPageOfAllTipsIsBoundedByItsSize() {
        account.api()
                .post("/tips", Map.of("name", "&".repeat(60), "message", "&".repeat(500)))
                .expect(201);
        copied(Keys.TIP, 1_000);
        DashboardVisitor owner = DashboardVisitor.owner(account);

        assertThat(owner.open(QUEUE).expect(200).text()).contains("Show the first 1000 tips");
        String all = owner.open(QUEUE + "?all=1").expect(200).text();
        assertThat(all.length()).as("characters").isLessThan(3_000_000);
        assertThat(all).contains("of 1000+ tips, as many as a page holds");
        assertThat(owner.open(QUEUE + "?all=1&sort=amount").expect(200).text().length())
                .isLessThan(3_000_000);
    }

    @Test
    void theVideosPageListsTheFirstAndLeadsToAll() {
        account.api().post("/media", Map.of("url", StandInVideoSites.PLAYABLE)).expect(201);
        copied("MEDIA#", 59);
        DashboardVisitor owner = DashboardVisitor.owner(account);

        String some = owner.open(MEDIA).expect(200).text();
        assertThat(some).contains("<title>(60) Media", "href=\"/dashboard/media?all=1\">Show all 60 videos");
        assertThat(removable(some)).isEqualTo(50);
        String all = owner.open(MEDIA + "?all=1").expect(200).text();
        assertThat(all).contains("data-live=\"/dashboard/media/live?all=1\"").doesNotContain("Show all");
        assertThat(removable(all)).isEqualTo(60);
    }

    @Test
    void theVideosPageSaysThatMoreWaitThanItKnows() {
        account.api().post("/media", Map.of("url", StandInVideoSites.PLAYABLE)).expect(201);
        copied("MEDIA#", 1_000);
        DashboardVisitor owner = DashboardVisitor.owner(account);

        assertThat(owner.open(MEDIA).expect(200).text()).contains("Show the first 1000 videos");
        String all = owner.open(MEDIA + "?all=1").expect(200).text();
        assertThat(all).contains("More wait behind them");
        assertThat(all.length()).as("characters").isLessThan(3_000_000);
    }

    @Test
    void homeCountsTwoHundredTipsAndNoMore() {
        account.tip("NovaFox");
        copied(Keys.TIP, 200);

        assertThat(DashboardVisitor.owner(account)
                        .open("/dashboard/home")
                        .expect(200)
                        .text())
                .contains("<title>(200+) Home", "All 200+ in the queue");
    }

    @Test
    void allThatIsTickedInReviewIsWhatThePageLists() {
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("review", Map.of("hold_all", true)))
                .expect(200);
        account.api().post("/tips", Map.of("name", "NovaFox")).expect(202);
        DashboardVisitor owner = DashboardVisitor.owner(account);
        assertThat(owner.open("/dashboard/review").expect(200).text())
                .contains("id=\"tick-all\"> All<")
                .doesNotContain("There are more");

        copied(Keys.TIP, 50);
        assertThat(owner.open("/dashboard/review").expect(200).text())
                .contains("id=\"tick-all\"> All of these<", "There are more");
    }

    private static long removable(String page) {
        return page.lines().filter(line -> line.contains(">Remove<")).count();
    }

    /// Writes the account's one row of a kind so many times more, behind it in its queue.
    private void copied(String kind, int times) {
        Row row = account.rows(kind).getFirst();
        for (int first = 0; first < times; first += 100) {
            List<Write> some = IntStream.range(first, Math.min(first + 100, times))
                    .mapToObj(i -> Write.put(copy(row, "%04d".formatted(i))))
                    .toList();
            account.table().write(some);
        }
    }

    private static Row copy(Row row, String number) {
        return row.at(new Key(
                        row.key().partition(),
                        row.key().sort().substring(0, row.key().sort().length() - 4) + number))
                .with(Table.PLACE, row.get(Table.PLACE) + number);
    }
}
