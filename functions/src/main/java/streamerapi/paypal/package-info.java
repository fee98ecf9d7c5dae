/// PayPal: its API, the orders of donors, and the verification of its webhooks. A delivery's signature is checked with
/// the certificate that the delivery names; it covers 32 bits of the body only, so the service reads each order again.
@NullMarked
package streamerapi.paypal;

import org.jspecify.annotations.NullMarked;
