/// What becomes of an event once it is committed: sockets are told, deliveries to webhook endpoints are begun, and what
/// must follow is put off to its time.
@NullMarked
package streamerapi.events;

import org.jspecify.annotations.NullMarked;
