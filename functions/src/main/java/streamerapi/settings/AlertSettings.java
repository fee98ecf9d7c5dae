package streamerapi.settings;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.events.Channel;
import streamerapi.shared.events.EventType;
import streamerapi.shared.storage.Row;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which platform alerts become events: the setting `alerts`.
///
/// @param rules one for each of [#TYPES]
public record AlertSettings(Map<EventType, Rule> rules) {

    /// The alerts, in the order of the catalogue.
    public static final List<EventType> TYPES = Arrays.stream(EventType.values())
            .filter(type -> type.channel() == Channel.ALERTS)
            .toList();

    public static final int MAX_AMOUNT = 1_000_000;

    private static final Set<EventType> COUNTED = Set.of(
            EventType.ALPHA_GIFT_SUB,
            EventType.ALPHA_CHEER,
            EventType.ALPHA_RAID,
            EventType.BETA_GIFT_SUB,
            EventType.BETA_PAID_GIFT);

    /// Whether alerts of a type are passed on.
    ///
    /// @param minAmount from which amount on, 0 to 1,000,000 of what the alert counts (subs, bits, viewers, units of
    /// the gift); 0 for alerts that count nothing
    public record Rule(boolean enabled, int minAmount) {

        private static Rule of(Row stored) {
            return new Rule(!stored.has("enabled") || stored.flag("enabled"), (int) stored.number("min_amount"));
        }
    }

    /// Whether an alert of this type has an amount.
    public static boolean isCounted(EventType type) {
        return COUNTED.contains(type);
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
        return rules.getOrDefault(type, new Rule(true, 0));
    }

    static AlertSettings of(Row stored) {
        Map<EventType, Rule> rules = new EnumMap<>(EventType.class);
        TYPES.forEach(type -> rules.put(type, Rule.of(stored.object(type.label()))));
        return new AlertSettings(rules);
    }

    Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        TYPES.forEach(type -> json.put(type.label(), json(type)));
        return json;
    }

    private Map<String, @Nullable Object> json(EventType type) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("enabled", of(type).enabled);
        if (isCounted(type)) {
            json.put("min_amount", of(type).minAmount);
        }
        return json;
    }
}
