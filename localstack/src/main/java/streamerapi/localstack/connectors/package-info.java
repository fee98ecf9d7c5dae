/// The platforms' and payment processors' part: what the service asks of them is done, and written down.
@NullMarked
package streamerapi.localstack.connectors;

import org.jspecify.annotations.NullMarked;
