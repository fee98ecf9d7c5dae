/// Chat timers: messages that the bot posts by itself, again and again.
///
/// The table says when each timer is due. A schedule asks it every two minutes what is due within the next two and has
/// messages come at those times; what they find due is posted. So a message that is lost costs a minute at most, one
/// that comes twice finds nothing due, and an account without a due timer is not looked at.
@NullMarked
package streamerapi.timers;

import org.jspecify.annotations.NullMarked;
