package streamerapi.templates;

import org.jspecify.annotations.Nullable;
import streamerapi.leaderboard.Leaderboard;
import streamerapi.leaderboard.Period;
import streamerapi.overlays.TipGoals;
import streamerapi.queues.Archive;
import streamerapi.settings.Currencies;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The facts about tips that chat can ask for: the last one, who tipped most, and how the tip goal stands.
public final class TipFacts {

    private static final int PAGE = 10;

    /// How many pages are read for the last tip: before it, there can be tests, and tips that wait or were rejected.
    private static final int MAX_PAGES = 20;

    private static final String TIPS = Keys.TIP + "tip_";

    /// It sorts behind every digit, with which the rest of an order id begins.
    private static final String BEHIND_ALL = TIPS + ":";

    private static final String NO_TIP = "no tip yet";

    private final Table table;
    private final TipGoals goals;
    private final Leaderboard leaderboard;

    public TipFacts(Table table, TipGoals goals, Leaderboard leaderboard) {
        this.table = table;
        this.goals = goals;
        this.leaderboard = leaderboard;
    }

    /// The newest tip that the streamer let in, `NovaFox (12.50 EUR)`; `no tip yet` if there is none. Replays and tests
    /// do not count, nor does a tip that waits for a decision or was rejected.
    String last(String tenantId) {
        Query newest = Query.of(Keys.account(tenantId), TIPS).newestFirst().limit(PAGE);
        List<Row> page = table.query(newest);
        Optional<Tip> last = lastOf(page);
        for (int read = 1; last.isEmpty() && page.size() == PAGE && read < MAX_PAGES; read++) {
            page = table.query(newest.after(page.getLast().key().sort()));
            last = lastOf(page);
        }
        return last.or(() -> archived(tenantId)).map(TipFacts::tip).orElse(NO_TIP);
    }

    /// The newest one among those that were archived, which all can be after a break of two months.
    private Optional<Tip> archived(String tenantId) {
        Archive.ByKey all = Archive.ByKey.since(table, tenantId, Tip.INDEX, Instant.EPOCH);
        List<Row> page = all.newest(TIPS, BEHIND_ALL, PAGE);
        Optional<Tip> last = lastOf(page);
        for (int read = 1; last.isEmpty() && page.size() == PAGE && read < MAX_PAGES; read++) {
            page = all.newest(TIPS, page.getLast().key().sort(), PAGE);
            last = lastOf(page);
        }
        return last;
    }

    private static Optional<Tip> lastOf(List<Row> newestFirst) {
        return newestFirst.stream()
                .map(Tip::new)
                .filter(tip -> tip.queuedAt() != null && !tip.isTest())
                .findFirst();
    }

    /// The person who paid most of all time, `NovaFox (812.50 EUR)`; `no tip yet` if there is none.
    String top(String tenantId, String currency) {
        return leaderboard.board(tenantId, Period.ALL, 1).entries().stream()
                .findFirst()
                .map(first -> first.name() + " (" + shown(first.amount(), currency) + " " + currency + ")")
                .orElse(NO_TIP);
    }

    /// The enabled goal of the account's oldest overlay that has one, `120.00 of 500.00 EUR`; else `no goal`.
    String goal(String tenantId, String currency) {
        return goals.enabled(tenantId).stream()
                .findFirst()
                .map(id -> goals.json(tenantId, id))
                .map(goal -> shown(money(goal, "current"), currency) + " of " + shown(money(goal, "amount"), currency)
                        + " " + currency)
                .orElse("no goal");
    }

    private static String tip(Tip tip) {
        BigDecimal amount = tip.amount();
        String currency = tip.currency();
        return tip.name()
                + (amount == null || currency == null ? "" : " (" + shown(amount, currency) + " " + currency + ")");
    }

    private static BigDecimal money(Map<String, @Nullable Object> goal, String name) {
        return goal.get(name) instanceof BigDecimal amount ? amount : BigDecimal.ZERO;
    }

    /// An amount with the decimals of its currency.
    private static String shown(BigDecimal amount, String currency) {
        return amount.setScale(Currencies.shownDecimals(amount, currency), RoundingMode.HALF_UP)
                .toPlainString();
    }
}
