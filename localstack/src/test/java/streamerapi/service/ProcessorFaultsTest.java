package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.checkouts.StartedCheckout;
import streamerapi.shared.effects.EffectAction;
import streamerapi.shared.storage.EffectKeys;
import streamerapi.shared.storage.Query;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Holds how captures, releases and refunds end that Stripe or PayPal answers with a fault: done, refused or unknown;
/// and that a call is repeated under one idempotency key, and done once. The keys are read from the processor's log.
@NullMarked
class ProcessorFaultsTest {

    private static final String HELD = "/dashboard/api/held-tips/";

    /// How long a processor hangs, and a bit.
    private static final Duration HANG = Duration.ofMillis(8_500);

    /// How long a decision waits for its processor.
    private static final Duration AWAITED = Duration.ofSeconds(5);

    private final Account account = Service.shared().newAccount();
    private final ApiClient owner = account.dashboard();
    private final List<FaultyProcessor> connected = new ArrayList<>();

    private FaultyProcessor connected(String name) {
        FaultyProcessor processor = FaultyProcessor.of(account, name);
        processor.connect();
        connected.add(processor);
        return processor;
    }

    @AfterEach
    void leave() {
        connected.forEach(FaultyProcessor::leave);
    }

    /// A fault as it is told to the processor.
    private static Map<String, ?> fault(String fault) {
        return switch (fault) {
            case "hang" -> Map.of("hang", true);
            case "drop" -> Map.of("drop", true);
            case "429" -> Map.of("status", 429, "headers", Map.of("Retry-After", "20"));
            default -> Map.of("status", Integer.parseInt(fault));
        };
    }

    /// How long a processor holds the key of a call yet that met a fault.
    ///
    /// @param ago how long ago the call began
    private static Duration whileHeld(String fault, Duration ago) {
        return fault.equals("hang") ? HANG.minus(ago) : Duration.ZERO;
    }

    private StartedCheckout held(FaultyProcessor processor) {
        StartedCheckout started = processor.paid("20", true);
        becomes(processor, started, "held");
        HooksTest.settled(account.service());
        return started;
    }

    private String tip() {
        return String.valueOf(owner.get("/dashboard/api/held-tips").expect(200).at("tips.0.order_id"));
    }

    private static void becomes(FaultyProcessor processor, StartedCheckout started, String state) {
        await().untilAsserted(() -> assertThat(processor.state(started)).isEqualTo(state));
    }

    /// The decision that the processor's own event can bring, if the call took effect.
    private static String answeredByEvent(String fault) {
        return fault.equals("hang") || fault.equals("drop") ? "approved" : "capturing";
    }

    /// Waits until no effect is open, and lets time pass meanwhile.
    ///
    /// @param first how long to wait before: a processor holds the idempotency key of a call that hangs until it
    /// answers, and a clock that is moved would have all early attempts meet that
    private void settle(Duration first) {
        await().pollDelay(first).until(() -> {
            account.service().advanceIfAtRest(Duration.ofSeconds(10));
            return account.table()
                    .query(Query.of(EffectKeys.EFFECTS, account.tenantId() + "#"))
                    .isEmpty();
        });
        HooksTest.settled(account.service());
    }

