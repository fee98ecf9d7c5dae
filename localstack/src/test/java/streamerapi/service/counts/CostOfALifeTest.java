package streamerapi.service.counts;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import streamerapi.simulation.year.AwsCounts;
import streamerapi.simulation.year.QuietLife;

import static org.assertj.core.api.Assertions.assertThat;

/// The life of a tip costs what docs/cost.md says: there it is added up of calls that are counted one by one, and here
/// the simulation lives through it as a whole, with all that follows.
class CostOfALifeTest {

    private static final int TIPS = 20;
    private static final Percentage CLOSELY = Percentage.withPercentage(5);

    /// Requests, events and deliveries of a tip.
    private static final int REQUESTS = 3;

    private static final int EVENTS = 3;
    private static final int DELIVERIES = 6;

    @Test
    void aTipThatIsLivedThroughCostsWhatIsDocumented() {
        AwsCounts counted = QuietLife.ofTips(TIPS);
        double table = counted.reads() * Prices.READ_UNITS + counted.writes() * Prices.WRITE_UNITS;
        int delivering = TIPS * EVENTS;
        double functions = (counted.invocations() - delivering) * CostPage.lambda(CostPage.SECONDS_A_CALL)
                + delivering * CostPage.lambda(CostPage.SECONDS_A_DELIVERY);
        double charged = table
                + functions
                + counted.messages() * Prices.FAIR_QUEUE_REQUESTS
                + counted.frames() * Prices.SOCKET_MESSAGES;
        double assumed = REQUESTS * Prices.HTTP_REQUESTS
                + (REQUESTS + EVENTS) * CostPage.log(CostPage.LINE_BYTES)
                + DELIVERIES * CostPage.log(CostPage.ATTEMPT_BYTES);
        assertThat(charged / TIPS + assumed).as(counted.toString()).isCloseTo(TipLife.all(), CLOSELY);
    }
}
