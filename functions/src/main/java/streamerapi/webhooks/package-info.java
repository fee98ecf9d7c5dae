/// Webhooks: the endpoints that an account subscribes, and the deliveries of events to them.
///
/// The fan-out puts one message on the work queue for each event and endpoint. An attempt claims the delivery's
/// record, posts the event's bytes, and writes down what came of it; a failed one puts the message for the next attempt
/// on the queue, as many times over as the queue's longest delay makes necessary.
@NullMarked
package streamerapi.webhooks;

import org.jspecify.annotations.NullMarked;
