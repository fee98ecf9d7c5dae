package streamerapi.simulation.money;

import org.jspecify.annotations.Nullable;
import streamerapi.effects.EffectTransport;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectResult;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntConsumer;

/// A payment processor of one payment. It never lies: it refuses only what it has not done, and does nothing twice that
/// it is asked for by one id.
final class SimulatedProcessor implements EffectTransport {

    private final Runnable point;
    private final IntConsumer tell;
    private final List<String> objections = new ArrayList<>();
    private Truth truth;
    private Manner manner = Manner.DOES;

    /// @param point is passed before and after each request
    /// @param tell has a notice told to the service
    SimulatedProcessor(Truth truth, Runnable point, IntConsumer tell) {
        this.truth = truth;
        this.point = point;
        this.tell = tell;
    }

    Truth truth() {
        return truth;
    }

    void become(Truth next) {
        truth = next;
    }

    void behave(Manner next) {
        manner = next;
    }

    /// Ends the hold without being asked, if there is one.
    void endHold(Truth.Stage stage) {
        if (truth.stage() == Truth.Stage.HELD) {
            truth = truth.become(stage);
        }
    }

    /// Gives money back without being asked, if there is so much.
    void giveBack(int cents, String type) {
        if (cents > 0 && cents <= truth.charged()) {
            truth = truth.givingBack(cents, type);
        }
    }

    /// The processor's objections to how it was asked.
    List<String> objections() {
        return objections;
    }

    @Override
    public EffectResult carryOut(String tenantId, Effect effect) {
        point.run();
        if (truth.answered().contains(effect.id())) {
            objections.add(effect.id() + " was asked for again after it had been answered");
        }
        truth = truth.askedFor(effect.id());
        EffectResult result = take(effect);
        point.run();
        return result;
    }

    private EffectResult take(Effect effect) {
        Truth after = manner.isDone() ? after(effect) : null;
        boolean isDoneBefore = isDone(effect);
        if (after != null && !isDoneBefore) {
            truth = after;
            if (manner.isTold()) {
                tell.accept(truth.notices().size() - 1);
            }
        }
        if (!manner.isAnswered()) {
            return new EffectResult.Unknown("no answer", null);
        }
        truth = truth.answering(effect.id());
        return after != null || isDoneBefore ? new EffectResult.Done(Map.of()) : new EffectResult.Refused("status 422");
    }

    private boolean isDone(Effect effect) {
        return switch (effect.action()) {
            case CAPTURE -> truth.stage() == Truth.Stage.CAPTURED;
            case RELEASE -> truth.stage() == Truth.Stage.RELEASED;
            case REFUND -> truth.done().contains(effect.id());
            case FULFILL, CANCEL, CHAT_SEND -> throw new IllegalArgumentException(effect.id());
        };
    }

    /// How the payment stands once it is done; null if it cannot be done.
    private @Nullable Truth after(Effect effect) {
        boolean isHeld = truth.stage() == Truth.Stage.HELD;
        return switch (effect.action()) {
            case CAPTURE -> isHeld ? truth.become(Truth.Stage.CAPTURED) : null;
            case RELEASE -> isHeld ? truth.become(Truth.Stage.RELEASED) : null;
            case REFUND -> {
                int cents = cents(effect);
                yield cents == 0 || cents > truth.charged()
                        ? null
                        : truth.givingBack(cents, "payment.refunded").doing(effect.id());
            }
            case FULFILL, CANCEL, CHAT_SEND -> throw new IllegalArgumentException(effect.id());
        };
    }

    /// How much is asked for: all that is left if the effect does not say.
    private int cents(Effect effect) {
        Object amount = effect.data().get("amount");
        return amount == null
                ? truth.charged()
                : ((BigDecimal) Objects.requireNonNull(amount))
                        .movePointRight(2)
                        .intValueExact();
    }
}
