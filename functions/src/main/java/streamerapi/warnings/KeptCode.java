package streamerapi.warnings;

import streamerapi.shared.labels.Labelled;

import java.util.List;

/// The code of a warning that the dashboard's home shows.
public enum KeptCode implements Labelled {
    /// The month's answers of the chat's AI are used up.
    AI_LIMIT_REACHED(Concern.COMMANDS),
    /// A payment that counted while its processor reviewed it was declined. No event has this code.
    CAPTURE_FAILED(Concern.MONEY),
    /// A payment was captured although its tip was kept out.
    CAPTURED_AFTER_REJECTION(Concern.MONEY),
    /// A donor was charged for a tip that the filter kept out. No event has this code.
    CHARGED_THOUGH_BLOCKED(Concern.MONEY),
    /// Chat cannot make a counter, because there is no room for another. No event has this code.
    COUNTER_LIMIT_REACHED(Concern.COUNTERS),
    /// A dispute was decided for the streamer.
    DISPUTE_WON(Concern.MONEY),
    /// A payment was captured after its tip had expired.
    LATE_CAPTURE(Concern.MONEY),
    /// A processor has not confirmed that it did as it was asked.
    PAYMENT_CALL_FAILED(Concern.MONEY),
    /// A donor had a payment taken back by their bank. No event has this code.
    PAYMENT_DISPUTED(Concern.MONEY),
    /// A processor's books had payments that no event had told of.
    PAYMENT_EVENTS_LOST(Concern.MONEY),
    /// A reward can do nothing, so each of its redemptions is refused. No event has this code.
    REDEMPTION_REFUSED(Concern.REWARDS),
    /// A platform did not resolve a redemption. No event has this code.
    REDEMPTION_STAYS_OPEN(Concern.REWARDS),
    /// A processor that takes the tips was connected or disconnected. No event has this code.
    PROCESSOR_CHANGED(Concern.TEAM),
    /// A refund that was booked failed afterwards.
    REFUND_FAILED(Concern.MONEY),
    /// A tip was rejected without a refund, though its donor was charged. No event has this code.
    REJECTED_WITHOUT_REFUND(Concern.MONEY),
    /// The service that speaks refuses.
    SPEECH_REFUSED(Concern.VOICE);

    /// All of them.
    static final List<KeptCode> ALL = List.of(values());

    private final Concern concern;

    KeptCode(Concern concern) {
        this.concern = concern;
    }

    /// The part of the dashboard that shows more about a warning.
    public enum Concern {
        COMMANDS,
        COUNTERS,
        MONEY,
        REWARDS,
        TEAM,
        VOICE
    }

    /// The part of the dashboard that shows more about it.
    public Concern concern() {
        return concern;
    }
}
