package streamerapi.simulation.money;

import org.jspecify.annotations.Nullable;

/// One thing that happens to a payment.
///
/// @param manner how the processor takes the requests that the step leads to
/// @param index of the notice, or of the message of the queue, that the step is about; else 0
/// @param meanwhile another step, which is taken whole in the middle of this one; null for none
/// @param point how many points of this step come before the other one
record Step(Act act, Manner manner, int index, @Nullable Step meanwhile, int point) {

    /// The kinds of steps.
    enum Act {
        APPROVE("a moderator approves"),
        REJECT("a moderator rejects"),
        REJECT_AND_REFUND("a moderator rejects and asks for the money"),
        REFUND_PART("the streamer asks for a refund of 2 EUR"),
        REFUND_ALL("the streamer asks for a refund of all"),
        TELL("the processor tells notice"),
        TELL_AGAIN("the processor tells once more, under the same id, notice"),
        TELL_ANEW("the processor tells, under a new id, notice"),
        CAPTURE("the payment is captured at the processor"),
        HOLD_ENDS("the hold ends"),
        RETURN_PART("2 EUR are given back at the processor"),
        RETURN_ALL("all is given back at the processor"),
        DISPUTE("the donor disputes the payment"),
        DELIVER("the queue delivers message"),
        DELIVER_TWICE("the queue delivers, and keeps, message"),
        LOSE("the queue loses message"),
        SWEEP("the schedules look for effects"),
        WAIT("time passes until something is due"),
        WEEK("seven days pass");

        private final String words;

        Act(String words) {
            this.words = words;
        }

        /// Whether time passes: it does not in the middle of another step.
        boolean isTime() {
            return this == WAIT || this == WEEK;
        }

        /// Whether the processor can be asked for something at once.
        boolean asks() {
            return this == APPROVE || this == REJECT || this == DELIVER || this == DELIVER_TWICE || this == WEEK;
        }

        boolean hasIndex() {
            return this == TELL
                    || this == TELL_AGAIN
                    || this == TELL_ANEW
                    || this == DELIVER
                    || this == DELIVER_TWICE
                    || this == LOSE;
        }
    }

    static Step of(Act act) {
        return new Step(act, Manner.DOES, 0, null, 0);
    }

    Step with(Manner other) {
        return new Step(act, other, index, meanwhile, point);
    }

    Step at(int other) {
        return new Step(act, manner, other, meanwhile, point);
    }

    /// With another step in the middle of it.
    Step during(Step other, int points) {
        return new Step(act, manner, index, other, points);
    }

    @Override
    public String toString() {
        return act.words
                + (act.hasIndex() ? " " + index : "")
                + (act.asks() && manner != Manner.DOES ? "; the processor " + manner : "")
                + (meanwhile == null ? "" : "; meanwhile, after " + point + " points, " + meanwhile);
    }
}
