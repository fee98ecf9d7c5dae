/// Stripe's API: the webhook endpoint, checkout sessions, captures and refunds, and what its events say
/// (docs/connections.md).
@NullMarked
package streamerapi.stripe;

import org.jspecify.annotations.NullMarked;
