/// Effects: what the service asks of platforms and payment processors. An effect is a row of the same transaction as
/// the change that asks for it ([streamerapi.shared.events.Outcome#asking]), so neither can be lost without the other.
@NullMarked
package streamerapi.shared.effects;

import org.jspecify.annotations.NullMarked;
