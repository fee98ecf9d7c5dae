package streamerapi.goals;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.GoalKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.util.Objects;

/// A goal of followers or of new subscriptions, as its row has it.
///
/// @param target 0 while there is no goal
/// @param base what the account's count was when the goal's was 0; negative if the goal began with some
record CountGoal(Counted kind, String title, long target, long base) {

    private static final Attribute<String> TITLE = Attribute.text("title");
    private static final Attribute.Whole TARGET = Attribute.whole("target");
    private static final Attribute.Whole BASE = Attribute.whole("base");
    private static final long MAX = 1_000_000_000;

    /// A goal, and how far it has come.
    record GoalProgress(CountGoal goal, long current) {

        static final Schema<GoalProgress> SCHEMA =
                Schema.shown("CountGoal", "A goal of followers or of new subscriptions.", s -> {
                    s.text("kind", shown -> shown.goal.kind.label())
                            .doc("`follows` or `subs`.")
                            .example("follows");
                    s.anyText("title", shown -> shown.goal.title).max(80).example("Road to 1,000");
                    s.integer("target", shown -> shown.goal.target)
                            .between(0, MAX)
                            .doc("0 while there is no goal.")
                            .example(1_000);
                    s.integer("current", GoalProgress::current)
                            .live()
                            .doc("The count that it began with, plus everything counted since.")
                            .example(640);
                });
    }

    /// The body of a PUT.
    ///
    /// @param current the count as it is now; null to leave it
    record Change(String title, long target, @Nullable Long current) {

        static final Schema<Change> SCHEMA = Schema.of("CountGoalChange", "A goal as it is from now on.", s -> {
            var title = s.anyText("title", Change::title).max(80).orElse("").example("Road to 1,000");
            var target = s.integer("target", Change::target)
                    .between(0, MAX)
                    .doc("0 for no goal.")
                    .example(1_000);
            var current = s.integer("current", Change::current)
                    .between(0, MAX)
                    .orNull()
                    .doc("How many there are now. Without it the count goes on; a new goal begins at 0.")
                    .example(640);
            return in -> new Change(title.of(in), target.of(in), current.of(in));
        });
    }

    /// The goal that a row holds; one without a target if there is none.
    static CountGoal of(Counted kind, @Nullable Row row) {
        return row == null
                ? new CountGoal(kind, "", 0, 0)
                : new CountGoal(kind, Objects.requireNonNullElse(row.find(TITLE), ""), row.get(TARGET), row.get(BASE));
    }

    /// The goal and how far it has come with an account's count.
    GoalProgress with(Tally tally) {
        return new GoalProgress(this, target == 0 ? 0 : tally.of(kind) - base);
    }

    /// This goal after a change.
    CountGoal changed(Change change, Tally tally) {
        long now = tally.of(kind);
        boolean isNew = target == 0;
        long from = change.current != null ? now - change.current : isNew ? now : base;
        return new CountGoal(kind, change.title, change.target, from);
    }

    /// The write that keeps it, if the row has not changed since it was read.
    ///
    /// @param before the row that was read; null if there was none
    Write kept(String tenantId, @Nullable Row before) {
        Row row = Row.of(GoalKeys.countGoal(tenantId, kind.label()))
                .with(TITLE, title)
                .with(TARGET, target)
                .with(BASE, base);
        return Write.put(row).when(before == null ? Condition.noRow() : Condition.asRead(before));
    }
}
