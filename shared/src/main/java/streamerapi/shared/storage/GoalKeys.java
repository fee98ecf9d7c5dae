package streamerapi.shared.storage;

/// The keys of the rows about goals of followers and subscriptions, and about the stream's timer. `docs/table.md`
/// describes them.
public final class GoalKeys {

    private GoalKeys() {}

    /// The prefix of the rows that count an account's alerts.
    public static final String TALLY = "TALLY#";

    /// A part of the count of an account's alerts.
    public static Key tally(String tenantId, int shard) {
        return new Key(Keys.account(tenantId), TALLY + shard);
    }

    /// The prefix of an account's goals of followers and subscriptions.
    public static final String COUNT_GOAL = "COUNTGOAL#";

    /// A goal of followers or subscriptions.
    ///
    /// @param kind `follows` or `subs`
    public static Key countGoal(String tenantId, String kind) {
        return new Key(Keys.account(tenantId), COUNT_GOAL + kind);
    }

    /// The timer of an account's stream.
    public static Key streamTimer(String tenantId) {
        return new Key(Keys.account(tenantId), "STREAMTIMER");
    }
}
