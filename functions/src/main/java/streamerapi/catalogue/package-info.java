/// The events by type: the one place that knows all of their schemas. The senders of samples and the generator of the
/// documents use it.
@NullMarked
package streamerapi.catalogue;

import org.jspecify.annotations.NullMarked;
