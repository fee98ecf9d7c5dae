/// Donors' checkouts at payment processors, from the form of the tip page to the money (docs/connections.md). The
/// packages of the processors know their APIs: [streamerapi.checkouts.CheckoutClient].
@NullMarked
package streamerapi.checkouts;

import org.jspecify.annotations.NullMarked;
