package streamerapi.money;

import streamerapi.connections.Provider;
import streamerapi.shared.events.EventSchema;

/// The warning that a processor's books had payments that no event had reported. They were taken in.
///
/// @param count how many
public record LostEventsWarning(Provider provider, long count) {

    static final EventSchema<LostEventsWarning> EVENT = EventSchema.warning("payment_events_lost", s -> {
        EventSchema.message(
                s,
                it -> it.provider.displayName() + "'s books had "
                        + (it.count == 1 ? "a change of a payment" : it.count + " changes of payments")
                        + " of which no event had told. The totals are right now. Check the connection.");
        s.anyText("provider", it -> it.provider.label())
                .doc("`stripe` or `paypal`.")
                .example("stripe");
        s.integer("count", LostEventsWarning::count)
                .doc("How many missing changes of payments were added.")
                .example(1L);
    });

    static LostEventsWarning of(Reconciliation look) {
        return new LostEventsWarning(look.provider(), look.foundInAll());
    }
}
