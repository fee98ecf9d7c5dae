package streamerapi.settings;

import streamerapi.shared.events.Channel;
import streamerapi.shared.events.EventType;
import streamerapi.shared.schema.Field;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.schema.Shape;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Which platform alerts become events: the setting `alerts`.
///
/// @param rules one for each of [#TYPES]
public record AlertSettings(Map<EventType, Rule> rules) {

    /// The alerts, in the order of the catalogue.
    public static final List<EventType> TYPES = Arrays.stream(EventType.values())
            .filter(type -> type.channel() == Channel.ALERTS)
            .toList();

    public static final int MAX_AMOUNT = 1_000_000;

    /// The units of the alerts that have an amount.
    private static final Map<EventType, String> UNITS = Map.of(
            EventType.ALPHA_GIFT_SUB, "subs",
            EventType.ALPHA_CHEER, "bits",
            EventType.ALPHA_RAID, "viewers",
            EventType.BETA_GIFT_SUB, "subs",
            EventType.BETA_PAID_GIFT, "units of the gift");

    static final AlertSettings DEFAULT = new AlertSettings(Map.of());

    static final Schema<AlertSettings> SCHEMA =
            Schema.of("AlertSettings", "Which platform alerts become events.", s -> {
                Map<EventType, Field<AlertSettings, Rule>> rules = new EnumMap<>(EventType.class);
                TYPES.forEach(type -> rules.put(type, rule(s, type)));
                return in -> {
                    Map<EventType, Rule> read = new EnumMap<>(EventType.class);
                    rules.forEach((type, rule) -> read.put(type, rule.of(in)));
                    return new AlertSettings(read);
                };
            });

    /// Whether alerts of a type are passed on.
    ///
    /// @param minAmount from which amount on, 0 to 1,000,000 of what the alert counts (subs, bits, viewers, units of
    /// the gift); 0 for alerts that count nothing
    public record Rule(boolean enabled, int minAmount) {

        private static final Rule DEFAULT = new Rule(true, 0);

        private static final Schema<Rule> SCHEMA = Schema.of("AlertRule", "Whether an alert becomes an event.", s -> {
            var enabled = enabled(s);
            return in -> new Rule(enabled.of(in), 0);
        });

        private static final Schema<Rule> COUNTED =
                Schema.of("CountedAlertRule", "The least amount with which an alert becomes an event.", s -> {
                    var enabled = enabled(s);
                    var minAmount = s.int32("min_amount", Rule::minAmount)
                            .between(0, MAX_AMOUNT)
                            .orElse(0)
                            .doc("From which amount on.");
                    return in -> new Rule(enabled.of(in), minAmount.of(in));
                });

        private static Field<Rule, Boolean> enabled(Shape<Rule> s) {
            return s.flag("enabled", Rule::enabled).orElse(true).doc("Whether the alert becomes an event.");
        }
    }

    /// Whether an alert of this type has an amount.
    public static boolean isCounted(EventType type) {
        return UNITS.containsKey(type);
    }

    /// Whether an alert becomes an event.
    ///
    /// @param type one of [#TYPES]
    /// @param amount what it counts; anything for an alert that counts nothing
    public boolean allows(EventType type, long amount) {
        Rule rule = of(type);
        return rule.enabled && (!isCounted(type) || amount >= rule.minAmount);
    }

    /// The rule of one of [#TYPES].
    public Rule of(EventType type) {
        return rules.getOrDefault(type, Rule.DEFAULT);
    }

    private static Field<AlertSettings, Rule> rule(Shape<AlertSettings> s, EventType type) {
        String unit = UNITS.get(type);
        return unit == null
                ? s.group(type.label(), alerts -> alerts.of(type), Rule.SCHEMA).orElse(Rule.DEFAULT)
                : s.group(type.label(), alerts -> alerts.of(type), Rule.COUNTED)
                        .orElse(Rule.DEFAULT)
                        .doc("It counts " + unit + ".");
    }
}
