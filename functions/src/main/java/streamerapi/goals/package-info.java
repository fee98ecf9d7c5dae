/// Goals of followers and subscriptions, and the timer of a stream: both follow from a count of the platforms' alerts,
/// which is written with each alert.
@NullMarked
package streamerapi.goals;

import org.jspecify.annotations.NullMarked;
