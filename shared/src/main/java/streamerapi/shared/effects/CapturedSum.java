package streamerapi.shared.effects;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.schema.Numbers;

import java.math.BigDecimal;
import java.util.Map;

/// The sum that a donor was charged, as the processor tells in answer to `payment.capture`. It can be a part of the
/// sum that was held.
///
/// @param amount as tips have it: without zeros at its end
/// @param currency ISO 4217
public record CapturedSum(BigDecimal amount, String currency) {

    private static final String NAME = "captured_sum";

    public CapturedSum {
        amount = Numbers.plain(amount);
    }

    /// The amount that a payment counts with which was held before. A sum in another currency than the hold's is not
    /// taken.
    public BigDecimal orHeld(BigDecimal held, String heldIn) {
        return currency.equals(heldIn) ? amount : held;
    }

    /// The result of a capture that charged it.
    public EffectResult.Done done() {
        return new EffectResult.Done(Map.of(NAME, this));
    }

    /// The sum that a result tells; null if it tells none.
    public static @Nullable CapturedSum of(EffectResult result) {
        return result instanceof EffectResult.Done done && done.answer().get(NAME) instanceof CapturedSum sum
                ? sum
                : null;
    }
}
