package streamerapi.events;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.shared.events.LoggedEvent;

import java.time.Instant;

import static org.assertj.core.api.Assertions.assertThat;

/// When what follows an event is due.
@NullMarked
class FollowUpScheduleTest {

    @Test
    void aTipWhosePaymentIsHeldIsLookedAtSevenDaysLater() {
        assertThat(FollowUpSchedule.due(held("held"))).isEqualTo(Instant.parse("2026-11-28T12:00:00Z"));
    }

    /// PayPal's authorizations end after 29 days; the three that are shown are those in which a capture is sure.
    @Test
    void aTipWhosePaymentAWalletHoldsIsLookedAtTwentyNineDaysLater() {
        assertThat(FollowUpSchedule.due(held("held", "wallet_processor")))
                .isEqualTo(Instant.parse("2026-12-20T12:00:00Z"));
    }

    @Test
    void nothingFollowsATipThatIsHeldWithoutAPaymentToLetGoOf() {
        assertThat(FollowUpSchedule.due(held("captured"))).isNull();
        assertThat(FollowUpSchedule.due(held("none"))).isNull();
    }

    /// The message names the event alone, and the worker finds the work by its type.
    @Test
    void anEventHasOneFollowUpAtMost() {
        assertThat(FollowUp.values()).extracting(FollowUp::type).doesNotHaveDuplicates();
    }

    private static LoggedEvent held(String paymentState) {
        return held(paymentState, "card_processor");
    }

    private static LoggedEvent held(String paymentState, String source) {
        String body = "{\"created\":\"2026-11-21T12:00:00.000Z\",\"data\":{\"payment_state\":\"" + paymentState
                + "\",\"source\":\"" + source + "\"}}";
        return new LoggedEvent("ten_1", "E#1", "evt_1", "tip.held", body, LoggedEvent.Origin.CHANGE, "");
    }
}
