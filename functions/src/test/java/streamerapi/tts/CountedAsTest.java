package streamerapi.tts;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;
import org.jspecify.annotations.NullMarked;

import java.math.BigDecimal;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds the amount that a tip counts as at a rate, and the rest of it as it is refunded.
@NullMarked
class CountedAsTest {

    @Property
    void refundsTakeOffExactlyWhatTheTipAdded(
            @ForAll @LongRange(min = 1, max = 10_000_000_000L) long cents,
            @ForAll @BigRange(min = "0.000001", max = "1000000") @Scale(8) BigDecimal rate,
            @ForAll Random random) {
        BigDecimal paid = BigDecimal.valueOf(cents, 2);
        CountedAs counted = CountedAs.at(rate, paid, "USD");
        BigDecimal sum = counted.of(paid, paid);
        assertThat(sum).isEqualTo(counted.amount());
        long left = cents;
        while (left > 0) {
            long after = left - 1 - random.nextLong(left);
            BigDecimal off = counted.of(BigDecimal.valueOf(left, 2), paid)
                    .subtract(counted.of(BigDecimal.valueOf(after, 2), paid));
            assertThat(off.signum()).isNotNegative();
            sum = sum.subtract(off);
            left = after;
        }
        assertThat(sum).isEqualByComparingTo(BigDecimal.ZERO);
    }
}
