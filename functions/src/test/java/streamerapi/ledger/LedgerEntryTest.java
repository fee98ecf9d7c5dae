package streamerapi.ledger;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Write;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// The rows that an amount is entered in.
@NullMarked
class LedgerEntryTest {

    private static final String TENANT = "ten_0000000000000";

    @Test
    void anAmountIsEnteredInTheRowsOfItsDayAndMonthInUtc() {
        Write[] writes = entered("2026-10-31T23:59:59.999Z", new BigDecimal("5.25"));

        assertThat(Arrays.stream(writes).map(Write::key).map(Key::sort))
                .satisfiesExactly(
                        entry -> assertThat(entry).isEqualTo("LEDGER#EUR#E#2026-10-31T23:59:59.999Z#tip_1"),
                        day -> assertThat(day).matches("LEDGER#EUR#D#2026-10-31#[0-7]"),
                        month -> assertThat(month).matches("LEDGER#EUR#M#2026-10#[0-7]"));
        assertThat(Arrays.stream(writes).map(Write::kind))
                .containsExactly(Write.Kind.PUT, Write.Kind.UPDATE, Write.Kind.UPDATE);
    }

    @Test
    void theNextMillisecondIsOfTheNextDayAndMonth() {
        Write[] writes = entered("2026-11-01T00:00:00.000Z", BigDecimal.ONE);

        assertThat(writes[1].key().sort()).startsWith("LEDGER#EUR#D#2026-11-01#");
        assertThat(writes[2].key().sort()).startsWith("LEDGER#EUR#M#2026-11#");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.001", "1.005", "-0.999"})
    void anAmountWithMoreThanTwoDecimalsIsRefusedAndNotRounded(String amount) {
        assertThatThrownBy(() -> entered("2026-10-31T23:59:59.999Z", new BigDecimal(amount)))
                .isInstanceOf(ArithmeticException.class);
    }

    private static Write[] entered(String at, BigDecimal amount) {
        return Ledger.entry(TENANT, "EUR", Instant.parse(at), "tip_1", amount, 1);
    }
}
