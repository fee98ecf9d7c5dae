package streamerapi.checkouts;

import java.math.BigDecimal;

/// The state of a checkout, as its status page tells it.
///
/// @param refunded the sum that came back, 0 or more
public record CheckoutStatus(CheckoutState state, BigDecimal refunded) {}
