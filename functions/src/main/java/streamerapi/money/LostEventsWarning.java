package streamerapi.money;

import streamerapi.connections.Provider;
import streamerapi.shared.events.EventSchema;

/// The warning that a processor's books had payments of which no event had told. They were taken in.
///
/// @param count how many
public record LostEventsWarning(Provider provider, long count) {

    static final EventSchema<LostEventsWarning> EVENT = EventSchema.warning("payment_events_lost", s -> {
        EventSchema.message(
                s,
                it -> it.provider.displayName() + "'s books had " + it.count
                        + " changes of payments that its events did not bring. They were taken in now."
                        + " Look at the connection.");
        s.anyText("provider", it -> it.provider.label())
                .doc("`stripe` or `paypal`.")
                .example("stripe");
        s.integer("count", LostEventsWarning::count)
                .doc("How many changes of payments were taken in.")
                .example(1L);
    });

    static LostEventsWarning of(Reconciliation look) {
        return new LostEventsWarning(look.provider(), look.foundInAll());
    }
}
