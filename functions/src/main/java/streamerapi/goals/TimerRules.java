package streamerapi.goals;

import streamerapi.shared.schema.FieldValues;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.schema.Shape;
import streamerapi.shared.storage.Row;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.function.Function;

/// The seconds by which things lengthen a stream's timer.
///
/// @param bits of 100
/// @param gifts of 100 of a paid gift's amount
/// @param tip of one unit of the account's currency
/// @param most how many minutes all of them lengthen it together; 0 for no limit
record TimerRules(long follow, long tier1, long tier2, long tier3, long bits, long gifts, BigDecimal tip, long most) {

    private static final long MINUTE = 60;
    private static final int HOUR = 3_600;
    private static final int YEAR_MINUTES = 366 * 24 * 60;
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

    /// A timer that nothing lengthens: a countdown.
    static final TimerRules NONE = new TimerRules(0, 0, 0, 0, 0, 0, BigDecimal.ZERO, 0);

    private static final String DOC = "The seconds that each kind of event adds to the timer; 0 for none.";

    /// The rules of a body and of a row.
    static final Schema<TimerRules> SCHEMA = Schema.of("TimerRulesRequest", DOC, TimerRules::shape);

    /// The rules as they are answered.
    static final Schema<TimerRules> SHOWN = Schema.of("TimerRules", DOC, TimerRules::shape);

    private static Function<FieldValues, TimerRules> shape(Shape<TimerRules> s) {
        var follow = s.integer("follow", TimerRules::follow).between(0, HOUR).orElse(0L);
        var tier1 = s.integer("tier_1", TimerRules::tier1)
                .between(0, 24 * HOUR)
                .orElse(0L)
                .doc("Each subscription of the first tier, or without a tier: bought, renewed or gifted.")
                .example(300);
        var tier2 = s.integer("tier_2", TimerRules::tier2)
                .between(0, 24 * HOUR)
                .orElse(0L)
                .example(600);
        var tier3 = s.integer("tier_3", TimerRules::tier3)
                .between(0, 24 * HOUR)
                .orElse(0L)
                .example(1_500);
        var bits = s.integer("bits_100", TimerRules::bits)
                .between(0, HOUR)
                .orElse(0L)
                .doc("100 bits; fewer in proportion.")
                .example(60);
        var gifts = s.integer("gifts_100", TimerRules::gifts)
                .between(0, HOUR)
                .orElse(0L)
                .doc("100 of the amounts of paid gifts; fewer in proportion.");
        var tip = s.money("tip", TimerRules::tip)
                .between(0, HOUR)
                .orElse(BigDecimal.ZERO)
                .doc("Each unit of the account's currency that is paid in tips; less in proportion. A refund"
                        + " takes its seconds back.")
                .example(30);
        var most = s.integer("most_minutes", TimerRules::most)
                .between(0, YEAR_MINUTES)
                .orElse(0L)
                .doc("The most minutes that all rules add together; 0 for no limit.");
        return in -> new TimerRules(
                follow.of(in),
                tier1.of(in),
                tier2.of(in),
                tier3.of(in),
                bits.of(in),
                gifts.of(in),
                tip.of(in),
                most.of(in));
    }

    static TimerRules of(Row timer) {
        return SCHEMA.of(timer);
    }

    /// The attributes that a timer's row has of them.
    Row in(Row timer) {
        return timer.withAll(SCHEMA.row(timer.key(), this));
    }

    /// Whether paid tips lengthen the timer.
    boolean countTips() {
        return tip.signum() > 0;
    }

    /// The whole seconds by which the timer is longer than it was.
    ///
    /// @param from the count with which it began
    /// @param paid in tips since
    /// @param earlier the seconds that were added before: a part of the most that may be added
    long seconds(Tally from, Tally now, BigDecimal paid, long earlier) {
        BigDecimal hundredths = BigDecimal.valueOf(bits * now.since(from, Counted.BITS))
                .add(BigDecimal.valueOf(gifts * now.since(from, Counted.GIFTS)));
        long seconds = hundredths
                .divide(HUNDRED)
                .add(tip.multiply(paid))
                .add(BigDecimal.valueOf(follow * now.since(from, Counted.FOLLOWS)))
                .add(BigDecimal.valueOf(tier1 * now.since(from, Counted.TIER_1)))
                .add(BigDecimal.valueOf(tier2 * now.since(from, Counted.TIER_2)))
                .add(BigDecimal.valueOf(tier3 * now.since(from, Counted.TIER_3)))
                .setScale(0, RoundingMode.FLOOR)
                .longValueExact();
        return most == 0 ? seconds : Math.min(seconds, Math.max(0, MINUTE * most - earlier));
    }
}
