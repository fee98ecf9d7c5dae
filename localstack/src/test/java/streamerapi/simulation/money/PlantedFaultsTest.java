package streamerapi.simulation.money;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.log.LogContext;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// The model finds faults that are planted into what the service writes, and says which rule they break.
class PlantedFaultsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    EFFECT_ROW_LEFT_OUT  | HELD    | 3 | 0 | a decision does not wait for ever without a warning
                    LEASE_NOT_CHECKED    | BLOCKED | 2 | 2 | was asked for again after it had been answered
                    RESULT_DECIDED_TWICE | HELD    | 3 | 2 | a tip is decided once
                    """)
    void thePlantedFaultIsNamed(SpoiltWrites fault, Beginning beginning, int depth, int pairs, String rule) {
        Exploration exploration = new Exploration(beginning, fault);
        Exploration.Extent extent = new Exploration.Extent(depth, 0, pairs);
        assertThatThrownBy(() -> LogContext.mute(() -> exploration.everything(extent)))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("A payment, " + beginning)
                .hasMessageContaining(rule);
    }
}
