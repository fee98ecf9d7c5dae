package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.schema.Version;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;

/// An overlay's tip goal, as the overlay's row has it (spec "TipGoal"). How far it has come is not in it: that is the
/// sum of the ledger's entries.
///
/// @param amount the target
/// @param startsAt only tips from here on count; null for everything
/// @param endsAt only tips before count; null for no end
record TipGoal(
        boolean enabled,
        String title,
        BigDecimal amount,
        @Nullable Instant startsAt,
        @Nullable Instant endsAt) {

    private static final String ENABLED = "enabled";
    private static final String TITLE = "title";
    private static final String AMOUNT = "amount";
    private static final String STARTS_AT = "starts_at";
    private static final String ENDS_AT = "ends_at";

    private static final int MAX_AMOUNT = 1_000_000;

    /// The body of a PATCH.
    static final Schema<TipGoal> SCHEMA = Schema.of("TipGoal", "The fields of a goal that change.", s -> {
        var enabled = s.flag(ENABLED, TipGoal::enabled);
        var title = s.text(TITLE, TipGoal::title).max(80);
        var amount = s.money(AMOUNT, TipGoal::amount).between(0, MAX_AMOUNT).doc("The target.");
        var startsAt = s.time(STARTS_AT, TipGoal::startsAt)
                .component("ClearableTime")
                .orNull()
                .doc("Taken back, everything counts.");
        var endsAt = s.time(ENDS_AT, TipGoal::endsAt)
                .component("ClearableTime")
                .orNull()
                .doc("Taken back, the goal stays open.");
        return in -> new TipGoal(enabled.of(in), title.of(in), amount.of(in), startsAt.of(in), endsAt.of(in));
    });

    /// A goal, and how far it has come.
    record Shown(TipGoal goal, BigDecimal current) {

        static final Schema<Shown> SCHEMA = Schema.shown("TipGoal", "A goal for the tips of an overlay.", s -> {
            s.flag(ENABLED, shown -> shown.goal.enabled);
            s.text(TITLE, shown -> shown.goal.title).max(80).example("New microphone");
            s.money(AMOUNT, shown -> shown.goal.amount)
                    .between(0, MAX_AMOUNT)
                    .doc("The target.")
                    .example(250);
            s.money("current", Shown::current)
                    .live()
                    .between(Long.MIN_VALUE, Long.MAX_VALUE)
                    .doc("The sum of the tips and additions from `starts_at` on and before `ends_at`.")
                    .example(112);
            s.time(STARTS_AT, shown -> shown.goal.startsAt).orNull();
            s.time(ENDS_AT, shown -> shown.goal.endsAt).orNull();
        });
    }

    /// What is added to a goal by hand.
    record Addition(BigDecimal amount) {

        static final Schema<Addition> SCHEMA = Schema.of("TipGoalAddition", "An addition to a goal.", s -> {
            var amount = s.money("amount", Addition::amount)
                    .between(-MAX_AMOUNT, MAX_AMOUNT)
                    .doc("Not 0; negative takes away.")
                    .example(25);
            return in -> new Addition(amount.of(in));
        });

        Addition {
            if (amount.signum() == 0) {
                throw Problem.badField("amount", "amount must be a number, and not 0");
            }
        }
    }

    /// The attribute of the overlay's row that says that something was added by hand.
    static final String ADJUSTED = attribute("adjusted");

    /// The attribute of the overlay's row that holds a field of the goal.
    private static String attribute(String field) {
        return "goal_" + field;
    }

    static TipGoal of(Row overlay) {
        return new TipGoal(
                overlay.flag(attribute(ENABLED)),
                Objects.requireNonNullElse(overlay.textOrNull(attribute(TITLE)), ""),
                Objects.requireNonNullElse(overlay.decimalOrNull(attribute(AMOUNT)), BigDecimal.ZERO),
                overlay.instantOrNull(attribute(STARTS_AT)),
                overlay.instantOrNull(attribute(ENDS_AT)));
    }

    /// What makes an overlay's row hold this goal instead of another: the fields that differ.
    Write changing(Key overlay, TipGoal before) {
        Write write = Write.update(overlay);
        set(write, ENABLED, before.enabled, enabled);
        set(write, TITLE, before.title, title);
        set(write, AMOUNT, before.amount, amount);
        set(write, STARTS_AT, before.startsAt, startsAt);
        set(write, ENDS_AT, before.endsAt, endsAt);
        return write;
    }

    /// The condition that an overlay's row holds the goal that was read.
    static Condition unchanged(Row overlay) {
        return Condition.all(Stream.of(ENABLED, TITLE, AMOUNT, STARTS_AT, ENDS_AT)
                .map(field -> Version.unchanged(overlay, attribute(field)))
                .toArray(Condition[]::new));
    }

    private static void set(Write write, String field, @Nullable Object before, @Nullable Object after) {
        if (!Objects.equals(before, after)) {
            write.set(attribute(field), after);
        }
    }

    /// This goal, if anything can count for it.
    ///
    /// @throws Problem `bad_request` with `field` if it ends before it starts, or at that moment
    TipGoal checked() {
        if (startsAt != null && endsAt != null && !endsAt.isAfter(startsAt)) {
            throw Problem.badField(ENDS_AT, "ends_at must be after starts_at");
        }
        return this;
    }

    /// Whether a tip of this moment counts.
    boolean covers(Instant at) {
        return (startsAt == null || !at.isBefore(startsAt)) && (endsAt == null || at.isBefore(endsAt));
    }
}
