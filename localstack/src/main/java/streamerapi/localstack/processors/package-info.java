/// The processors' part: Stripe, PayPal and Ko-fi as far as the service talks to them, each under an address of its own
/// below `/stand-ins/`. They make checkouts that a person pays in a browser, refuse what the real ones refuse, and send
/// signed events. No money moves.
@NullMarked
package streamerapi.localstack.processors;

import org.jspecify.annotations.NullMarked;
