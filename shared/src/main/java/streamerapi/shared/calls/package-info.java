/// Calls of services that are not AWS's and not the account's own choice: connectors, video sites, a service for texts.
/// Webhook receivers and moderation, whose addresses accounts choose, are called by
/// `streamerapi.outbound.VettedClient` instead.
@NullMarked
package streamerapi.shared.calls;

import org.jspecify.annotations.NullMarked;
