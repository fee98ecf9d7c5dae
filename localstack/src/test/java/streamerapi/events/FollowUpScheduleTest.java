package streamerapi.events;

import org.junit.jupiter.api.Test;
import streamerapi.shared.events.LoggedEvent;

import java.time.Instant;

import static org.assertj.core.api.Assertions.assertThat;

/// When what follows an event is due.
class FollowUpScheduleTest {

    @Test
    void aTipWhosePaymentIsHeldIsLookedAtSevenDaysLater() {
        assertThat(FollowUpSchedule.due(held("held"))).isEqualTo(Instant.parse("2026-11-28T12:00:00Z"));
    }

    @Test
    void nothingFollowsATipThatIsHeldWithoutAPaymentToLetGoOf() {
        assertThat(FollowUpSchedule.due(held("captured"))).isNull();
        assertThat(FollowUpSchedule.due(held("none"))).isNull();
    }

    private static LoggedEvent held(String paymentState) {
        String body =
                "{\"created\":\"2026-11-21T12:00:00.000Z\",\"data\":{\"payment_state\":\"" + paymentState + "\"}}";
        return new LoggedEvent("ten_1", "E#1", "evt_1", "tip.held", body, LoggedEvent.Origin.CHANGE, "");
    }
}
