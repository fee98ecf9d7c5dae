package streamerapi.money;

import org.junit.jupiter.api.Test;
import streamerapi.service.TestClock;
import streamerapi.shared.aws.AwsAnswer;
import streamerapi.shared.aws.AwsTransport;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Partitions;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;

import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// The days of a report for which more tips were asked than are read at once.
class MoneyBookTest {

    private static final String TENANT = "ten_1";
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final LocalDate FIRST = LocalDate.parse("2026-11-02");
    private static final LocalDate LAST = LocalDate.parse("2026-11-04");

    private final AwsTransport memory = new TableService(MemoryTable.ofInserts(row -> {})).transport();
    private final Table table = TableService.over(this::counted);
    private final MoneyBook book = new MoneyBook(table, new TestClock());

    private int queries;

    private AwsAnswer counted(String operation, byte[] body) throws IOException {
        queries += operation.equals("Query") ? 1 : 0;
        return memory.once(operation, body);
    }

    /// Tips of a day, a second apart, from the first moment of the day there.
    private void tips(LocalDate day, int count) {
        Instant begin = day.atStartOfDay(BERLIN).toInstant();
        for (int n = 0; n < count; n++) {
            String id = "tip_" + begin.plusSeconds(n).toEpochMilli() + "_ab12cd";
            table.write(List.of(Write.put(Row.of(Keys.tip(TENANT, id)).with(Attribute.text("source"), "manual"))));
        }
    }

    private MoneyReport report(int most) {
        return book.report(TENANT, FIRST, LAST, BERLIN, most);
    }

    @Test
    void aReportOfFewTipsBeginsWhereItWasAskedTo() {
        tips(FIRST.minusDays(1), 600);
        tips(FIRST, 10);
        MoneyReport report = report(500);
        assertThat(report.from()).isEqualTo(FIRST);
        assertThat(report.isCut()).isFalse();
    }

    @Test
    void aReportOfManyTipsHasWholeDaysAlone() {
        tips(FIRST, 200);
        tips(FIRST.plusDays(1), 300);
        tips(LAST, 600);
        MoneyReport report = report(500);
        assertThat(report.from()).as("the first day was read in part").isEqualTo(FIRST.plusDays(1));
        assertThat(report.to()).isEqualTo(LAST);
        assertThat(report.isCut()).isTrue();
    }

    @Test
    void theNewestDayIsReadWhole() {
        tips(FIRST, 1);
        tips(LAST, 1_200);
        assertThat(report(500).from()).isEqualTo(FIRST);
        tips(FIRST.plusDays(1), 900);
        assertThat(report(500).from()).isEqualTo(LAST);
    }

    /// Each page asks every archived month from the first day on.
    @Test
    void manyTipsAreReadInFewPages() {
        List<String> months = IntStream.range(0, 40)
                .mapToObj(i -> YearMonth.from(FIRST).plusMonths(i).toString())
                .toList();
        table.write(List.of(
                Write.put(Row.of(Partitions.archived(TENANT, Keys.TIP)).with(Attribute.texts("months"), months))));
        tips(FIRST, 1_000);
        tips(FIRST.plusDays(1), 5_000);
        tips(LAST, 4_000);
        queries = 0;
        assertThat(report(20_000).isCut()).isFalse();
        assertThat(queries).isLessThan(6 * months.size());
    }
}
