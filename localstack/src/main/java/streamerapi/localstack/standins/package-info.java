/// The base of the stand-ins for services of others: calls, answers, refusals, logs and faults, the state that is kept
/// across restarts, and the events that are sent.
@NullMarked
package streamerapi.localstack.standins;

import org.jspecify.annotations.NullMarked;
