/// A model of one payment: the service's own decisions, effects and sweeps, on a table in memory, with a virtual clock,
/// a queue whose messages stand in a list, and a processor that tells the truth but seldom at once. All that can happen
/// to a payment is tried in every order, or at random ([Exploration]).
@NullMarked
package streamerapi.simulation.money;

import org.jspecify.annotations.NullMarked;
