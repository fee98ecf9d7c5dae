package streamerapi.checkouts;

import java.math.BigDecimal;

/// What the status page of a checkout says.
///
/// @param refunded the sum that came back, 0 or more
public record CheckoutStatus(CheckoutState state, BigDecimal refunded) {}
