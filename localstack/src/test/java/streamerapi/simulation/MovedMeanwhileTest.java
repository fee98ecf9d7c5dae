package streamerapi.simulation;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.queues.Archive;
import streamerapi.shared.aws.AwsTransport;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Partitions;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.tts.Tip;

import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// A tip that moves to the first archived month just before the account's rows are read. The months were read before
/// them, and the tip was in neither place.
@NullMarked
class MovedMeanwhileTest {

    private static final String TENANT = "ten_4t2z4sc3fk3v0";
    private static final YearMonth MONTH = YearMonth.of(2025, 11);

    private final AwsTransport transport = new TableService(MemoryTable.ofInserts(row -> {})).transport();
    private final Table table = TableService.over(transport);
    private final Row tip = Row.of(Keys.tip(TENANT, "tip_1763693883123_4f7k2m9q1x8c3v6b"));
    private boolean hasMoved;

    @Test
    void aTipThatMovesWhileAllAreReadIsRead() {
        table.write(List.of(Write.put(tip)));
        Table meanwhile = TableService.over((operation, body) -> {
            if (operation.equals("Query") && !hasMoved) {
                hasMoved = true;
                move();
            }
            return transport.once(operation, body);
        });
        Instant begin = MONTH.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();

        List<Row> all = Archive.ByKey.since(meanwhile, TENANT, Tip.INDEX, begin)
                .newest(Keys.TIP + "tip_", Keys.TIP + "tip_2", 10);

        assertThat(all)
                .extracting(row -> row.key().sort())
                .containsExactly(tip.key().sort());
    }

    private void move() {
        table.write(List.of(Write.update(Partitions.archived(TENANT, Keys.TIP))
                .set(Attribute.texts("months"), List.of(MONTH.toString()))));
        table.write(List.of(
                Write.put(tip.at(
                        new Key(Partitions.archive(TENANT, MONTH), tip.key().sort()))),
                Write.delete(tip.key())));
    }
}
