/// The processing of committed events: sockets get them, deliveries to webhook endpoints begin, and follow-ups are put
/// off to their time.
@NullMarked
package streamerapi.events;

import org.jspecify.annotations.NullMarked;
