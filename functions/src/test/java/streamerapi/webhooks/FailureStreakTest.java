package streamerapi.webhooks;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import java.time.Duration;
import java.time.Instant;

import static org.assertj.core.api.Assertions.assertThat;

/// The failures of an endpoint in a row, and the time at which it is given up.
@NullMarked
class FailureStreakTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final WebhookEndpoint NEW = new WebhookEndpoint(Row.of(Keys.endpoint("ten_0000000000000", "we_1")));

    @ParameterizedTest
    @CsvSource({"PT0S,false", "P4D,false", "PT119H59M59.999S,false", "P5D,true", "PT120H0.001S,true", "P30D,true"})
    void anEndpointThatFailsForFiveDaysIsGivenUp(Duration failing, boolean isTooLong) {
        FailureStreak streak = new FailureStreak(0, NOW.minus(failing));

        assertThat(streak.isTooLong(NOW)).isEqualTo(isTooLong);
        assertThat(streak.reasonToGiveUp(NOW)).isEqualTo(isTooLong ? "Every attempt has failed for 5 days" : null);
    }

    @ParameterizedTest
    @CsvSource({"0,false", "1,false", "4,false", "5,true", "6,true"})
    void anEndpointThatFailsFiveDeliveriesInARowIsGivenUp(long deliveries, boolean isGivenUp) {
        FailureStreak streak = new FailureStreak(deliveries, NOW.minusSeconds(1));

        assertThat(streak.reasonToGiveUp(NOW))
                .isEqualTo(isGivenUp ? "5 deliveries in a row failed every attempt" : null);
        assertThat(streak.isTooLong(NOW)).isFalse();
    }

    @Test
    void ofTwoReasonsTheDeliveriesAreNamed() {
        assertThat(new FailureStreak(5, NOW.minus(Duration.ofDays(5))).reasonToGiveUp(NOW))
                .isEqualTo("5 deliveries in a row failed every attempt");
    }

    @Test
    void anEndpointWithoutAFailureHasNone() {
        FailureStreak none = FailureStreak.of(NEW);

        assertThat(none).isEqualTo(new FailureStreak(0, null));
        assertThat(none.isTooLong(NOW)).isFalse();
        assertThat(none.reasonToGiveUp(NOW)).isNull();
    }

    @Test
    void aDeliveryMoreBeginsTheStreakOrKeepsItsBeginning() {
        assertThat(FailureStreak.of(NEW).withDelivery(NOW)).isEqualTo(new FailureStreak(1, NOW));
        assertThat(new FailureStreak(3, NOW.minusSeconds(60)).withDelivery(NOW))
                .isEqualTo(new FailureStreak(4, NOW.minusSeconds(60)));
    }

    @Test
    void theRowOfAnEndpointHasItsStreak() {
        assertThat(FailureStreak.of(
                        with(with(NEW, WebhookEndpoint.CONSECUTIVE_FAILURES, 3L), WebhookEndpoint.FAILING_SINCE, NOW)))
                .isEqualTo(new FailureStreak(3, NOW));
    }

    @ParameterizedTest
    @CsvSource({"PT0S,true", "PT59.999S,true", "PT60S,false", "PT61S,false", "PT-1S,true", ",false"})
    void aSuccessIsNotedOnceAMinute(@Nullable Duration ago, boolean isNoted) {
        WebhookEndpoint endpoint = ago == null ? NEW : with(NEW, WebhookEndpoint.LAST_SUCCESS_AT, NOW.minus(ago));

        assertThat(EndpointHealth.isNoted(endpoint, NOW)).isEqualTo(isNoted);
    }

    @Test
    void aSuccessThatEndsAStreakIsNotedAtOnce() {
        WebhookEndpoint well = with(NEW, WebhookEndpoint.LAST_SUCCESS_AT, NOW);

        assertThat(EndpointHealth.isNoted(well, NOW)).isTrue();
        assertThat(EndpointHealth.isNoted(with(well, WebhookEndpoint.CONSECUTIVE_FAILURES, 1L), NOW))
                .isFalse();
        assertThat(EndpointHealth.isNoted(with(well, WebhookEndpoint.FAILING_SINCE, NOW), NOW))
                .isFalse();
        assertThat(EndpointHealth.isNoted(with(well, Attribute.whole("failed_first_attempts"), 1L), NOW))
                .isFalse();
    }

    private static <T> WebhookEndpoint with(WebhookEndpoint endpoint, Attribute<T> attribute, T value) {
        return new WebhookEndpoint(endpoint.row().with(attribute, value));
    }
}
