package streamerapi.goals;

import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.GoalKeys;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Shards;
import streamerapi.shared.storage.TableReader;
import streamerapi.shared.storage.Write;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// A count of platforms' alerts: of one that comes in, or of all that an account had since it first had a goal or a
/// timer.
///
/// An alert adds to the count in its own transaction, so each counts once. The count is 8 rows, whose sums add up:
/// alerts that come in at once mostly meet different ones.
public record Tally(Map<Counted, Long> counts) {

    /// The count of an alert that counts nothing.
    public static final Tally NOTHING = new Tally(Map.of());

    private static final Attribute.Flag KEPT = Attribute.flag("tallied");
    private static final int SHARDS = 8;

    /// Whether the account has a goal or a timer, or ever had one: others need no count.
    ///
    /// @param account the row of [Keys#profile]
    public static boolean isKept(Row account) {
        return account.get(KEPT);
    }

    /// Has the account's alerts counted from now on.
    static Write keeping(String tenantId) {
        return Write.update(Keys.profile(tenantId)).set(KEPT, true).when(Condition.rowExists());
    }

    /// The write that counts this: part of the change that it comes in with.
    ///
    /// @param id of the message, which names the row
    public List<Write> counted(String tenantId, String id) {
        if (counts.isEmpty()) {
            return List.of();
        }
        Write write = Write.update(GoalKeys.tally(tenantId, Shards.of(id, SHARDS)));
        counts.forEach((counted, count) -> write.add(counted.attribute(), count));
        return List.of(write);
    }

    /// The account's count.
    static Tally read(TableReader table, String tenantId) {
        Map<Counted, Long> sums = new EnumMap<>(Counted.class);
        for (Row row : table.query(Query.of(Keys.account(tenantId), GoalKeys.TALLY))) {
            for (Counted counted : Counted.values()) {
                sums.merge(counted, row.get(counted.attribute()), Long::sum);
            }
        }
        return new Tally(sums);
    }

    /// The count with which a timer began, as its row has it.
    static Tally beginning(Row timer) {
        Map<Counted, Long> counts = new EnumMap<>(Counted.class);
        for (Counted counted : Counted.values()) {
            counts.put(counted, timer.get(counted.beginning()));
        }
        return new Tally(counts);
    }

    long of(Counted counted) {
        return counts.getOrDefault(counted, 0L);
    }

    /// How much more there is of something than there was before.
    long since(Tally before, Counted counted) {
        return of(counted) - before.of(counted);
    }
}
