package streamerapi.checkouts;

import java.net.URI;

/// A checkout that waits for its donor.
///
/// @param address of the processor's page, to which the donor is sent
/// @param token of the status page
public record StartedCheckout(URI address, String token) {

    @Override
    public String toString() {
        return "StartedCheckout[…]";
    }
}
