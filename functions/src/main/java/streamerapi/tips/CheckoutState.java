package streamerapi.tips;

import streamerapi.shared.labels.Labelled;

import java.util.Locale;

/// The state of a checkout that its donor sees: how far its payment, and then its tip, has come.
public enum CheckoutState implements Labelled {
    /// No event of the money has come.
    PENDING,
    /// The tip waits for a moderator.
    HELD,
    QUEUED,
    PLAYING,
    PLAYED,
    /// The tip was taken out of the queue, or was heard by none.
    REMOVED,
    /// The tip was refused, and the donor never charged.
    RELEASED,
    /// The tip was refused after the donor was charged.
    REJECTED,
    /// The checkout or the hold ended, and the donor was never charged.
    EXPIRED,
    /// The payment failed.
    FAILED,
    /// All of the money came back.
    REFUNDED;

    private final String label = name().toLowerCase(Locale.ROOT);

    /// The state as the page's `data-state` names it.
    @Override
    public String label() {
        return label;
    }
}
