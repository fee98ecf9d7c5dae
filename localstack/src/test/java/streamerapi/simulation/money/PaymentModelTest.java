package streamerapi.simulation.money;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import streamerapi.shared.log.LogContext;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds that money that was charged is a tip, is given back, or is named to the streamer, however much happens to a
/// payment, in every order. `-Dpayment.depth=8` goes deeper, `-Dpayment.walks=20000` walks more often,
/// `-Dpayment.seed=…` elsewhere.
class PaymentModelTest {

    private static final Exploration.Extent EXTENT = new Exploration.Extent(
            Integer.getInteger("payment.depth", 3),
            Integer.getInteger("payment.deaths", 2),
            Integer.getInteger("payment.pairs", 1));
    private static final int WALKS = Integer.getInteger("payment.walks", 500);
    private static final long SEED = Long.getLong("payment.seed", 20_261_123L);
    private static final int STEPS = 40;

    @ParameterizedTest
    @EnumSource
    void moneyIsATipOrIsNamedInEveryOrderOfSteps(Beginning beginning) {
        Exploration exploration = new Exploration(beginning, SpoiltWrites.NONE);
        LogContext.mute(() -> exploration.everything(EXTENT));
        assertThat(exploration.states()).isGreaterThan(EXTENT.depth());
        System.out.println(beginning + ": " + exploration.states() + " states, " + EXTENT);
    }

    @ParameterizedTest
    @EnumSource
    void moneyIsATipOrIsNamedAfterALongWalk(Beginning beginning) {
        Exploration exploration = new Exploration(beginning, SpoiltWrites.NONE);
        LogContext.mute(() -> {
            for (int walk = 0; walk < WALKS / Beginning.values().length; walk++) {
                long seed = SEED + walk;
                try {
                    exploration.walk(new Random(seed), STEPS);
                } catch (AssertionError broken) {
                    throw new AssertionError("With -Dpayment.seed=" + seed + "\n" + broken.getMessage(), broken);
                }
            }
        });
    }
}
