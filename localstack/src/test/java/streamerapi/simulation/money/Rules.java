package streamerapi.simulation.money;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The rules that hold for a payment, in every history.
final class Rules {

    private final BooksOfRows books;
    private final Truth truth;
    private final List<String> broken = new ArrayList<>();

    private Rules(BooksOfRows books, Truth truth) {
        this.books = books;
        this.truth = truth;
    }

    /// The rules that are broken at any moment.
    static List<String> brokenNow(BooksOfRows books, Truth truth) {
        Rules rules = new Rules(books, truth);
        rules.sumsAgree();
        rules.noMoreIsAskedBackThanWasPaid();
        rules.eachIsToldOnce();
        rules.openRefundsAreNoted();
        return rules.broken;
    }

    /// The rules that are broken once everything has come to rest: each message was delivered, each effect has ended,
    /// and the service was told all.
    static List<String> brokenAtRest(BooksOfRows books, Truth truth) {
        Rules rules = new Rules(books, truth);
        rules.sumsAgree();
        rules.noMoreIsAskedBackThanWasPaid();
        rules.eachIsToldOnce();
        rules.moneyIsATipOrIsNamed();
        rules.nothingWaitsForEver();
        rules.refundsAreTold();
        return rules.broken;
    }

    private void holds(boolean isTrue, String rule) {
        if (!isTrue) {
            broken.add(rule);
        }
    }

    private void sumsAgree() {
        int counted = books.counted();
        holds(
                Set.copyOf(books.countedElsewhere()).equals(Set.of(counted)),
                "the ledger's entries, " + counted + ", are its sums and the leaderboard's, "
                        + books.countedElsewhere());
    }

    private void noMoreIsAskedBackThanWasPaid() {
        holds(
                books.refunded() + books.askedBack() <= Truth.AMOUNT,
                "no more is asked back than was paid: " + books.refunded() + " and " + books.askedBack());
    }

    /// A refund that is under way is noted in its tip, unless a refund was told of, which is taken from those that were
    /// asked for.
    private void openRefundsAreNoted() {
        boolean isTold = books.told("tip.refunded").findAny().isPresent();
        for (String number : books.openRefunds()) {
            holds(
                    isTold || books.tip() == null || books.notesRefund(number),
                    "refund " + number + " is under way, and noted");
        }
    }

    private void eachIsToldOnce() {
        long late = books.warnings("late_capture").count();
        long held = books.told("tip.held").count();
        long reviewed = books.told("tip.reviewed").count();
        long created = books.told("tip.created").count();
        boolean isReopened = held > 1;
        holds(late <= 1, "late_capture is warned of once, not " + late);
        holds(held <= 1 + late, "a tip is held once, and once more after a late capture, not " + held);
        holds(reviewed <= (isReopened ? 2 : 1), "a tip is decided once, not " + reviewed);
        holds(created <= 1, "a tip enters once, not " + created);
        holds(books.warnings("captured_after_rejection").count() <= 1, "captured_after_rejection is warned of once");
        for (String action : List.of("payment.capture", "payment.release", "payment.refund")) {
            long failed = books.warnings("payment_call_failed")
                    .filter(warning -> warning.text("action").equals(action))
                    .count();
            long asked =
                    truth.asked().stream().filter(id -> id.startsWith(action)).count();
            holds(failed <= asked, action + " was asked for " + asked + " times, and has failed " + failed + " times");
        }
    }

    private void moneyIsATipOrIsNamed() {
        int counted = books.counted();
        int charged = truth.charged();
        holds(counted <= charged, "what counts, " + counted + ", was charged: " + charged);
        holds(
                counted == charged || (counted == 0 && isNamed()),
                "what was charged, " + charged + ", counts, " + counted + ", or is named to the streamer");
        boolean isReleased = truth.stage() == Truth.Stage.RELEASED;
        holds(!isReleased || counted == 0, "nothing counts of a payment that was released");
    }

    /// Whether the streamer is told of money that counts for nothing.
    private boolean isNamed() {
        boolean isInReview = !books.tipHas("decision")
                && Set.of("captured", "capturing").contains(books.ofTip("payment_state"))
                && books.ofTip("place").startsWith("TR#");
        boolean isKept = books.told("tip.reviewed")
                .anyMatch(reviewed -> reviewed.text("decision").equals("rejected")
                        && reviewed.text("payment_state").equals("captured"));
        boolean isWarnedOf = books.warnings("payment_call_failed")
                .anyMatch(warning -> warning.text("action").equals("payment.refund"));
        boolean isBlocked = books.told("tip.blocked").findAny().isPresent()
                && truth.asked().stream().noneMatch(id -> id.startsWith("payment.release"));
        return isInReview || isKept || isWarnedOf || isBlocked;
    }

    private void nothingWaitsForEver() {
        holds(books.effects().isEmpty(), "every effect ends");
        boolean isWaiting = books.tipHas("pending_decision") && !books.tipHas("decision");
        boolean isWarnedOf = books.warnings("payment_call_failed").findAny().isPresent();
        holds(!isWaiting || isWarnedOf, "a decision does not wait for ever without a warning");
        holds(
                books.tip() == null
                        || books.tipHas("decision")
                        || books.told("tip.reviewed").count() == (isReopened() ? 1 : 0),
                "a tip that is undecided has not been reviewed");
        long entered = books.tipHas("queued_at") ? 1 : 0;
        holds(books.tip() == null || books.told("tip.created").count() == entered, "a tip that has entered is told of");
    }

    private boolean isReopened() {
        return books.told("tip.held").count() > 1;
    }

    private void refundsAreTold() {
        int told = books.told("tip.refunded")
                .mapToInt(refunded -> new java.math.BigDecimal(refunded.text("amount"))
                        .movePointRight(2)
                        .intValueExact())
                .sum();
        holds(
                books.tip() == null || told == truth.returned(),
                "what was given back, " + truth.returned() + ", is told of: " + told);
        boolean isWarnedOf = books.warnings("payment_call_failed")
                .anyMatch(warning -> warning.text("action").equals("payment.refund"));
        holds(books.askedBack() == 0 || isWarnedOf, "a refund that was asked for is told of, or warned of");
    }
}
