/// Donors' checkouts at payment processors, from the form of the tip page to the money (docs/connections.md). What a
/// processor's API is like is its own package's: [streamerapi.checkouts.CheckoutClient].
@NullMarked
package streamerapi.checkouts;

import org.jspecify.annotations.NullMarked;
