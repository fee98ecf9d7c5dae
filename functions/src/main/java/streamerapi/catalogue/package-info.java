/// The events by type: the one place that knows all of their schemas. What sends samples asks it, and what writes the
/// documents.
@NullMarked
package streamerapi.catalogue;

import org.jspecify.annotations.NullMarked;
