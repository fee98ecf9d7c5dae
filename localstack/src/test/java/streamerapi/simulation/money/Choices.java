package streamerapi.simulation.money;

import streamerapi.simulation.money.Step.Act;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// The steps that can be taken in a state.
final class Choices {

    private final PaymentWorld world;
    private final List<Step> steps = new ArrayList<>();

    private Choices(PaymentWorld world) {
        this.world = world;
        decisions();
        processor();
        queue();
        add(Act.WAIT);
        asking(Step.of(Act.WEEK), world.books().heldWithPayment() != null && isUndecided());
    }

    static List<Step> of(PaymentWorld world) {
        return new Choices(world).steps;
    }

    private void add(Act act) {
        steps.add(Step.of(act));
    }

    /// A step, in each manner of the processor's if it may be asked for something.
    private void asking(Step step, boolean isAsked) {
        for (Manner manner : isAsked ? Manner.values() : new Manner[] {Manner.DOES}) {
            steps.add(step.with(manner));
        }
    }

    private boolean isUndecided() {
        BooksOfRows books = world.books();
        return books.tipHas("held_at") && !books.tipHas("decision") && !books.tipHas("pending_decision");
    }

    private void decisions() {
        BooksOfRows books = world.books();
        if (books.tip() == null) {
            return;
        }
        boolean isAsked = isUndecided() && books.ofTip("payment_state").equals("held");
        asking(Step.of(Act.APPROVE), isAsked);
        asking(Step.of(Act.REJECT), isAsked);
        add(Act.REJECT_AND_REFUND);
        add(Act.REFUND_PART);
        add(Act.REFUND_ALL);
    }

    private void processor() {
        Truth truth = world.processor().truth();
        if (truth.stage() == Truth.Stage.HELD) {
            add(Act.CAPTURE);
            add(Act.HOLD_ENDS);
        }
        if (truth.charged() >= 200) {
            add(Act.RETURN_PART);
        }
        if (truth.charged() > 0) {
            add(Act.RETURN_ALL);
            add(Act.DISPUTE);
        }
        for (int i = 0; i < truth.notices().size(); i++) {
            ProcessorNotice notice = truth.notices().get(i);
            if (truth.canTell(i)) {
                steps.add(Step.of(notice.isTold() ? Act.TELL_AGAIN : Act.TELL).at(i));
            }
            if (notice.isTold() && notice.hasOneMeaning()) {
                steps.add(Step.of(Act.TELL_ANEW).at(i));
            }
        }
    }

    private void queue() {
        boolean isFull = !world.books().effects().isEmpty();
        int visible = Math.min(2, world.queue().visible().size());
        for (int i = 0; i < visible; i++) {
            asking(Step.of(Act.DELIVER).at(i), isFull);
            steps.add(Step.of(Act.DELIVER_TWICE).at(i));
            steps.add(Step.of(Act.LOSE).at(i));
        }
        if (isFull) {
            add(Act.SWEEP);
        }
    }

    /// A step at random; now and then another one happens in the middle of it.
    static Step any(PaymentWorld world, Random random) {
        List<Step> all = of(world);
        Step step = all.get(random.nextInt(all.size()));
        Step other = all.get(random.nextInt(all.size()));
        boolean isInterrupted = random.nextInt(3) == 0 && !other.act().isTime();
        return isInterrupted ? step.during(other, random.nextInt(16)) : step;
    }
}
