/// The link between the service and its connectors, which translate for the platforms and the payment processors.
///
/// A connector's messages come in through [streamerapi.ingest.IngestFunction], which checks their signatures and hands
/// each to the [streamerapi.connectors.IngestHandler] of its type. The service's calls to a platform or a processor
/// go out through [streamerapi.connectors.Connectors]. Both directions are signed with the same secret, one for each
/// account and connector.
@NullMarked
package streamerapi.connectors;

import org.jspecify.annotations.NullMarked;
