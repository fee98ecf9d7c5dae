package streamerapi.leaderboard;

import org.jspecify.annotations.Nullable;
import streamerapi.ledger.CurrencySum;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.schema.Schema;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// The supporters of a period, the most first.
///
/// @param startsAt when the period began; null for all time
/// @param otherSums what came in the currencies that are not ranked, in alphabetical order
public record Board(Period period, @Nullable Instant startsAt, List<Entry> entries, List<CurrencySum> otherSums) {

    /// The most entries of a board.
    static final int MAX_ENTRIES = 100;

    /// Its shape in JSON.
    public static final Schema<Board> SCHEMA = Schema.shown("Leaderboard", "The supporters who gave most.", s -> {
        s.oneOf("period", board -> board.period.label(), Period.LABELS);
        s.time("starts_at", Board::startsAt).orNull().doc("When the period began; null for `all`.");
        s.list("entries", Board::entries, Entry.SCHEMA).between(0, MAX_ENTRIES).doc("The most first.");
        s.list("other_sums", Board::otherSums, CurrencySum.SCHEMA)
                .doc("Sums of payments in other currencies without a rate in this period, one for each; they are not"
                        + " ranked.");
    });

    static Board of(
            Period period,
            @Nullable Instant startsAt,
            List<Supporter> ranked,
            String currency,
            List<CurrencySum> otherSums) {
        List<Entry> entries = new ArrayList<>();
        ranked.forEach(supporter -> entries.add(new Entry(entries.size() + 1, supporter, currency)));
        return new Board(period, startsAt, entries, otherSums);
    }

    /// This board with each name as `clean` leaves it.
    Board named(UnaryOperator<String> clean) {
        return new Board(
                period,
                startsAt,
                entries.stream()
                        .map(entry -> new Entry(entry.rank, entry.supporter.named(clean), entry.currency))
                        .toList(),
                otherSums);
    }

    /// Its first entries.
    Board first(int limit) {
        return entries.size() <= limit
                ? this
                : new Board(period, startsAt, List.copyOf(entries.subList(0, limit)), otherSums);
    }

    /// A supporter's place.
    ///
    /// @param rank 1 for the first
    /// @param currency the account's
    public record Entry(int rank, Supporter supporter, String currency) {

        static final Schema<Entry> SCHEMA = Schema.shown("LeaderboardEntry", "A supporter's place.", s -> {
            s.int32("rank", Entry::rank).between(1, MAX_ENTRIES);
            s.text(Supporter.NAME.name(), Entry::name)
                    .doc("As of the latest tip, and as the account's filter leaves it now.")
                    .example("NovaFox");
            s.choice(Supporter.PLATFORM.name(), entry -> entry.supporter.platform(), Platform.ALL)
                    .orNull()
                    .doc("Platform of the donor's account; null for an anonymous donor.")
                    .example(Platform.ALPHA.label());
            s.text(Supporter.USER_ID.name(), entry -> entry.supporter.userId())
                    .orNull()
                    .doc("The donor's id on that platform; null for an anonymous donor.")
                    .example("48213377");
            s.money("total_amount", Entry::amount)
                    .doc("Exact to 2 decimals, refunds taken off.")
                    .example(new BigDecimal("812.5"));
            s.text("currency", Entry::currency).component("Currency").example("USD");
            s.integer("tip_count", entry -> entry.supporter.tips())
                    .between(1, Long.MAX_VALUE)
                    .doc("The number of tips, without fully refunded ones.")
                    .example(17);
            s.time(Supporter.LAST_TIP_AT.name(), entry -> entry.supporter.lastTipAt());
        });

        /// The supporter's name as of the last tip.
        public String name() {
            return supporter.name();
        }

        /// The supporter's sum.
        public BigDecimal amount() {
            return supporter.amount();
        }
    }
}
