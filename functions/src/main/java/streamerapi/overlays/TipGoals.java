package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.ledger.Ledger;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Ids;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The tip goals of overlays: what was paid, in the account's currency, and what was added by hand.
public final class TipGoals {

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

    /// An overlay's goal as it is answered.
    ///
    /// @throws Problem `not_found`
    public Map<String, @Nullable Object> json(String tenantId, String overlayId) {
        Seen seen = see(tenantId, overlayId);
        return seen.goal.json(current(tenantId, seen));
    }

    /// An overlay as it is told of itself: as it is answered, with its goal and how many live sockets it has.
    ///
    /// @throws Problem `not_found`
    public Map<String, @Nullable Object> shown(String tenantId, String overlayId) {
        Seen seen = see(tenantId, overlayId);
        Map<String, @Nullable Object> shown = seen.overlay.json(true);
        shown.put("tip_goal", seen.goal.json(current(tenantId, seen)));
        shown.put("sockets", seen.presence.sockets(clock.instant()));
        return shown;
    }

    /// Changes a goal, and reloads the overlay's browser source where something is not what it was.
    ///
    /// @param changes the fields that change; null takes a time back
    /// @throws Problem `not_found`
    Outcome<Boolean> change(String tenantId, String overlayId, Map<String, @Nullable Object> changes) {
        Row before = overlay(overlayId, table.get(Keys.overlay(tenantId, overlayId)));
        Row after = before;
        Write write = Write.update(before.key())
                .when(Condition.rowExists())
                .orElse(current -> Problem.of(ErrorCode.NOT_FOUND));
        for (Map.Entry<String, @Nullable Object> change : changes.entrySet()) {
            String attribute = TipGoal.attribute(change.getKey());
            write.set(attribute, change.getValue());
            after = after.with(attribute, change.getValue());
        }
        return TipGoal.of(after).equals(TipGoal.of(before))
                ? Outcome.of(false)
                : Outcome.of(true).writing(write, commands.reload(tenantId, overlayId));
    }

    /// Adds to a goal what came in elsewhere, or takes away; tells the overlay how the goal stands then.
    ///
    /// @param amount with at most two decimals
    /// @throws Problem `not_found`
    Outcome<Map<String, @Nullable Object>> add(String tenantId, String overlayId, BigDecimal amount) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Seen seen = see(tenantId, overlayId);
        BigDecimal before = current(tenantId, seen);
        BigDecimal after = seen.goal.covers(now) ? before.add(amount) : before;
        Map<String, @Nullable Object> goal = seen.goal.json(after);
        Outcome<Map<String, @Nullable Object>> added = Outcome.of(goal)
                .writing(commands.tipGoal(tenantId, overlayId, goal))
                .writing(Ledger.entry(tenantId, overlayId, now, ids.next(), amount));
        return seen.goal.isAdjusted() ? added : added.writing(noteAdjusted(tenantId, overlayId));
    }

    /// Notes, with the first addition, that there are any. Later ones leave the row alone, so that many at once do not
    /// wait for it.
    private static Write noteAdjusted(String tenantId, String overlayId) {
        return Write.update(Keys.overlay(tenantId, overlayId))
                .set(TipGoal.adjusted(), true)
                .when(Condition.rowExists())
                .orElse(current -> Problem.of(ErrorCode.NOT_FOUND));
    }

    /// A goal, whose it is, and which currency counts.
    private record Seen(Overlay overlay, TipGoal goal, String currency, Presence presence) {}

    private Seen see(String tenantId, String overlayId) {
        Key key = Keys.overlay(tenantId, overlayId);
        Key account = Keys.profile(tenantId);
        Key presence = Keys.presence(tenantId, overlayId);
        Map<Key, Row> rows = table.getAll(key, account, presence);
        Row overlay = overlay(overlayId, rows.get(key));
        return new Seen(
                new Overlay(overlay),
                TipGoal.of(overlay),
                Objects.requireNonNull(rows.get(account)).text("currency"),
                new Presence(presence, rows.get(presence)));
    }

    private static Row overlay(String overlayId, @Nullable Row row) {
        if (row == null || !Overlay.isId(overlayId)) {
            throw Problem.of(ErrorCode.NOT_FOUND);
        }
        return row;
    }

    private BigDecimal current(String tenantId, Seen seen) {
        List<String> counted =
                seen.goal.isAdjusted() ? List.of(seen.currency, seen.overlay.id()) : List.of(seen.currency);
        return ledger.sum(tenantId, counted, seen.goal.startsAt(), seen.goal.endsAt());
    }
}
