package streamerapi.paypal;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import streamerapi.paypal.PayPalOrder.Movement;
import streamerapi.paypal.PayPalOrder.State;
import streamerapi.providers.JsonFields;
import streamerapi.shared.json.Json;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

/// An order of PayPal, as its answers tell it.
@NullMarked
class PayPalOrderTest {

    private static final Instant AT = Instant.parse("2026-11-21T12:00:00Z");
    private static final Set<State> CHARGED =
            Set.of(State.COMPLETED, State.PARTIALLY_REFUNDED, State.REFUNDED, State.REVERSED);
    private static final Set<State> ENDED = Set.of(State.VOIDED, State.EXPIRED, State.DENIED);
    private static final Set<State> GIVEN_BACK = Set.of(State.COMPLETED, State.PENDING);

    @Test
    void anOrderIsReadWithTheLastOfItsAuthorizationsAndCaptures() {
        PayPalOrder order = read("""
                {"id":"5O1","status":"COMPLETED","intent":"AUTHORIZE",
                 "purchase_units":[{"custom_id":"tip_1","payments":{
                 "authorizations":[
                  {"id":"A1","status":"VOIDED","amount":{"value":"1.00","currency_code":"USD"}},
                  {"id":"A2","status":"created","amount":{"value":"5.25","currency_code":"USD"},
                   "create_time":"2026-11-21T11:00:00Z","update_time":"2026-11-21T12:00:00Z"}],
                 "captures":[
                  {"id":"C1","status":"COMPLETED","amount":{"value":"5.25","currency_code":"USD"},
                   "create_time":"2026-11-21T13:00:00+01:00"}],
                 "refunds":[
                  {"id":"R1","status":"COMPLETED","amount":{"value":"1","currency_code":"USD"}},
                  {"id":"R2","status":"NOVEL","amount":{"value":"2","currency_code":"USD"},"update_time":"soon"}]}}]}
                """);

        assertThat(order)
                .isEqualTo(new PayPalOrder(
                        "5O1",
                        "COMPLETED",
                        true,
                        "tip_1",
                        new Movement("A2", State.CREATED, new BigDecimal("5.25"), "USD", AT),
                        new Movement("C1", State.COMPLETED, new BigDecimal("5.25"), "USD", AT),
                        List.of(
                                new Movement("R1", State.COMPLETED, BigDecimal.ONE, "USD", Instant.EPOCH),
                                new Movement("R2", State.UNKNOWN, BigDecimal.TWO, "USD", Instant.EPOCH))));
        assertThat(order.changedAt()).isEqualTo(AT);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {}
                    {"id":"5O1","purchase_units":[]}
                    {"id":"5O1","purchase_units":[{"payments":{"captures":[{"status":"COMPLETED"}]}}]}
                    {"id":"5O1","purchase_units":[{"payments":{"captures":[{"id":"C1","amount":{"value":"much"}}]}}]}
                    """)
    void anAnswerWithoutMoneyMovedIsAnOrderThatWasNeitherHeldNorCharged(String json) {
        PayPalOrder order = read(json);

        assertThat(order.isCaptured()).isFalse();
        assertThat(order.isHeld()).isFalse();
        assertThat(order.isHoldEnded()).isFalse();
        assertThat(order.refunded()).isZero();
        assertThat(order.changedAt()).isEqualTo(Instant.EPOCH);
    }

    @ParameterizedTest
    @EnumSource
    void theStateOfTheCaptureTellsWhetherTheDonorWasCharged(State state) {
        assertThat(order(null, movement(state), List.of()).isCaptured()).isEqualTo(CHARGED.contains(state));
    }

    @ParameterizedTest
    @EnumSource
    void theStateOfTheAuthorizationTellsWhetherTheMoneyIsHeldOrWasLetGo(State state) {
        PayPalOrder order = order(movement(state), null, List.of());

        assertThat(order.isHeld()).isEqualTo(state == State.CREATED);
        assertThat(order.isHoldEnded()).isEqualTo(ENDED.contains(state));
    }

    @ParameterizedTest
    @EnumSource
    void refundsThatCameThroughOrWillAreSummed(State state) {
        PayPalOrder order = order(null, null, List.of(movement(state), movement(State.COMPLETED)));

        assertThat(order.refunded()).isEqualTo(GIVEN_BACK.contains(state) ? "4.50" : "2.25");
    }

    private static PayPalOrder read(String json) {
        return PayPalOrder.of(JsonFields.of(Json.read(json)));
    }

    private static Movement movement(State state) {
        return new Movement("M1", state, new BigDecimal("2.25"), "USD", AT);
    }

    private static PayPalOrder order(
            @Nullable Movement authorization, @Nullable Movement capture, List<Movement> refunds) {
        return new PayPalOrder("5O1", "APPROVED", true, "tip_1", authorization, capture, refunds);
    }
}
