/// The template's queues, and the triggers that hand their messages to functions.
@NullMarked
package streamerapi.localstack.queues;

import org.jspecify.annotations.NullMarked;
