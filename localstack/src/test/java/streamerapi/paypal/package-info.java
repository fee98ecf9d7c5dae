/// Tests of PayPal's package without a stack.
@NullMarked
package streamerapi.paypal;

import org.jspecify.annotations.NullMarked;
