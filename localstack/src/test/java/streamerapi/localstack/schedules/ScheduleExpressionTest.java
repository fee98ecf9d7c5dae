package streamerapi.localstack.schedules;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.ZoneId;
import java.time.ZonedDateTime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ScheduleExpressionTest {
    private static final ZoneId UTC = ZoneId.of("UTC");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rate(1 minute)               | 2026-11-21T10:00:30Z | 2026-11-21T10:01:30Z",
                "rate(2 hours)                | 2026-11-21T10:00:30Z | 2026-11-21T12:00:30Z",
                "rate(1 day)                  | 2026-11-21T10:00:30Z | 2026-11-22T10:00:30Z",
                "cron(0 12 * * ? *)           | 2026-11-21T12:00:00Z | 2026-11-22T12:00:00Z",
                "cron(0/15 * * * ? *)         | 2026-11-21T12:01:00Z | 2026-11-21T12:15:00Z",
                "cron(0 8 1 * ? *)            | 2026-11-21T12:01:00Z | 2026-12-01T08:00:00Z",
                "cron(15 10 ? * MON-FRI *)    | 2026-11-21T10:00:00Z | 2026-11-23T10:15:00Z",
                "cron(0 0 ? * 1 *)            | 2026-11-21T10:00:00Z | 2026-11-22T00:00:00Z",
                "cron(0 0 29 FEB ? *)         | 2026-11-21T10:00:00Z | 2028-02-29T00:00:00Z",
                "cron(30 6,18 * * ? 2027-2030) | 2026-11-21T10:00:00Z | 2027-01-01T06:30:00Z",
            })
    void theNextTimeFollows(String expression, ZonedDateTime after, ZonedDateTime next) {
        assertThat(ScheduleExpression.parse(expression, UTC).next(after)).isEqualTo(next);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rate(0 minutes)",
                "rate(1 week)",
                "cron(* * * * * *)",
                "cron(0 12 L * ? *)",
                "cron(60 12 * * ? *)",
                "at(2030-01-01T00:00:00)"
            })
    void whatIsNotSupportedIsRefused(String expression) {
        assertThatThrownBy(() -> ScheduleExpression.parse(expression, UTC))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
