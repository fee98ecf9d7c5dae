package streamerapi.simulation.money;

/// Something that happened at the processor, of which it tells the service by a message.
///
/// @param type of the message: `payment.captured`
/// @param cents the amount of a refund of a part; 0 for a message without one
/// @param isTold whether the service has taken it
/// @param isOver whether the processor tells it no more
record ProcessorNotice(String type, int cents, boolean isTold, boolean isOver) {

    static ProcessorNotice of(String type) {
        return new ProcessorNotice(type, 0, false, false);
    }

    /// Whether it can be told under a second id without a second meaning: two refunds of a part are two refunds.
    boolean hasOneMeaning() {
        return cents == 0;
    }

    /// Whether the service knows the payment once it has taken this.
    boolean makesKnown() {
        return type.equals("payment.held") || type.equals("payment.captured");
    }

    ProcessorNotice told() {
        return new ProcessorNotice(type, cents, true, isOver);
    }

    /// The notice after a week: the service has forgotten the message's id, so one with a second meaning is over.
    ProcessorNotice aWeekLater() {
        return new ProcessorNotice(type, cents, isTold, isTold && !hasOneMeaning());
    }

    @Override
    public String toString() {
        return cents == 0 ? type : type + " of " + cents + " cents";
    }
}
