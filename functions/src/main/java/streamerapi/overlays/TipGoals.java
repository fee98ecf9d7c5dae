package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.ledger.CurrencySum;
import streamerapi.ledger.Ledger;
import streamerapi.settings.PaidCurrencies;
import streamerapi.settings.Settings;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Changes;
import streamerapi.shared.schema.Numbers;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// The tip goals of overlays: payments that count in the account's currency, and sums added by hand.
public final class TipGoals {
    private static final Attribute<String> CURRENCY = Attribute.text("currency");

    private final Table table;
    private final Ledger ledger;
    private final Commands commands;
    private final Ids ids;
    private final InstantSource clock;

    public TipGoals(Table table, Ids ids, InstantSource clock) {
        this.table = table;
        this.ledger = new Ledger(table, clock);
        this.commands = new Commands(ids, clock);
        this.ids = ids;
        this.clock = clock;
    }

    /// An overlay's goal.
    ///
    /// @throws Problem `not_found`
    TipGoal.TipGoalProgress get(String tenantId, String overlayId) {
        Seen seen = see(tenantId, overlayId);
        return shown(tenantId, seen, current(tenantId, seen));
    }

    /// An overlay's goal as it is answered.
    ///
    /// @throws Problem `not_found`
    public Map<String, @Nullable Object> json(String tenantId, String overlayId) {
        return TipGoal.TipGoalProgress.SCHEMA.json(get(tenantId, overlayId));
    }

    /// An overlay as its own key reads it: as it is answered, with its goal, the number of its live sockets, and the
    /// path of the account's tip page, or null.
    ///
    /// @throws Problem `not_found`
    public Map<String, @Nullable Object> shown(String tenantId, String overlayId) {
        Seen seen = see(tenantId, overlayId);
        Map<String, @Nullable Object> shown = Overlay.of(seen.overlay).json(true, null);
        shown.put("tip_goal", TipGoal.TipGoalProgress.SCHEMA.json(shown(tenantId, seen, current(tenantId, seen))));
        shown.put("sockets", seen.presence.sockets(clock.instant()));
        shown.put("tip_page", seen.tipPage);
        return shown;
    }

    /// The ids of the overlays whose goals are enabled, the oldest first.
    public List<String> enabled(String tenantId) {
        return enabledRows(tenantId).map(row -> Overlay.id(row.key())).toList();
    }

    private Stream<Row> enabledRows(String tenantId) {
        return table.query(Query.of(Keys.account(tenantId), Keys.OVERLAY)).stream()
                .filter(row ->
                        Overlay.isId(Overlay.id(row.key())) && TipGoal.of(row).enabled())
                .sorted(Comparator.comparing(row -> row.get(Overlay.CREATED_AT)));
    }

    /// How far a goal has come, as a page for viewers shows it.
    public record Progress(String title, BigDecimal amount, BigDecimal current) {}

    /// The goal of the account's oldest overlay whose goal is enabled and runs now; null if there is none.
    public @Nullable Progress first(String tenantId) {
        return enabledRows(tenantId)
                .filter(row -> TipGoal.of(row).covers(clock.instant()))
                .findFirst()
                .map(row -> get(tenantId, Overlay.id(row.key())))
                .map(shown -> new Progress(shown.goal().title(), shown.goal().amount(), shown.current()))
                .orElse(null);
    }

    /// Changes a goal, and reloads the overlay's browser source if it is another then.
    ///
    /// @throws Problem `not_found`; `bad_request` with `field`
    Outcome<?> change(String tenantId, String overlayId, Changes<TipGoal> changes) {
        Row row = overlay(overlayId, table.get(Keys.overlay(tenantId, overlayId)));
        TipGoal before = TipGoal.of(row);
        TipGoal after = changes.appliedTo(before, Map.of()).checked();
        if (after.equals(before)) {
            return Outcome.empty();
        }
        Write write =
                after.changing(row.key(), before).when(Condition.all(Condition.rowExists(), TipGoal.unchanged(row)));
        return Outcome.empty().writing(write, commands.reload(tenantId, List.of(overlayId)));
    }

