package streamerapi.money;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.connections.Provider;
import streamerapi.money.Reconciliation.Kind;
import streamerapi.money.Reconciliation.Result;

import java.time.Instant;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// A look through a processor's books, page by page.
@NullMarked
class ReconciliationTest {

    private static final Instant BEGUN = Instant.parse("2026-11-21T12:00:00Z");

    @Test
    void eachPageAddsToWhatWasFoundBefore() {
        Reconciliation look = Reconciliation.beginning("ten_0000000000000", Provider.STRIPE, BEGUN)
                .further("evt_100", 100, 2, Map.of(Kind.CAPTURED, 2L, Kind.REFUNDED, 1L))
                .further("evt_200", 42, 1, Map.of(Kind.CAPTURED, 3L));

        assertThat(look.pages()).isEqualTo(2);
        assertThat(look.looked()).isEqualTo(142);
        assertThat(look.unread()).isEqualTo(3);
        assertThat(look.cursor()).isEqualTo("evt_200");
        assertThat(look.found(Kind.CAPTURED)).isEqualTo(5);
        assertThat(look.found(Kind.REFUNDED)).isEqualTo(1);
        assertThat(look.found(Kind.DISPUTED)).isZero();
        assertThat(look.foundInAll()).isEqualTo(6);
        assertThat(look.result()).isEqualTo(Result.RUNNING);
        assertThat(look.endedAt()).isNull();
    }

    @Test
    void anEndedLookKeepsWhatItFoundAndHasNoNextPage() {
        Reconciliation look = Reconciliation.beginning("ten_0000000000000", Provider.PAYPAL, BEGUN)
                .further("evt_100", 100, 1, Map.of(Kind.HELD, 2L))
                .ended(Result.TAKEN_IN, BEGUN.plusSeconds(60));

        assertThat(look.result()).isEqualTo(Result.TAKEN_IN);
        assertThat(look.endedAt()).isEqualTo(BEGUN.plusSeconds(60));
        assertThat(look.begunAt()).isEqualTo(BEGUN);
        assertThat(look.cursor()).isNull();
        assertThat(look.pages()).isEqualTo(1);
        assertThat(look.looked()).isEqualTo(100);
        assertThat(look.unread()).isEqualTo(1);
        assertThat(look.foundInAll()).isEqualTo(2);
    }
}
