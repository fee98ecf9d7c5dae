package streamerapi.paypal;

import java.util.List;

/// The types of PayPal's events that the service has its webhook for, and takes.
public final class PayPalEventType {

    public static final String APPROVED = "CHECKOUT.ORDER.APPROVED";
    static final String HELD = "PAYMENT.AUTHORIZATION.CREATED";
    static final String VOIDED = "PAYMENT.AUTHORIZATION.VOIDED";
    static final String COMPLETED = "PAYMENT.CAPTURE.COMPLETED";
    static final String PENDING = "PAYMENT.CAPTURE.PENDING";
    static final String DECLINED = "PAYMENT.CAPTURE.DECLINED";
    static final String REFUNDED = "PAYMENT.CAPTURE.REFUNDED";
    static final String REVERSED = "PAYMENT.CAPTURE.REVERSED";

    /// All of them.
    public static final List<String> ALL =
            List.of(APPROVED, HELD, VOIDED, COMPLETED, PENDING, DECLINED, REFUNDED, REVERSED);

    private PayPalEventType() {}
}