    /// Adds to a goal what came in elsewhere, or takes away; tells the overlay how the goal stands then. That is the
    /// sum that was read, and the amount: additions of the same moment are not in it.
    ///
    /// @param amount with at most two decimals
    /// @throws Problem `not_found`
    Outcome<TipGoal.TipGoalProgress> add(String tenantId, String overlayId, BigDecimal amount) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Seen seen = see(tenantId, overlayId);
        BigDecimal before = current(tenantId, seen);
        BigDecimal after = seen.goal.covers(now) ? Numbers.plain(before.add(amount)) : before;
        TipGoal.TipGoalProgress goal = shown(tenantId, seen, after);
        Outcome<TipGoal.TipGoalProgress> added = Outcome.of(goal)
                .writing(commands.tipGoal(tenantId, overlayId, TipGoal.TipGoalProgress.SCHEMA.json(goal)))
                .writing(Ledger.entry(tenantId, overlayId, now, ids.next(), amount));
        return seen.isAdjusted() ? added : added.writing(noteAdjusted(tenantId, overlayId));
    }

    /// Notes, with the first addition, that there are any. Later ones leave the row alone, so that many at once do not
    /// wait for it.
    private static Write noteAdjusted(String tenantId, String overlayId) {
        return Write.update(Keys.overlay(tenantId, overlayId))
                .set(TipGoal.ADJUSTED, true)
                .when(Condition.rowExists())
                .orElse(current -> Problem.of(ErrorCode.NOT_FOUND));
    }

    /// A goal, whose it is, and which currency counts.
    ///
    /// @param otherCurrencies in which tips were paid beside it
    /// @param tipPage the path of the account's tip page, or null
    /// @param overlay the row of the goal and of the overlay's other fields, which few ask for
    private record Seen(
            Row overlay,
            TipGoal goal,
            String currency,
            List<String> otherCurrencies,
            Presence presence,
            @Nullable String tipPage) {

        /// Whether something was ever added by hand.
        boolean isAdjusted() {
            return overlay.get(TipGoal.ADJUSTED);
        }

        String overlayId() {
            return Overlay.id(overlay.key());
        }
    }

    private Seen see(String tenantId, String overlayId) {
        Key key = Keys.overlay(tenantId, overlayId);
        Key account = Keys.profile(tenantId);
        Key presence = Keys.presence(tenantId, overlayId);
        Map<Key, Row> rows = table.getAll(key, account, presence);
        Row overlay = overlay(overlayId, rows.get(key));
        Row owner = Objects.requireNonNull(rows.get(account));
        return new Seen(
                overlay,
                TipGoal.of(overlay),
                owner.get(CURRENCY),
                PaidCurrencies.of(owner),
                new Presence(presence, rows.get(presence)),
                Settings.of(owner).tipPage().path());
    }

    private static Row overlay(String overlayId, @Nullable Row row) {
        if (row == null || !Overlay.isId(overlayId)) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return row;
    }

    private TipGoal.TipGoalProgress shown(String tenantId, Seen seen, BigDecimal current) {
        List<CurrencySum> others = seen.otherCurrencies.stream()
                .map(other -> new CurrencySum(
                        other, ledger.sum(tenantId, List.of(other), seen.goal.startsAt(), seen.goal.endsAt())))
                .filter(other -> other.amount().signum() != 0)
                .toList();
        return new TipGoal.TipGoalProgress(seen.goal, current, seen.currency, others);
    }

    private BigDecimal current(String tenantId, Seen seen) {
        List<String> counted = seen.isAdjusted() ? List.of(seen.currency, seen.overlayId()) : List.of(seen.currency);
        return ledger.sum(tenantId, counted, seen.goal.startsAt(), seen.goal.endsAt());
    }
}
