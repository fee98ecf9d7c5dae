package streamerapi.tips;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.connectors.Processor;
import streamerapi.shared.effects.Effect;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.problems.Problem;
import streamerapi.tts.Tip;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// The refunds of a tip: the amounts that went back, that were asked for, and that are left.
@NullMarked
class RefundStateTest {

    private static final Tip TIP = Tip.waiting("ten_0000000000000", "tip_1763693883123_0h5m8z4q2w9x7y3k", Instant.EPOCH)
            .with(Tip.SOURCE, Processor.CARD.label())
            .with(Tip.AMOUNT, new BigDecimal("10.00"))
            .with(HeldTip.PAYMENT_ID, "pi_1");

    @Test
    void aTipWithoutRefundsHasAllOfItLeft() {
        RefundState state = RefundState.of(TIP);

        assertThat(state.left()).isEqualTo("10.00");
        assertThat(state.returned()).isZero();
        assertThat(state.disputed()).isZero();
        assertThat(state.asked()).isEmpty();
        assertThat(state.revision()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0.01,0.01", "10,10", ",10.00"})
    void asMuchAsIsLeftCanBeAskedFor(@Nullable BigDecimal amount, String expected) {
        RefundState.Asked asked = RefundState.of(TIP).ask(TIP, amount);

        assertThat(asked.state().asked()).isEqualTo(Map.of(1L, new BigDecimal(expected)));
        assertThat(asked.state().left()).as("nothing went back yet").isEqualTo("10.00");
        assertThat(asked.effect().action()).isEqualTo(EffectAction.REFUND);
        assertThat(asked.effect().connector()).isEqualTo(Connector.CARD_PROCESSOR);
        assertThat(asked.effect().data().get("payment_id")).isEqualTo("pi_1");
        assertThat(asked.effect().data().get("amount")).as("null asks for all").isEqualTo(amount);
    }

    @Test
    void moreThanIsLeftIsRefused() {
        Problem refused =
                catchThrowableOfType(Problem.class, () -> RefundState.of(TIP).ask(TIP, new BigDecimal("10.01")));

        assertThat(refused.body()).containsEntry("code", "bad_request").containsEntry("field", "amount");
    }

    @Test
    void whatWasAskedForCannotBeAskedForAgainUntilItWasRefused() {
        RefundState asked = RefundState.of(TIP).ask(TIP, new BigDecimal("7")).state();

        assertThat(catchThrowableOfType(Problem.class, () -> asked.ask(TIP, new BigDecimal("3.01")))
                        .body())
                .containsEntry("field", "amount");
        RefundState all = asked.ask(TIP, new BigDecimal("3")).state();
        assertThat(all.asked()).containsOnlyKeys(1L, 2L);
        assertThat(catchThrowableOfType(Problem.class, () -> all.ask(TIP, null)).body())
                .containsEntry("code", "not_refundable");
        assertThat(all.refused(1).asked()).isEqualTo(Map.of(2L, new BigDecimal("3")));
        assertThat(all.refused(1).ask(TIP, null).state().asked()).containsEntry(4L, new BigDecimal("7.00"));
    }

    @Test
    void eachRequestHasASubjectOfItsOwnAlsoAfterARefusal() {
        RefundState.Asked first = RefundState.of(TIP).ask(TIP, BigDecimal.ONE);
        RefundState.Asked second = first.state().refused(1).ask(TIP, BigDecimal.ONE);

        assertThat(second.effect())
                .extracting(Effect::subject)
                .isNotEqualTo(first.effect().subject());
    }

    @Test
    void whatWentBackIsTakenFromTheOldestRequestsFirst() {
        RefundState asked = RefundState.of(TIP)
                .ask(TIP, new BigDecimal("2.00"))
                .state()
                .ask(TIP, new BigDecimal("3.00"))
                .state();

        RefundState partly = asked.given(new BigDecimal("1.50"), false);
        assertThat(partly.asked()).isEqualTo(Map.of(1L, new BigDecimal("0.50"), 2L, new BigDecimal("3.00")));
        assertThat(asked.given(new BigDecimal("2.00"), false).asked()).isEqualTo(Map.of(2L, new BigDecimal("3.00")));
        assertThat(asked.given(new BigDecimal("2.25"), false).asked()).isEqualTo(Map.of(2L, new BigDecimal("2.75")));
        assertThat(asked.given(new BigDecimal("10"), false).asked()).isEmpty();
        assertThat(partly.given(new BigDecimal("0.50"), false).returned()).isEqualTo("2.00");
        assertThat(partly.left()).isEqualTo("8.50");
    }

    @Test
    void aDisputeIsARefundThatIsToldApart() {
        RefundState state =
                RefundState.of(TIP).given(new BigDecimal("4"), false).given(new BigDecimal("6"), true);

        assertThat(state.returned()).isEqualTo("10");
        assertThat(state.disputed()).isEqualTo("6");
        assertThat(state.left()).isZero();
        assertThat(catchThrowableOfType(Problem.class, () -> state.ask(TIP, null))
                        .body())
                .containsEntry("code", "not_refundable");
    }

    @Test
    void aRefundThatIsToldAfterADisputeWasBeforeIt() {
        RefundState disputed = RefundState.of(TIP).given(new BigDecimal("10"), true);

        RefundState both = disputed.given(new BigDecimal("4"), false);
        assertThat(both.returned()).isEqualByComparingTo("10");
        assertThat(both.disputed()).isEqualByComparingTo("6");
        assertThat(both.given(new BigDecimal("25"), false).disputed()).isZero();
        assertThat(disputed.given(BigDecimal.ZERO, false)).isEqualTo(disputed);
        assertThat(disputed.given(BigDecimal.ZERO, true)).isEqualTo(disputed);
    }

    @Test
    void aRefundThatFailedIsLeftAgainAndOneThatWasNotToldYetIsAskedForNoMore() {
        RefundState given = RefundState.of(TIP).given(new BigDecimal("4"), false);

        assertThat(given.failed(new BigDecimal("3"), new BigDecimal("3")).left())
                .isEqualByComparingTo("9");
        assertThat(given.failed(new BigDecimal("4"), new BigDecimal("4")).revision())
                .isEqualTo(2);
        RefundState asked = given.ask(TIP, new BigDecimal("5")).state();
        RefundState failed = asked.failed(new BigDecimal("6"), new BigDecimal("6"));
        assertThat(failed.left()).isEqualByComparingTo("10");
        assertThat(failed.asked()).isEqualTo(Map.of(2L, new BigDecimal("3")));
    }

    @Test
    void aWonDisputeLeavesTheRefundsOfBefore() {
        RefundState won = RefundState.of(TIP)
                .given(new BigDecimal("4"), false)
                .given(new BigDecimal("6"), true)
                .disputeWon();

        assertThat(won.returned()).isEqualByComparingTo("4");
        assertThat(won.disputed()).isZero();
        assertThat(won.left()).isEqualByComparingTo("6");
    }

    /// A bank refuses a refund that is on its way when the donor disputes the payment.
    @Test
    void aRefundThatFailedOfADisputedPaymentIsDisputed() {
        RefundState disputed = RefundState.of(TIP)
                .given(new BigDecimal("4"), false)
                .given(new BigDecimal("6"), true)
                .failed(new BigDecimal("4"), new BigDecimal("4"));

        assertThat(disputed.returned()).isEqualByComparingTo("10");
        assertThat(disputed.disputed()).isEqualByComparingTo("10");
    }

    @Test
    void eachChangeIsARevisionMore() {
        RefundState asked = RefundState.of(TIP).ask(TIP, BigDecimal.ONE).state();

        assertThat(asked.revision()).isEqualTo(1);
        assertThat(asked.given(BigDecimal.ONE, false).revision()).isEqualTo(2);
        assertThat(asked.refused(1).revision()).isEqualTo(2);
    }

    @Test
    void aTipGivesBackTheStateThatItWasGiven() {
        RefundState state = RefundState.of(TIP)
                .ask(TIP, new BigDecimal("5"))
                .state()
                .given(new BigDecimal("1.25"), true)
                .ask(TIP, BigDecimal.ONE)
                .state();

        assertThat(RefundState.of(state.on(TIP))).isEqualTo(state);
        assertThat(RefundState.of(TIP).on(TIP).row().has(Tip.REFUNDED))
                .as("no refund")
                .isFalse();
    }
}
