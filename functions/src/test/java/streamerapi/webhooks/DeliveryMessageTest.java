package streamerapi.webhooks;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.shared.storage.Row;

import java.time.Instant;

import static org.assertj.core.api.Assertions.assertThat;

/// Messages of attempts.
@NullMarked
class DeliveryMessageTest {

    /// Clocks tell microseconds, and rows hold milliseconds. A recovery counts the run that it asked for although the
    /// first attempt has been claimed already.
    @Test
    void theRunOfARowIsTheMessagesOwn() {
        DeliveryMessage message = DeliveryMessage.first(
                "ten_1", "we_1", "evt_1", "tip.created", Instant.parse("2026-09-12T18:21:04.456789Z"), "{}");
        Row claimed = Row.of(Deliveries.key(message)).with(Delivery.RUN, message.begun());
        assertThat(Deliveries.isOf(message, claimed)).isTrue();
    }
}
