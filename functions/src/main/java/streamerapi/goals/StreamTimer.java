package streamerapi.goals;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.GoalKeys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/// The timer of a stream, as its row has it: when it would end if nothing lengthened it, and the count with which it
/// began.
///
/// The row does not hold the time that alerts and tips add: that follows from the counts of today and of the beginning,
/// so it is exact even if no page is open or everything was started anew.
///
/// @param endsAt without what lengthens it; null while it is paused
/// @param left without what lengthens it, in seconds, while it is paused
/// @param earlier the seconds that were added by rules that were changed since
/// @param beganAt tips from here on lengthen it: it began then, or its rules were changed
record StreamTimer(
        String title,
        TimerRules rules,
        @Nullable Instant endsAt,
        long left,
        long earlier,
        Instant beganAt,
        Tally from) {

    private static final Attribute<String> TITLE = Attribute.text("title");
    private static final Attribute<Instant> ENDS_AT = Attribute.time("ends_at");
    private static final Attribute.Whole LEFT = Attribute.whole("left");
    private static final Attribute.Whole EARLIER = Attribute.whole("earlier");
    private static final Attribute<Instant> BEGAN_AT = Attribute.time("began_at");
    private static final long MINUTE = 60;
    private static final long MAX_SECONDS = Duration.ofDays(366).toSeconds();

    /// A timer as it is answered, at a moment.
    ///
    /// @param timer null if there is none
    /// @param added the seconds by which it was lengthened
    record TimerStatus(@Nullable StreamTimer timer, long added, Instant now) {

        static final Schema<TimerStatus> SCHEMA = Schema.shown("StreamTimer", "The timer of the stream.", s -> {
            s.oneOf("state", TimerStatus::state, List.of("none", "running", "paused", "over"))
                    .live()
                    .doc("`none` while there is no timer.")
                    .example("running");
            s.anyText("title", shown -> shown.timer == null ? "" : shown.timer.title)
                    .max(80)
                    .example("Subathon");
            s.integer("left_seconds", TimerStatus::left)
                    .live()
                    .between(0, Long.MAX_VALUE)
                    .doc("Until it is over.")
                    .example(5_400);
            s.integer("added_seconds", TimerStatus::added)
                    .live()
                    .doc("By how much it was lengthened so far.")
                    .example(1_800);
            s.time("ends_at", TimerStatus::endsAt)
                    .live()
                    .orNull()
                    .doc("When it ends if nothing lengthens it any more; null while it is paused, and if there is no"
                            + " timer.");
            s.object("rules", shown -> shown.timer == null ? TimerRules.NONE : shown.timer.rules, TimerRules.SHOWN);
        });

        private String state() {
            return timer == null ? "none" : timer.endsAt == null ? "paused" : left() == 0 ? "over" : "running";
        }

        private long left() {
            if (timer == null) {
                return 0;
            }
            Instant end = endsAt();
            return Math.max(
                    0,
                    end == null
                            ? timer.left + added
                            : Duration.between(now, end).toSeconds());
        }

        private @Nullable Instant endsAt() {
            return timer == null || timer.endsAt == null ? null : timer.endsAt.plusSeconds(added);
        }
    }

    /// The body that makes a timer.
    ///
    /// @param minutes how long it runs if nothing lengthens it; null if a moment is named
    /// @param endsAt when it is over if nothing lengthens it; null if minutes are named
    record Beginning(
            String title, @Nullable Long minutes, @Nullable Instant endsAt, boolean isPaused, TimerRules rules) {

        static final Schema<Beginning> SCHEMA = Schema.of("TimerBeginning", "A timer that begins now.", s -> {
            var title = s.anyText("title", Beginning::title).max(80).orElse("").example("Subathon");
            var minutes = s.integer("minutes", Beginning::minutes)
                    .between(1, MAX_SECONDS / MINUTE)
                    .orNull()
                    .doc("How long it runs if nothing lengthens it. Either this or `ends_at`.")
                    .example(60);
            var endsAt = s.time("ends_at", Beginning::endsAt)
                    .component("ClearableTime")
                    .orNull()
                    .doc("When it ends if nothing lengthens it, at most a year ahead.");
            var paused = s.flag("paused", Beginning::isPaused)
                    .orElse(false)
                    .doc("Whether it waits for `resume`. It is lengthened meanwhile.");
            var rules = s.group("rules", Beginning::rules, TimerRules.SCHEMA).orElse(TimerRules.NONE);
            return in -> new Beginning(title.of(in), minutes.of(in), endsAt.of(in), paused.of(in), rules.of(in));
        });

        /// How long it runs from a moment on.
        ///
        /// @throws Problem `bad_request` with `field`
        private long seconds(Instant now) {
            if (minutes != null && endsAt == null) {
                return minutes * MINUTE;
            }
            if (minutes != null || endsAt == null) {
                throw Problem.badField("minutes", "Either minutes or ends_at is required");
            }
            long seconds = Duration.between(now, endsAt).toSeconds();
            if (seconds < 1 || seconds > MAX_SECONDS) {
                throw Problem.badField("ends_at", "ends_at must be in the future, at most a year ahead");
            }
            return seconds;
        }
    }

    /// The body that lengthens a timer by hand.
    record Addition(long seconds) {

        static final Schema<Addition> SCHEMA = Schema.of("TimerAddition", "Seconds for the timer.", s -> {
            var seconds = s.integer("seconds", Addition::seconds)
                    .between(-MAX_SECONDS, MAX_SECONDS)
                    .doc("Negative takes away.")
                    .example(300);
            return in -> new Addition(seconds.of(in));
        });
    }

    /// The timer that a row holds; null if there is none.
    static @Nullable StreamTimer of(@Nullable Row row) {
        return row == null
                ? null
                : new StreamTimer(
                        Objects.requireNonNullElse(row.find(TITLE), ""),
                        TimerRules.of(row),
                        row.find(ENDS_AT),
                        row.get(LEFT),
                        row.get(EARLIER),
                        row.get(BEGAN_AT),
                        Tally.beginning(row));
    }

    /// A timer that begins now.
    ///
    /// @throws Problem `bad_request` with `field`
    static StreamTimer beginning(Beginning body, Tally now, Instant at) {
        long seconds = body.seconds(at);
        Instant end = Objects.requireNonNullElse(body.endsAt, at.plusSeconds(seconds));
        return new StreamTimer(
                body.title, body.rules, body.isPaused ? null : end, body.isPaused ? seconds : 0, 0, at, now);
    }

    /// This timer, paused. The time left can be negative before the added time is included.
    StreamTimer paused(Instant now) {
        return endsAt == null
                ? this
                : new StreamTimer(
                        title, rules, null, Duration.between(now, endsAt).toSeconds(), earlier, beganAt, from);
    }

    /// This timer, running.
    StreamTimer resumed(Instant now) {
        return endsAt != null ? this : new StreamTimer(title, rules, now.plusSeconds(left), 0, earlier, beganAt, from);
    }

    /// This timer, longer by some seconds. If it is over, it has so many left from now on.
    ///
    /// @param added in seconds, as of [#added]
    StreamTimer longer(long seconds, long added, Instant now) {
        boolean restarts = seconds > 0;
        Instant over = now.minusSeconds(added);
        Instant end = endsAt != null && restarts && endsAt.isBefore(over) ? over : endsAt;
        long rest = restarts ? Math.max(left, -added) : left;
        return new StreamTimer(
                title,
                rules,
                end == null ? null : end.plusSeconds(seconds),
                end == null ? rest + seconds : 0,
                earlier,
                beganAt,
                from);
    }

    /// This timer with other rules for what is counted from now on. It keeps the time that was added so far.
    ///
    /// @param added in seconds, as of [#added]
    StreamTimer ruledBy(TimerRules others, long added, Tally now, Instant at) {
        return new StreamTimer(title, others, endsAt, left, added, at, now);
    }

    /// The whole seconds by which the timer was lengthened so far.
    ///
    /// @param paid in tips since it began
    long added(Tally now, BigDecimal paid) {
        return earlier + rules.seconds(from, now, paid, earlier);
    }

    /// The write that keeps it, if the row has not changed since it was read.
    ///
    /// @param before the row that was read; null if there was none
    Write kept(String tenantId, @Nullable Row before) {
        Row row = rules.in(Row.of(GoalKeys.streamTimer(tenantId)))
                .with(TITLE, title)
                .with(ENDS_AT, endsAt)
                .with(LEFT, endsAt == null ? left : 0)
                .with(EARLIER, earlier)
                .with(BEGAN_AT, beganAt);
        for (Counted counted : Counted.values()) {
            row = row.with(counted.beginning(), from.of(counted));
        }
        return Write.put(row).when(before == null ? Condition.noRow() : Condition.asRead(before));
    }
}
