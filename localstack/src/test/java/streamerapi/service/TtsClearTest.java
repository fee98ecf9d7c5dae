package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Clearing the TTS queue, which can be longer than a transaction.
@NullMarked
class TtsClearTest {

    private final Account account = Service.shared().newAccount();
    private final ApiClient api = account.api();
    private final AccountEvents happenings = new AccountEvents(account);

    @Test
    void everyTipLeavesTheQueueAndThePlayingOneIsCountedToo() {
        String playing = account.tip("Ada");
        String waiting = account.tip("Bea");
        api.post("/tts/" + playing + "/start").expect(200);

        assertThat(cleared(api.post("/tts/clear").expect(200))).isEqualTo(2);

        assertThat(happenings.last("queue.tts.cleared")).isEmpty();
        assertThat(waiting()).isEmpty();
        assertThat(api.get("/tts/queue").at("currently_playing")).isEqualTo(false);
        assertThat(api.get("/tts/now").at("playing")).isEqualTo(false);
        assertThat(api.get("/tts/history").each("tips", "order_id")).isEmpty();
        for (String orderId : List.of(playing, waiting)) {
            for (String action : List.of("start", "finish", "release", "replay")) {
                api.post("/tts/" + orderId + "/" + action).refuses(404, "not_found");
            }
        }
    }

    @Test
    void aClearedQueueStaysPausedAndItsHistoryStays() {
        String played = account.tip("Ada");
        api.post("/tts/" + played + "/start").expect(200);
        api.post("/tts/" + played + "/finish").expect(200);
        account.tip("Bea");
        api.post("/tts/pause").expect(200);

        assertThat(cleared(api.post("/tts/clear").expect(200))).isEqualTo(1);

        assertThat(api.get("/tts/queue").at("is_paused")).isEqualTo(true);
        assertThat(api.get("/tts/history").each("tips", "order_id")).containsExactly(played);
    }

    @Test
    void twoHundredAndFiftyTipsAreClearedAtOnce() {
        AtOnce.run(10, i -> {
            for (int n = 0; n < 25; n++) {
                account.tip("Ada");
            }
            return i;
        });
        String playing = waiting().getFirst();
        api.post("/tts/" + playing + "/start").expect(200);

        assertThat(cleared(api.post("/tts/clear").expect(200))).isEqualTo(250);

        assertThat(waiting()).isEmpty();
        api.post("/tts/" + playing + "/finish").refuses(404, "not_found");
        String later = account.tip("Bea");
        assertThat(waiting()).containsExactly(later);
        await().untilAsserted(() -> assertThat(account.rows("CLEARED#")).isEmpty());
        assertThat(waiting()).containsExactly(later);
        api.post("/tts/" + later + "/start").expect(200);
    }

    /// A sweep moves the tips one by one, and a function ends after a minute.
    @Test
    void manyTipsAreNotedInPartsThatASweepGetsThroughOneAfterTheOther() throws InterruptedException {
        account.tip("Ada");
        Row tip = account.ownRows(Keys.TIP).getFirst();
        List<Row> more = IntStream.range(0, 2_100)
                .mapToObj(i -> new Row(new Key(tip.key().partition(), tip.key().sort() + "x" + i), tip.attributes())
                        .with(Table.PLACE, tip.get(Table.PLACE) + "x" + i))
                .toList();
        for (int from = 0; from < more.size(); from += 100) {
            account.table()
                    .write(more.subList(from, from + 100).stream()
                            .map(Write::put)
                            .toList());
        }
        Service service = account.service();
        service.stack().queueTriggers().pause();
        try {
            assertThat(cleared(api.post("/tts/clear").expect(200))).isEqualTo(2_101);

            assertThat(account.ownRows("CLEARED#"))
                    .extracting(note -> note.get(Attribute.texts("orders")).size())
                    .containsExactlyInAnyOrder(1_000, 1_000, 101);
            assertThat(waiting()).isEmpty();
        } finally {
            service.stack().queueTriggers().resume();
        }
        await().untilAsserted(() -> assertThat(account.ownRows("CLEARED#")).isEmpty());
        assertThat(account.ownRows(Keys.TIP))
                .hasSize(2_101)
                .allMatch(row -> row.get(Table.PLACE).startsWith("TX#"));
    }

    @Test
    void tipsThatComeInWhileTheQueueIsClearedAreEitherClearedOrWait() {
        List<Integer> clearings = new ArrayList<>();
        List<String> sent = new ArrayList<>();

        List<List<String>> results = AtOnce.run(5, i -> {
            List<String> mine = new ArrayList<>();
            for (int n = 0; n < 12; n++) {
                mine.add(
                        i == 0 ? Integer.toString(cleared(api.post("/tts/clear").expect(200))) : account.tip("Ada"));
            }
            return mine;
        });

        results.getFirst().forEach(count -> clearings.add(Integer.valueOf(count)));
        results.subList(1, results.size()).forEach(sent::addAll);
        List<String> left = waiting();
        int cleared = clearings.stream().mapToInt(Integer::intValue).sum();
        assertThat(cleared + left.size()).isEqualTo(sent.size());
        assertThat(sent).containsAll(left);
        await().untilAsserted(() -> assertThat(account.rows("CLEARED#")).isEmpty());
        assertThat(waiting()).isEqualTo(left);
    }

    @Test
    void aPageAfterATipLeavesOutWhatIsClearedAndNotSweptYet() throws InterruptedException {
        List<String> cleared = List.of(account.tip("Ada"), account.tip("Bea"));
        Service service = account.service();
        service.stack().queueTriggers().pause();
        try {
            assertThat(cleared(api.post("/tts/clear").expect(200))).isEqualTo(2);
            List<String> later = List.of(account.tip("Cy"), account.tip("Dee"));

            for (String after : cleared) {
                assertThat(api.get("/tts/queue?after=" + after).each("items", "order_id"))
                        .isEqualTo(later);
            }
            Answer page = api.get("/tts/queue?limit=1&after=" + cleared.getFirst());
            assertThat(page.each("items", "order_id")).containsExactly(later.getFirst());
            assertThat(page.at("next_cursor")).isEqualTo(later.getFirst());
        } finally {
            service.stack().queueTriggers().resume();
        }
    }

    @Test
    void clearingAnEmptyQueueCountsNothing() {
        assertThat(api.post("/tts/clear").expect(200).json())
                .isEqualTo(Map.of("success", true, "cleared", new BigDecimal(0)));
    }

    private List<String> waiting() {
        return api.get("/tts/queue").expect(200).each("items", "order_id");
    }

    private static int cleared(Answer answer) {
        return ((BigDecimal) Objects.requireNonNull(answer.at("cleared"))).intValueExact();
    }
}
