package streamerapi.tips;

import streamerapi.shared.labels.Labelled;

import java.util.List;

/// Whether a payment moved real money.
public enum PaymentMode implements Labelled {
    LIVE,
    /// A processor's test mode or sandbox took it.
    TEST;

    /// Both, in the order in which they are listed.
    public static final List<PaymentMode> ALL = List.of(values());

    /// The mode of a payment of a connection.
    public static PaymentMode of(boolean isTest) {
        return isTest ? TEST : LIVE;
    }
}
