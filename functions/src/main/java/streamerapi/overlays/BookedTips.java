package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.ledger.Ledger;
import streamerapi.queues.Standing;
import streamerapi.shared.events.EventLog;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Table;
import streamerapi.tts.Tip;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The highest tips by the account's books, for a day of which the log has more events than are read. The books have a
/// small row for each tip, so they cost less than the events.
final class BookedTips {

    /// How many of the highest are looked at: some can be of tips that were removed, or paid in another currency.
    private static final int LOOKED_AT = 20;

    /// The most by which an event's id can be older than its tip: the clocks of two processes differ.
    private static final Duration SKEW = Duration.ofSeconds(1);

    private final Table table;
    private final Ledger ledger;
    private final EventLog log;

    BookedTips(Table table, EventLog log, InstantSource clock) {
        this.table = table;
        this.ledger = new Ledger(table, clock);
        this.log = log;
    }

    /// The highest tip in a currency that came from a time on and before another, and of equal ones the first; null if
    /// there is none.
    @Nullable
    Happening top(String tenantId, String currency, Instant from, Instant to) {
        List<Ledger.Booked> largest = ledger.largest(tenantId, currency, from, to, LOOKED_AT);
        Map<String, Tip> tips =
                Tip.INDEX
                        .findAll(
                                table,
                                tenantId,
                                largest.stream().map(Ledger.Booked::id).toList())
                        .stream()
                        .map(Tip::new)
                        .collect(Collectors.toMap(Tip::orderId, Function.identity()));
        return largest.stream()
                .map(booked -> tips.get(booked.id()))
                .filter(tip -> tip != null
                        && tip.standing() != Standing.REMOVED
                        && tip.currency().equals(currency))
                .map(tip -> happening(tenantId, tip))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private @Nullable Happening happening(String tenantId, Tip tip) {
        Instant came = Objects.requireNonNull(tip.queuedAt());
        LoggedEvent created = log.first(
                tenantId,
                EventType.TIP_CREATED,
                came.minus(SKEW),
                event -> tip.orderId().equals(data(event).get("order_id")));
        return created == null ? null : Happening.of(created, Json.readObject(created.bytes()));
    }

    private static Map<String, @Nullable Object> data(LoggedEvent event) {
        return Json.asObject(Json.readObject(event.bytes()).get("data"));
    }
}
