package streamerapi.pages;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// A search of played tips, over pages of three tips: t9, t8 and t7, then t6, t5 and t4, then t3, t2 and t1.
@NullMarked
class HistorySearchTest {

    private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

    private final List<String> read = new ArrayList<>();

    /// Each tip was played an hour before midnight in Berlin, on the day of November that it is named for.
    private Fields page(String before) {
        read.add(before);
        int last = before.isEmpty() ? 9 : Integer.parseInt(before.substring(1)) - 1;
        List<Map<String, Object>> tips = new ArrayList<>();
        for (int day = last; day > Math.max(0, last - 3); day--) {
            tips.add(Map.of(
                    "order_id", "t" + day,
                    "played_at", "2026-11-0" + day + "T22:00:00.000Z",
                    "source", day % 2 == 0 ? "api" : "kofi",
                    "name", day == 5 ? "NOVA" : "Ada",
                    "message", day == 1 ? "Hello Nova" : ""));
        }
        return new Fields(Map.of("tips", tips, "has_more", last > 3));
    }

    private HistorySearch.SearchResult run(HistorySearch search, int maxPages, int maxTips) {
        return search.run(ZONE, this::page, maxPages, maxTips);
    }

    private static HistorySearch search(String text, String source, @Nullable LocalDate from, @Nullable LocalDate to) {
        return new HistorySearch(text, source, from, to, "");
    }

    private static List<String> ids(HistorySearch.SearchResult result) {
        return result.tips().stream().map(tip -> tip.text("order_id")).toList();
    }

    @ParameterizedTest
    @CsvSource({"nova, '', t5 t1", "'', kofi, t9 t7 t5 t3 t1", "nova, api, ''", "'', '', t9 t8 t7 t6 t5 t4 t3 t2 t1"})
    void namesMessagesAndSourcesAreLookedForToTheEnd(String text, String source, String found) {
        HistorySearch.SearchResult result = run(search(text, source, null, null), 10, 100);

        assertThat(String.join(" ", ids(result))).isEqualTo(found);
        assertThat(result.next()).isEmpty();
        assertThat(result.isCut()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "jos\u00e9, Jose\u0301",
        "JOSE\u0301, jos\u00e9",
        "strasse, Stra\u00dfe",
        "\uff4e\uff4f\uff56\uff41, Nova",
        "\u03ba\u03c9\u03c3, \u039a\u03a9\u03a3\u03a4\u0391\u03a3",
        "\u039a\u03a9\u03a3, \u03ba\u03c9\u03c3\u03c4\u03b1\u03c2"
    })
    void textsAreFoundHoweverTheirLettersAreWritten(String text, String name) {
        Fields page = new Fields(Map.of(
                "tips",
                List.of(Map.of(
                        "order_id", "t1",
                        "played_at", "2026-11-01T22:00:00.000Z",
                        "source", "api",
                        "name", name,
                        "message", "")),
                "has_more",
                false));

        assertThat(ids(search(text, "", null, null).run(ZONE, before -> page, 1, 1)))
                .containsExactly("t1");
    }

    @Test
    void daysAreThoseOfTheChannelAndNothingOlderIsRead() {
        HistorySearch.SearchResult result =
                run(search("", "", LocalDate.of(2026, 11, 6), LocalDate.of(2026, 11, 8)), 10, 100);

        assertThat(ids(result)).containsExactly("t8", "t7", "t6");
        assertThat(result.next()).isEmpty();
        assertThat(read).containsExactly("", "t7");
    }

    @Test
    void aFullPageGoesOnAfterItsLastTip() {
        HistorySearch.SearchResult result = run(search("", "", null, null), 10, 4);

        assertThat(ids(result)).containsExactly("t9", "t8", "t7", "t6");
        assertThat(result.next()).isEqualTo("t6");
        assertThat(result.isCut()).isFalse();
        HistorySearch goesOn = new HistorySearch("", "", null, null, result.next());
        assertThat(ids(run(goesOn, 10, 100))).containsExactly("t5", "t4", "t3", "t2", "t1");
    }

    @Test
    void aSearchThatHasReadEnoughSaysSo() {
        HistorySearch.SearchResult result = run(search("nova", "", null, null), 2, 100);

        assertThat(ids(result)).containsExactly("t5");
        assertThat(result.next()).isEqualTo("t4");
        assertThat(result.isCut()).isTrue();
    }
}
