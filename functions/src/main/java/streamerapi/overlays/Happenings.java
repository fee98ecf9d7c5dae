package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.filter.CleanText;
import streamerapi.ledger.RecentIncome;
import streamerapi.settings.Settings;
import streamerapi.settings.TimeZones;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.events.Channel;
import streamerapi.shared.events.EventLog;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.tasks.Async;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// The latest tips and alerts of an account, read backwards from the log, as an overlay's page needs them when it is
/// opened. A tip that was removed or cleared before it was played is none of them. Names stand there as the account's
/// filter leaves them now.
final class Happenings {

    private static final int READ_AT_ONCE = 100;
    private static final int MAX_READS = 5;

    /// The longest day: one on which clocks go back.
    private static final int MAX_DAY_SECONDS = 48 * 60 * 60;

    private final Table table;
    private final EventLog log;
    private final RecentIncome income;
    private final BookedTips booked;
    private final InstantSource clock;

    Happenings(Table table, InstantSource clock) {
        this.table = table;
        this.log = new EventLog(table);
        this.income = new RecentIncome(table, clock);
        this.booked = new BookedTips(table, log, clock);
        this.clock = clock;
    }

    /// The latest of each kind.
    ///
    /// @param events newest first
    /// @param paidToday in the account's currency
    /// @param left how long the day still lasts
    record Latest(
            List<Happening> events,
            @Nullable Happening tip,
            @Nullable Happening follower,
            @Nullable Happening subscriber,
            @Nullable Happening topTipToday,
            BigDecimal paidToday,
            String currency,
            Duration left) {

        static final Schema<Latest> SCHEMA =
                Schema.shown("OverlayLatest", "The latest tips and alerts, and the sum of today.", s -> {
                    s.list("events", Latest::events, Happening.SCHEMA).doc("The last 12, newest first.");
                    s.object("latest_tip", Latest::tip, Happening.SCHEMA).orNull();
                    s.object("latest_follower", Latest::follower, Happening.SCHEMA)
                            .orNull();
                    s.object("latest_subscriber", Latest::subscriber, Happening.SCHEMA)
                            .orNull()
                            .doc("Of a subscription that was bought or renewed; the giver of one that was given.");
                    s.object("top_tip_today", Latest::topTipToday, Happening.SCHEMA)
                            .orNull()
                            .doc("The highest paid tip of the day in the account's currency, refunded or not.");
                    s.money("paid_today", Latest::paidToday)
                            .between(Long.MIN_VALUE, Long.MAX_VALUE)
                            .doc(
                                    "The sum of the paid tips of the day (in the channel's `time_zone`) that count in the account's currency, less their refunds.")
                            .example(new BigDecimal("42.5"));
                    s.text("currency", Latest::currency)
                            .component("Currency")
                            .doc("The account's.")
                            .example("USD");
                    s.int32(
                                    "day_left_seconds",
                                    latest -> Math.toIntExact(latest.left().toSeconds()))
                            .between(0, MAX_DAY_SECONDS)
                            .doc("How long the day still lasts: ask again then.")
                            .example(30_600);
                });
    }

    /// The latest on an overlay. Days are those of the channel's time zone.
    ///
    /// @param scopes of the credential that asks, which open tips and alerts as they open their events
    /// @throws Problem `not_found`
    Latest latest(String tenantId, String overlayId, Set<Scope> scopes) {
        Async<List<LoggedEvent>> newest = Async.start(() -> log.before(tenantId, null, READ_AT_ONCE));
        Key overlay = Keys.overlay(tenantId, overlayId);
        Key account = Keys.profile(tenantId);
        Map<Key, Row> rows = table.getAll(overlay, account);
        if (!rows.containsKey(overlay) || !Overlay.isId(overlayId)) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        Row channel = Objects.requireNonNull(rows.get(account));
        String currency = channel.get(Settings.CURRENCY);
        ZoneId zone = TimeZones.of(channel);
        Instant now = clock.instant();
        LocalDate date = LocalDate.ofInstant(now, zone);
        Instant today = date.atStartOfDay(zone).toInstant();
        Duration left = Duration.between(now, date.plusDays(1).atStartOfDay(zone));
        Async<BigDecimal> paidToday = Async.start(() -> income.since(tenantId, currency, today));
        CleanText clean = new CleanText(Settings.of(channel));
        Visible visible = new Visible(clean, scopes);
        FoundHappenings found = found(tenantId, newest.join(), today, visible);
        Happening top = top(tenantId, found, today, currency, visible);
        return found.latest(top, paidToday.join(), currency, left);
    }

    /// The highest tip of the day: the higher one of those that were found and those that came before them.
    private @Nullable Happening top(
            String tenantId, FoundHappenings found, Instant today, String currency, Visible visible) {
        Happening top = found.top(today, currency);
        Instant readTo = found.readTo();
        if (readTo == null || readTo.isBefore(today) || !visible.hasTips()) {
            return top;
        }
        Happening before = booked.top(tenantId, currency, today, readTo);
        return before == null || (top != null && amount(top).compareTo(amount(before)) > 0)
                ? top
                : before.named(visible.clean::orNull);
    }

    private static BigDecimal amount(Happening paid) {
        return Objects.requireNonNull(paid.amount());
    }

    /// Reads on until everything is found, at most 500 events: what is older is not known.
    private FoundHappenings found(String tenantId, List<LoggedEvent> newest, Instant today, Visible visible) {
        FoundHappenings found = new FoundHappenings();
        RemovedTips removed = new RemovedTips();
        List<LoggedEvent> events = newest;
        events.forEach(event -> take(event, removed, visible, found));
        for (int reads = 1; reads < MAX_READS && events.size() == READ_AT_ONCE && !found.isEnough(today); reads++) {
            events = log.before(tenantId, events.getLast().place(), READ_AT_ONCE);
            events.forEach(event -> take(event, removed, visible, found));
        }
        if (events.size() == READ_AT_ONCE) {
            found.readTo(events.getLast().created());
        }
        return found;
    }

    /// The part of the log that may be shown.
    ///
    /// @param clean leaves of a name what the account's filter leaves now
    private record Visible(CleanText clean, Set<Scope> scopes) {
        boolean hasTips() {
            return Channel.TIPS.openTo(scopes);
        }

        boolean has(LoggedEvent event) {
            return event.knownType()
                    .filter(type -> type.channel().openTo(scopes))
                    .isPresent();
        }
    }

    private static void take(LoggedEvent event, RemovedTips removed, Visible visible, FoundHappenings found) {
        Map<String, @Nullable Object> envelope = Json.readObject(event.bytes());
        Map<String, @Nullable Object> data = Json.asObject(envelope.get("data"));
        removed.note(event, data);
        if (Happening.isOne(event, data) && visible.has(event) && !removed.has(event, data)) {
            found.add(Happening.of(event, envelope).named(visible.clean::orNull));
        }
    }
}
