package streamerapi.simulation.money;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// How a payment of 5 EUR stands at its processor.
///
/// @param returned cents that were given back, of those that were captured
/// @param done the ids of the refunds that it made when it was asked
/// @param asked the ids of all that it was asked for
/// @param answered the ids of those to which the service got an answer: done, or refused
/// @param notices what it has to tell, in the order in which it happened
record Truth(
        Stage stage,
        int returned,
        SortedSet<String> done,
        SortedSet<String> asked,
        SortedSet<String> answered,
        List<ProcessorNotice> notices) {

    static final int AMOUNT = 500;

    /// How far the payment has come.
    enum Stage {
        HELD,
        CAPTURED,
        RELEASED
    }

    static Truth held() {
        return beginning(Stage.HELD, "payment.held");
    }

    static Truth captured() {
        return beginning(Stage.CAPTURED, "payment.captured");
    }

    private static Truth beginning(Stage stage, String type) {
        return new Truth(
                stage, 0, new TreeSet<>(), new TreeSet<>(), new TreeSet<>(), List.of(ProcessorNotice.of(type)));
    }

    /// The amount that the donor has paid and not got back.
    int charged() {
        return stage == Stage.CAPTURED ? AMOUNT - returned : 0;
    }

    /// Whether a notice can be told by now: in any order, and before the payment itself.
    boolean canTell(int index) {
        return !notices.get(index).isOver();
    }

    Truth become(Stage next) {
        String type = next == Stage.CAPTURED ? "payment.captured" : "payment.hold_expired";
        return new Truth(next, returned, done, asked, answered, with(notices, ProcessorNotice.of(type)));
    }

    /// With money given back.
    ///
    /// @param type of the message that tells of it
    Truth givingBack(int cents, String type) {
        boolean isAll = cents == charged();
        ProcessorNotice notice = new ProcessorNotice(type, isAll ? 0 : cents, false, false);
        return new Truth(stage, returned + cents, done, asked, answered, with(notices, notice));
    }

    Truth doing(String id) {
        return new Truth(stage, returned, with(done, id), asked, answered, notices);
    }

    Truth askedFor(String id) {
        return new Truth(stage, returned, done, with(asked, id), answered, notices);
    }

    Truth answering(String id) {
        return new Truth(stage, returned, done, asked, with(answered, id), notices);
    }

    Truth telling(int index) {
        List<ProcessorNotice> told = new ArrayList<>(notices);
        told.set(index, told.get(index).told());
        return new Truth(stage, returned, done, asked, answered, List.copyOf(told));
    }

    Truth aWeekLater() {
        List<ProcessorNotice> later =
                notices.stream().map(ProcessorNotice::aWeekLater).toList();
        return new Truth(stage, returned, done, asked, answered, later);
    }

    private static List<ProcessorNotice> with(List<ProcessorNotice> notices, ProcessorNotice more) {
        List<ProcessorNotice> all = new ArrayList<>(notices);
        all.add(more);
        return List.copyOf(all);
    }

    private static SortedSet<String> with(SortedSet<String> ids, String more) {
        SortedSet<String> all = new TreeSet<>(ids);
        all.add(more);
        return all;
    }
}