    private List<String> warnings() {
        return account.events().stream()
                .filter(event -> event.contains("payment_call_failed"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "stripe,409", "stripe,429", "stripe,500", "stripe,503", "stripe,hang", "stripe,drop",
        "paypal,409", "paypal,429", "paypal,500", "paypal,503", "paypal,hang", "paypal,drop"
    })
    void aCaptureWhoseOutcomeIsUnknownIsAskedAgainUnderOneKeyAndDoneOnce(String name, String fault) {
        FaultyProcessor processor = connected(name);
        StartedCheckout started = held(processor);
        String path = processor.path(started, EffectAction.CAPTURE);
        String tip = tip();
        processor.fails(path, fault(fault));

        Object decision = owner.post(HELD + tip + "/approve").at("decision");
        assertThat(decision).as("the event can come before the answer").isIn("capturing", answeredByEvent(fault));
        settle(whileHeld(fault, AWAITED));

        becomes(processor, started, "queued");
        assertThat(processor.keys(path)).isNotEmpty().containsOnly("payment.capture:tip:" + tip);
        assertThat(processor.done(started)).isEqualTo(List.of(1, 0));
        assertThat(account.eventTypes()).containsOnlyOnce("tip.created", "tip.reviewed");
        assertThat(warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "stripe,400",
        "stripe,402",
        "stripe,404",
        "stripe,422",
        "paypal,400",
        "paypal,402",
        "paypal,403",
        "paypal,404",
        "paypal,422"
    })
    void aCaptureThatIsRefusedIsAskedForOnceAndTheTipExpires(String name, String fault) {
        FaultyProcessor processor = connected(name);
        StartedCheckout started = held(processor);
        String path = processor.path(started, EffectAction.CAPTURE);
        processor.fails(path, fault(fault));

        assertThat(owner.post(HELD + tip() + "/approve").expect(200).at("decision"))
                .isEqualTo("expired");
        settle(Duration.ZERO);

        assertThat(processor.keys(path)).hasSize(1);
        assertThat(processor.done(started)).isEqualTo(List.of(0, 0));
        assertThat(account.eventTypes()).doesNotContain("tip.created");
    }

    @ParameterizedTest
    @ValueSource(strings = {"stripe", "paypal"})
    void credentialsThatDoNotHoldAreToldAndTheCaptureGoesOnWithNewOnes(String name) {
        FaultyProcessor processor = connected(name);
        StartedCheckout started = held(processor);
        String path = processor.path(started, EffectAction.CAPTURE);
        String tip = tip();
        processor.fails(path, Map.of("status", 401, "times", 2));

        owner.post(HELD + tip + "/approve").expect(202);
        assertThat(processor.status()).isEqualTo("disconnected invalid_credentials");
        processor.fails(path, Map.of("status", 401, "times", 0));
        processor.connect();
        settle(Duration.ZERO);

        becomes(processor, started, "queued");
        assertThat(processor.status()).isEqualTo("connected null");
        assertThat(processor.keys(path)).containsOnly("payment.capture:tip:" + tip);
        assertThat(processor.done(started)).isEqualTo(List.of(1, 0));
    }

    @ParameterizedTest
    @CsvSource({
        "stripe,409",
        "stripe,429",
        "stripe,500",
        "stripe,drop",
        "paypal,409",
        "paypal,429",
        "paypal,500",
        "paypal,drop"
    })
    void aReleaseWhoseOutcomeIsUnknownIsAskedAgainUnderOneKey(String name, String fault) {
        FaultyProcessor processor = connected(name);
        StartedCheckout started = held(processor);
        String path = processor.path(started, EffectAction.RELEASE);
        String tip = tip();
        processor.fails(path, fault(fault));

        owner.post(HELD + tip + "/reject", Map.of()).expect(200);
        settle(whileHeld(fault, AWAITED));

        becomes(processor, started, "released");
        assertThat(processor.keys(path)).isNotEmpty().containsOnly("payment.release:tip:" + tip);
        assertThat(processor.done(started)).isEqualTo(List.of(0, 0));
        assertThat(account.eventTypes()).containsOnlyOnce("tip.reviewed").doesNotContain("tip.created");
    }

    @ParameterizedTest
    @CsvSource({
        "stripe,409",
        "stripe,429",
        "stripe,500",
        "stripe,hang",
        "stripe,drop",
        "paypal,409",
        "paypal,429",
        "paypal,500",
        "paypal,hang",
        "paypal,drop"
    })
    void aRefundWhoseOutcomeIsUnknownIsAskedAgainUnderOneKeyAndGivenOnce(String name, String fault) {
        FaultyProcessor processor = connected(name);
        StartedCheckout started = processor.paid("10", false);
        becomes(processor, started, "queued");
        HooksTest.settled(account.service());
        String path = processor.path(started, EffectAction.REFUND);
        int before = processor.keys(path).size();
        Object tip = account.api().get("/tts/queue").at("items.0.order_id");
        processor.fails(path, fault(fault));

        owner.post("/dashboard/api/tips/" + tip + "/refund", Map.of("amount", new BigDecimal("4")))
                .expect(202);
        await().until(() -> processor.keys(path).size() > before);
        settle(whileHeld(fault, Duration.ZERO));

        await().untilAsserted(() -> assertThat(processor.refunded(started)).isEqualByComparingTo("4"));
        List<String> keys =
                processor.keys(path).subList(before, processor.keys(path).size());
        // A busy machine can take too long for the second attempt as well.
        assertThat(keys).hasSizeGreaterThanOrEqualTo(2).containsOnly("payment.refund:refund:" + tip + ":1");
        assertThat(processor.done(started)).isEqualTo(List.of(1, 1));
        assertThat(warnings()).isEmpty();
    }

    /// Stripe forgets an idempotency key after a day, and would give a refund again that was asked for before.
    @Test
    void aRefundWhoseAnswerWasLostADayAgoIsNotGivenTwice() {
        FaultyProcessor processor = connected("stripe");
        StartedCheckout started = processor.paid("10", false);
        becomes(processor, started, "queued");
        HooksTest.settled(account.service());
        String path = processor.path(started, EffectAction.REFUND);
        int before = processor.keys(path).size();
        Object tip = account.api().get("/tts/queue").at("items.0.order_id");
        processor.fails(path, fault("drop"));

        owner.post("/dashboard/api/tips/" + tip + "/refund", Map.of("amount", new BigDecimal("4")))
                .expect(202);
        await().until(() -> processor.keys(path).size() > before);
        HooksTest.settled(account.service());
        account.service().clock().advanceWithQueues(Duration.ofHours(25));
        settle(Duration.ZERO);

        assertThat(processor.done(started)).isEqualTo(List.of(1, 1));
        assertThat(processor.refunded(started)).isEqualByComparingTo("4");
        assertThat(warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"stripe,402", "stripe,404", "stripe,422", "paypal,402", "paypal,404", "paypal,422"})
    void aRefundThatIsRefusedIsToldAndCanBeAskedForAgain(String name, String fault) {
        FaultyProcessor processor = connected(name);
        StartedCheckout started = processor.paid("10", false);
        becomes(processor, started, "queued");
        HooksTest.settled(account.service());
        String path = processor.path(started, EffectAction.REFUND);
        String refund = "/dashboard/api/tips/" + account.api().get("/tts/queue").at("items.0.order_id") + "/refund";
        processor.fails(path, fault(fault));

        owner.post(refund, Map.of()).expect(202);
        await().until(() -> !warnings().isEmpty());
        assertThat(processor.done(started)).isEqualTo(List.of(1, 0));
        owner.post(refund, Map.of()).expect(202);
        becomes(processor, started, "refunded");
        assertThat(Objects.requireNonNull(processor.done(started))).isEqualTo(List.of(1, 1));
        assertThat(warnings()).hasSize(1);
    }
}
