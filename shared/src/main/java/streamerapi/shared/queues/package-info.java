/// Messages that functions send to queues: one at its time, or many at once.
@NullMarked
package streamerapi.shared.queues;

import org.jspecify.annotations.NullMarked;
