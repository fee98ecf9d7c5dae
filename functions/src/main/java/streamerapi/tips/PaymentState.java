package streamerapi.tips;

import streamerapi.shared.labels.Labelled;

/// How far a tip's payment has come (spec "Held tips").
public enum PaymentState implements Labelled {
    /// No payment waits for the decision.
    NONE,
    /// The processor holds the money: the donor is charged once it is captured.
    HELD,
    /// The processor was asked to charge the donor, and whether it did is not known yet.
    CAPTURING,
    /// The donor was charged.
    CAPTURED;

    /// Whether the processor holds the money, as far as is known.
    boolean isOnHold() {
        return this == HELD || this == CAPTURING;
    }
}
