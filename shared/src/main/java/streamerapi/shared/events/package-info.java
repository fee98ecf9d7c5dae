/// The catalogue of events, the actors that cause them, and the outbox that commits an event with the rows it is about.
///
/// Every [streamerapi.shared.events.EventType] belongs to one [streamerapi.shared.events.Channel], which says what
/// credentials see it on the realtime stream; webhook endpoints subscribe to types. An event's `data` is a record of
/// the domain that emits it, with an [streamerapi.shared.events.EventSchema].
@NullMarked
package streamerapi.shared.events;

import org.jspecify.annotations.NullMarked;
