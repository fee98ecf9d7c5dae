package streamerapi.leaderboard;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.service.TestClock;
import streamerapi.settings.Settings;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.SumKeys;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;
import streamerapi.simulation.CountedRows;

import java.time.Duration;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// A board of very many donors is not read anew for each who asks; a small one is, so that it is never old.
@NullMarked
class LargeBoardTest {

    private static final String TENANT = "ten_0123456789abc";

    private final TestClock clock = new TestClock();
    private final CountedRows rows = new CountedRows();
    private final Table table = rows.table();
    private final Leaderboard leaderboard = new Leaderboard(table, clock);

    @Test
    void aLargeBoardIsReadOnceAMinute() {
        donors(KeptBoards.LARGE);

        assertThat(first(Period.ALL)).isEqualTo("Donor 19999");
        assertThat(rows.read()).isGreaterThanOrEqualTo(KeptBoards.LARGE);
        donor("Ada", 50_000);
        clock.advance(Duration.ofSeconds(59));
        assertThat(first(Period.ALL)).isEqualTo("Donor 19999");
        assertThat(leaderboard.board(TENANT, Period.ALL, 2).entries()).hasSize(2);
        assertThat(rows.read()).isZero();

        clock.advance(Duration.ofSeconds(2));
        assertThat(first(Period.ALL)).isEqualTo("Ada");
    }

    @Test
    void aSmallBoardIsNeverOld() {
        donors(50);

        assertThat(first(Period.ALL)).isEqualTo("Donor 49");
        donor("Ada", 50_000);
        assertThat(first(Period.ALL)).isEqualTo("Ada");
    }

    private String first(Period period) {
        return leaderboard.board(TENANT, period, 1).entries().getFirst().name();
    }

    private void donors(int count) {
        table.write(List.of(Write.put(Row.of(Keys.profile(TENANT)).with(Settings.CURRENCY, "EUR"))));
        for (int i = 0; i < count; i++) {
            donor("Donor " + i, i + 1);
        }
    }

    /// A donor's row of the year, as a tip makes it.
    private void donor(String name, int hundredths) {
        table.write(List.of(Write.put(
                Row.of(SumKeys.board(TENANT, "Y2026", "EUR", Contribution.donor(name, Platform.ALPHA, name), 0))
                        .with(Supporter.NAME, name)
                        .with(Supporter.PLATFORM, Platform.ALPHA)
                        .with(Supporter.USER_ID, name)
                        .with(Leaderboard.HUNDREDTHS, hundredths)
                        .with(Leaderboard.TIPS, 1)
                        .with(Supporter.LAST_TIP_AT, clock.instant()))));
    }
}
