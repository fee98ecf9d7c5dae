/// The platforms and payment processors that the service works with.
@NullMarked
package streamerapi.shared.connectors;

import org.jspecify.annotations.NullMarked;
