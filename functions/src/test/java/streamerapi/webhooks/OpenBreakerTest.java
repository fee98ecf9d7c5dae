package streamerapi.webhooks;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;

import java.time.Instant;

import static org.assertj.core.api.Assertions.assertThat;

/// The circuit breaker of an endpoint: when it is open, and the attempts that it counts.
@NullMarked
class OpenBreakerTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    @ParameterizedTest
    @CsvSource({"0,false", "1,false", "19,false", "20,true", "21,true"})
    void itOpensAtTwentyFailedFirstAttempts(long failures, boolean isOpen) {
        assertThat(CircuitBreaker.isOpen(endpoint(failures))).isEqualTo(isOpen);
    }

    @ParameterizedTest
    @CsvSource({"1,0,true", "1,19,true", "1,20,false", "2,0,false", "8,19,false"})
    void aFailedFirstAttemptCountsWhileItIsClosed(int attempt, long failures, boolean counts) {
        DeliveryMessage message =
                new DeliveryMessage("ten_0000000000000", "we_1", "evt_1", "counter.updated", NOW, attempt, NOW, "{}");

        assertThat(CircuitBreaker.counts(message, endpoint(failures))).isEqualTo(counts);
    }

    @Test
    void anEndpointIsWellWithoutFailures() {
        assertThat(EndpointHealth.isWell(endpoint(0))).isTrue();
        assertThat(EndpointHealth.isWell(endpoint(1))).isFalse();
        assertThat(EndpointHealth.isWell(
                        new WebhookEndpoint(endpoint(0).row().with(WebhookEndpoint.FAILING_SINCE, NOW))))
                .isFalse();
    }

    @Test
    void itsOwnerClosesIt() {
        assertThat(CircuitBreaker.isOpen(
                        new WebhookEndpoint(CircuitBreaker.closed(endpoint(20).row()))))
                .isFalse();
        assertThat(CircuitBreaker.isOpen(
                        new WebhookEndpoint(CircuitBreaker.probed(endpoint(20).row()))))
                .as("another address is attempted at once, and closes nothing yet")
                .isTrue();
    }

    private static WebhookEndpoint endpoint(long failures) {
        Row row = Row.of(Keys.endpoint("ten_0000000000000", "we_1"));
        return new WebhookEndpoint(failures == 0 ? row : row.with(Attribute.whole("failed_first_attempts"), failures));
    }
}
