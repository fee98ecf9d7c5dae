package streamerapi.money;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.Provider;
import streamerapi.queues.Archive;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.tips.BlockedPayments;
import streamerapi.tips.BookedPayment;
import streamerapi.tips.KeptOutCharge;
import streamerapi.tts.Tip;

import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// Sums an account's payments by reading its tips, whose keys stand in the order of time. A sum that each payment adds
/// to would cost each payment; this costs who looks, and is as exact as the tips.
public final class MoneyBook {

    /// How many tips a report reads before it is cut to whole days.
    static final int MAX_TIPS = 20_000;

    /// How many charges of tips that were kept out a report lists.
    static final int MAX_KEPT_OUT = 100;

    private static final int DEFAULT_DAYS = 30;
    private static final int MAX_DAYS = 92;

    /// How many tips the first page has. Each later one has up to twice as many as the one before: a page asks every
    /// archived month since the days that are asked for.
    private static final int PAGE = 500;

    private static final List<Provider> LOOKED_AT = List.of(Provider.STRIPE, Provider.PAYPAL);

    private final Table table;
    private final InstantSource clock;

    public MoneyBook(Table table, InstantSource clock) {
        this.table = table;
        this.clock = clock;
    }

    /// The report that is asked for.
    ///
    /// @param sentFrom the first day; null for 30 days
    /// @param sentTo the last day; null for today
    /// @param zone in which the days begin
    /// @throws Problem `bad_request` with `field` `from` or `to`
    public MoneyReport report(String tenantId, @Nullable LocalDate sentFrom, @Nullable LocalDate sentTo, ZoneId zone) {
        LocalDate to = sentTo == null ? LocalDate.ofInstant(clock.instant(), zone) : sentTo;
        if (to.getYear() < 2000 || to.getYear() > 2200) {
            throw Problem.badField("to", "to must be a day between 2000 and 2200");
        }
        LocalDate from = sentFrom == null ? to.minusDays(DEFAULT_DAYS - 1) : sentFrom;
        if (from.isAfter(to)) {
            throw Problem.badField("from", "from is after to: choose an earlier day");
        }
        if (from.until(to, ChronoUnit.DAYS) >= MAX_DAYS) {
            throw Problem.badField("from", "from is too early: the range can have at most " + MAX_DAYS + " days");
        }
        return report(tenantId, from, to, zone, MAX_TIPS);
    }

    /// @param most how many tips are read before it is cut; the newest day is read whole in any case
    MoneyReport report(String tenantId, LocalDate from, LocalDate to, ZoneId zone, int most) {
        List<Row> tips = new ArrayList<>();
        String first = key(tenantId, start(from, zone)).sort();
        String bound = key(tenantId, start(to.plusDays(1), zone)).sort();
        Archive.ByKey all = Archive.ByKey.since(table, tenantId, Tip.INDEX, start(from, zone));
        boolean isAtEnd = false;
        int size = PAGE;
        while (!isAtEnd && (tips.size() < most || dayOf(tips.getLast(), zone).equals(dayOf(tips.getFirst(), zone)))) {
            List<Row> page = all.newest(key(tenantId).sort(), bound, size);
            page.stream().filter(row -> row.key().sort().compareTo(first) >= 0).forEach(tips::add);
            isAtEnd = page.size() < size || page.getLast().key().sort().compareTo(first) < 0;
            bound = page.isEmpty() ? bound : page.getLast().key().sort();
            size = Math.clamp(most - tips.size(), PAGE, 2 * size);
        }
        LocalDate begin = isAtEnd ? from : dayOf(tips.getLast(), zone).plusDays(1);
        List<BlockedPayments.BlockedPayment> blocked =
                BlockedPayments.between(table, tenantId, start(begin, zone), start(to.plusDays(1), zone));
        List<BookedPayment> payments = Stream.concat(
                        tips.stream().map(row -> BookedPayment.of(new Tip(row))).filter(Objects::nonNull),
                        blocked.stream().map(BlockedPayments.BlockedPayment::money))
                .filter(payment -> !payment.at().isBefore(start(begin, zone)))
                .toList();
        List<KeptOutCharge> keptOut = Stream.concat(
                        tips.stream().map(row -> KeptOutCharge.of(new Tip(row))),
                        blocked.stream().map(KeptOutCharge::of))
                .filter(Objects::nonNull)
                .filter(charge -> !charge.money().at().isBefore(start(begin, zone)))
                .sorted(Comparator.comparing(
                                (KeptOutCharge charge) -> charge.money().at())
                        .reversed())
                .limit(MAX_KEPT_OUT)
                .toList();
        return MoneyReport.of(begin, to, zone, !isAtEnd, payments, keptOut, looks(tenantId));
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

    private static Instant start(LocalDate day, ZoneId zone) {
        return day.atStartOfDay(zone).toInstant();
    }

    /// The beginning of the keys of tips that are no replays.
    private static Key key(String tenantId) {
        return Keys.tip(tenantId, "tip_");
    }

    /// The key before which the tips of earlier times stand.
    private static Key key(String tenantId, Instant time) {
        return Keys.tip(tenantId, "tip_" + time.toEpochMilli());
    }

    private static LocalDate dayOf(Row tip, ZoneId zone) {
        String orderId = tip.key().sort().substring(Keys.TIP.length());
        return LocalDate.ofInstant(Objects.requireNonNull(Ids.timeOfOrder(orderId)), zone);
    }
}
