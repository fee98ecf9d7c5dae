package streamerapi.money;

import streamerapi.connections.Provider;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.tips.BlockedPayments;
import streamerapi.tips.BookedPayment;
import streamerapi.tts.Tip;

import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// Sums an account's payments by reading its tips, whose keys stand in the order of time. A sum that each payment adds
/// to would cost each payment; this costs who looks, and is as exact as the tips.
public final class MoneyBook {

    /// How many tips a report reads before it is cut to whole days.
    static final int MAX_TIPS = 20_000;

    private static final int PAGE = 500;
    private static final List<Provider> LOOKED_AT = List.of(Provider.STRIPE, Provider.PAYPAL);

    private final Table table;
    private final InstantSource clock;

    public MoneyBook(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// Today, UTC.
    LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    /// The report of these days.
    public MoneyReport report(String tenantId, LocalDate from, LocalDate to) {
        return report(tenantId, from, to, MAX_TIPS);
    }

    /// @param most how many tips are read before it is cut; the newest day is read whole in any case
    MoneyReport report(String tenantId, LocalDate from, LocalDate to, int most) {
        List<Row> tips = new ArrayList<>();
        String first = key(tenantId, start(from)).sort();
        String bound = key(tenantId, start(to.plusDays(1))).sort();
        boolean isAtEnd = false;
        while (!isAtEnd && (tips.size() < most || dayOf(tips.getLast()).equals(dayOf(tips.getFirst())))) {
            List<Row> page =
                    table.query(Query.of(Keys.account(tenantId), key(tenantId).sort())
                            .newestFirst()
                            .after(bound)
                            .limit(PAGE));
            page.stream().filter(row -> row.key().sort().compareTo(first) >= 0).forEach(tips::add);
            isAtEnd = page.size() < PAGE || page.getLast().key().sort().compareTo(first) < 0;
            bound = page.isEmpty() ? bound : page.getLast().key().sort();
        }
        LocalDate begin = isAtEnd ? from : dayOf(tips.getLast()).plusDays(1);
        List<BookedPayment> payments = Stream.concat(
                        tips.stream().map(row -> BookedPayment.of(new Tip(row))).filter(Objects::nonNull),
                        BlockedPayments.between(table, tenantId, start(begin), start(to.plusDays(1))).stream())
                .filter(payment -> !payment.at().isBefore(start(begin)))
                .toList();
        return MoneyReport.of(begin, to, !isAtEnd, payments, looks(tenantId));
    }

    private List<Reconciliation> looks(String tenantId) {
        Map<Key, Row> rows = table.getAll(LOOKED_AT.stream()
                .map(provider -> Reconciliation.key(tenantId, provider))
                .toArray(Key[]::new));
        return LOOKED_AT.stream()
                .map(provider ->
                        Reconciliation.of(tenantId, provider, rows.get(Reconciliation.key(tenantId, provider))))
                .filter(Objects::nonNull)
                .toList();
    }

    private static Instant start(LocalDate day) {
        return day.atStartOfDay().toInstant(ZoneOffset.UTC);
    }

    /// The beginning of the keys of tips that are no replays.
    private static Key key(String tenantId) {
        return Keys.tip(tenantId, "tip_");
    }

    /// The key before which the tips of earlier times stand.
    private static Key key(String tenantId, Instant time) {
        return Keys.tip(tenantId, "tip_" + time.toEpochMilli());
    }

    private static LocalDate dayOf(Row tip) {
        String sort = tip.key().sort();
        long millis = Long.parseLong(sort.split("_", -1)[1]);
        return LocalDate.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
    }
}
