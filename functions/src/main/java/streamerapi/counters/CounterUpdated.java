package streamerapi.counters;

import streamerapi.shared.events.EventSchema;
import streamerapi.shared.events.EventType;

import java.util.List;

/// A counter has another value (`counter.updated`).
public record CounterUpdated(String name, long value, Counters.Source source) {

    public static final EventSchema<CounterUpdated> EVENT = EventSchema.of(EventType.COUNTER_UPDATED, s -> {
        s.text("name", CounterUpdated::name).component("CounterName").sample("deaths");
        s.integer("value", CounterUpdated::value).component("CounterNumber").sample(42L);
        s.choice("source", CounterUpdated::source, List.of(Counters.Source.values()))
                .sample(Counters.Source.CHAT);
    });

    static CounterUpdated of(Counter counter, Counters.Source source) {
        return new CounterUpdated(counter.name(), counter.value(), source);
    }
}
