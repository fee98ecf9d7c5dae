package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.ledger.CurrencySum;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
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

    private static final Attribute.Flag ENABLED = Attribute.flag("goal_enabled");
    private static final Attribute<String> TITLE = Attribute.text("goal_title");
    private static final Attribute<BigDecimal> AMOUNT = Attribute.decimal("goal_amount");
    private static final Attribute<Instant> STARTS_AT = Attribute.time("goal_starts_at");
    private static final Attribute<Instant> ENDS_AT = Attribute.time("goal_ends_at");

    private static final int MAX_AMOUNT = 1_000_000;

    /// The body of a PATCH.
    static final Schema<TipGoal> SCHEMA = Schema.of("TipGoal", "The fields of a goal that change.", s -> {
        var enabled = s.flag("enabled", TipGoal::enabled);
        var title = s.text("title", TipGoal::title).max(80);
        var amount = s.money("amount", TipGoal::amount).between(0, MAX_AMOUNT).doc("The target.");
        var startsAt = s.time("starts_at", TipGoal::startsAt)
                .component("ClearableTime")
                .orNull()
                .doc("Taken back, everything counts.");
        var endsAt = s.time("ends_at", TipGoal::endsAt)
                .component("ClearableTime")
                .orNull()
                .doc("Taken back, the goal stays open.");
        return in -> new TipGoal(enabled.of(in), title.of(in), amount.of(in), startsAt.of(in), endsAt.of(in));
    });

    /// A goal, how far it has come, the currency of both, and what came in other currencies without a rate, which
    /// counts for no goal.
    record TipGoalProgress(TipGoal goal, BigDecimal current, String currency, List<CurrencySum> otherSums) {

        static final Schema<TipGoalProgress> SCHEMA =
                Schema.shown("TipGoal", "A goal for the tips of an overlay.", s -> {
                    s.flag("enabled", shown -> shown.goal.enabled);
                    s.text("title", shown -> shown.goal.title).max(80).example("New microphone");
                    s.money("amount", shown -> shown.goal.amount)
                            .between(0, MAX_AMOUNT)
                            .doc("The target.")
                            .example(250);
                    s.money("current", TipGoalProgress::current)
                            .live()
                            .between(Long.MIN_VALUE, Long.MAX_VALUE)
                            .doc("The sum of the tips and additions from `starts_at` on and before `ends_at`.")
                            .example(112);
                    s.text("currency", TipGoalProgress::currency)
                            .component("Currency")
                            .doc(
                                    "The account's currency: tips in another count at their rate (`exchange_rates`), and for no goal"
                                            + " without one.")
                            .example("USD");
                    s.time("starts_at", shown -> shown.goal.startsAt).orNull();
                    s.time("ends_at", shown -> shown.goal.endsAt).orNull();
                    s.list("other_sums", TipGoalProgress::otherSums, CurrencySum.SCHEMA)
                            .live()
                            .doc(
                                    "Sums of payments in other currencies without a rate in that time, one for each; they are not"
                                            + " in `current`.");
                });
    }

    /// The body that adds to a goal by hand.
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
    static final Attribute.Flag ADJUSTED = Attribute.flag("goal_adjusted");

    static TipGoal of(Row overlay) {
        return new TipGoal(
                overlay.get(ENABLED),
                Objects.requireNonNullElse(overlay.find(TITLE), ""),
                Objects.requireNonNullElse(overlay.find(AMOUNT), BigDecimal.ZERO),
                overlay.find(STARTS_AT),
                overlay.find(ENDS_AT));
    }

    /// The write that changes an overlay's row from another goal to this one: the fields that differ.
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
        return Condition.all(Stream.<Attribute<?>>of(ENABLED, TITLE, AMOUNT, STARTS_AT, ENDS_AT)
                .map(attribute -> Condition.unchanged(overlay, attribute))
                .toArray(Condition[]::new));
    }

    private static <T> void set(Write write, Attribute<T> attribute, @Nullable T before, @Nullable T after) {
        if (!Objects.equals(before, after)) {
            write.set(attribute, after);
        }
    }

    /// This goal, if anything can count for it.
    ///
    /// @throws Problem `bad_request` with `field` if it ends before it starts, or at that moment
    TipGoal checked() {
        if (startsAt != null && endsAt != null && !endsAt.isAfter(startsAt)) {
            throw Problem.badField("ends_at", "ends_at must be after starts_at");
        }
        return this;
    }

    /// Whether a tip of this moment counts.
    boolean covers(Instant at) {
        return (startsAt == null || !at.isBefore(startsAt)) && (endsAt == null || at.isBefore(endsAt));
    }
}
