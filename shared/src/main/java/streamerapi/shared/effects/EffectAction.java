package streamerapi.shared.effects;

import streamerapi.shared.labels.Labelled;

/// An action that the service asks of a platform or a payment processor (contract "Ingest").
public enum EffectAction implements Labelled {
    /// Charges the donor of a payment that is held.
    CAPTURE("payment.capture"),
    /// Lets go of a payment that is held, so that the donor is not charged.
    RELEASE("payment.release"),
    /// Gives back money that was captured.
    REFUND("payment.refund"),
    /// Resolves a channel point redemption: the points stay spent.
    FULFILL("redemption.fulfill"),
    /// Resolves a channel point redemption: the viewer gets the points back.
    CANCEL("redemption.cancel"),
    /// Says something in chat as the bot. It is sent once, and has no row: a line that is said twice, or late, is worse
    /// than none.
    CHAT_SEND("chat.send");

    private final String label;

    EffectAction(String label) {
        this.label = label;
    }

    /// The action as connectors are told it: `payment.capture`.
    @Override
    public String label() {
        return label;
    }
}
