package streamerapi.ingest;

import org.jspecify.annotations.Nullable;
import streamerapi.checkouts.Checkout;
import streamerapi.checkouts.Checkouts;
import streamerapi.checkouts.PaymentEvents;
import streamerapi.checkouts.PaymentFact;
import streamerapi.checkouts.ProcessorEvent;
import streamerapi.connections.Provider;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderConnections;
import streamerapi.connectors.IngestMessage;
import streamerapi.hooks.ReceivedMessage;
import streamerapi.paypal.PayPalEvents;
import streamerapi.platforms.Processors;
import streamerapi.shared.connectors.Connector;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;
import streamerapi.tips.FailedCaptures;
import streamerapi.tips.Payment;
import streamerapi.tips.PaymentMode;
import streamerapi.tips.RefundFailures;
import streamerapi.tips.Refunds;
import streamerapi.tips.WonDisputes;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/// Takes what the receivers of payment processors verified: what an event says about a checkout of ours becomes a
/// message as the processor's connector would send it, and goes the way of all of those ([Inbox]). The name, the
/// message, the video and the donor come from the checkout's row; the money comes from the processor.
public final class PaymentInbox {

    private final Inbox inbox;
    private final ProviderConnections connections;
    private final Processors processors;
    private final Checkouts checkouts;
    private final BiConsumer<Told, @Nullable Problem> log;
    private final InstantSource clock;

    /// @param log is told of every fact that was taken, and of what it was refused with
    public PaymentInbox(
            Inbox inbox,
            ProviderConnections connections,
            Processors processors,
            BiConsumer<Told, @Nullable Problem> log,
            InstantSource clock) {
        this.inbox = inbox;
        this.connections = connections;
        this.processors = processors;
        this.checkouts = processors.checkouts();
        this.log = log;
        this.clock = clock;
    }

    /// Takes a message. An exception makes the message come again.
    ///
    /// @return as of [PlatformInbox#take]
    Optional<Problem> take(ReceivedMessage.Paid message) {
        if (message.isNews()) {
            connections.noteEvent(message.tenantId(), message.provider(), clock.instant());
        }
        ProviderConnection connection = connections.find(message.tenantId(), message.provider());
        PaymentEvents events = processors.events(message.provider());
        if (connection == null || events == null) {
            return Optional.of(
                    Problem.of(ErrorCode.NOT_CONNECTED, "The processor was disconnected before its event was taken"));
        }
        String delivery = delivery(message.event());
        Connector source = Objects.requireNonNull(message.provider().connector());
        if (delivery != null
                && !inbox.taken(message.tenantId(), source, List.of(delivery)).isEmpty()) {
            return Optional.empty();
        }
        Optional<Problem> refused = take(message, events.read(connection, message.event()));
        if (delivery != null) {
            inbox.remember(message.tenantId(), source, delivery);
        }
        return refused;
    }

    /// The id of a delivery; null if its processor names none. PayPal signs it together with the checksum of a body
    /// that can be written at will, so each is taken once, whatever is in it.
    private static @Nullable String delivery(ProcessorEvent event) {
        String id = event.text(PayPalEvents.TRANSMISSION);
        return id == null ? null : "transmission:" + id;
    }

    private Optional<Problem> take(ReceivedMessage.Paid message, @Nullable PaymentFact fact) {
        ProcessorEvent event = message.event();
        return fact == null
                ? Optional.empty()
                : take(new Told(message.tenantId(), message.provider(), event.id(), event.occurredAt(), fact));
    }

    /// Which of a provider's events were taken before, and are remembered.
    ///
    /// @param ids at most 100
    public Set<String> taken(String tenantId, Provider provider, Collection<String> ids) {
        return inbox.taken(tenantId, Objects.requireNonNull(provider.connector()), ids);
    }

    /// A fact that a processor told.
    ///
    /// @param id a second message with it is the same
    /// @param at by the processor's clock
    public record Told(String tenantId, Provider provider, String id, Instant at, PaymentFact fact) {

        private IngestMessage message(String type, Map<String, @Nullable Object> data) {
            return new IngestMessage(tenantId, Objects.requireNonNull(provider.connector()), id, type, at, data);
        }
    }

    /// Takes a fact.
    ///
    /// @return the refusal of one that would be refused again
    /// @throws Problem if it has to be taken again
    public Optional<Problem> take(Told told) {
        Optional<Problem> refusal = Inbox.refusal(() -> note(told));
        log.accept(told, refusal.orElse(null));
        return refusal;
    }

    private void note(Told told) {
        switch (told.fact()) {
            case PaymentFact.Held held -> {
                Payment payment = payment(held.checkout(), held.paymentId(), held.amount(), held.currency());
                inbox.take(told.message("payment.held", payment.data()));
                checkouts.notePaid(held.checkout(), held.paymentId());
            }
            case PaymentFact.Captured captured -> {
                Payment payment =
                        payment(captured.checkout(), captured.paymentId(), captured.amount(), captured.currency());
                inbox.take(told.message("payment.captured", payment.data()));
                checkouts.notePaid(captured.checkout(), captured.paymentId());
            }
            case PaymentFact.HoldExpired expired ->
                inbox.take(told.message("payment.hold_expired", Payment.data(expired.paymentId())));
            case PaymentFact.CaptureFailed failed ->
                inbox.take(told.message(FailedCaptures.TYPE, Payment.data(failed.paymentId())));
            case PaymentFact.Refunded refunded ->
                inbox.take(told.message(
                        Refunds.IN_ALL, Refunds.inAll(refunded.paymentId(), refunded.total(), refunded.currency())));
            case PaymentFact.RefundFailed failed ->
                inbox.take(told.message(
                        RefundFailures.TYPE,
                        RefundFailures.data(
                                failed.paymentId(), failed.refundId(), failed.amount(), failed.currency())));
            case PaymentFact.Disputed disputed ->
                inbox.take(told.message("payment.disputed", Payment.data(disputed.paymentId())));
            case PaymentFact.DisputeWon won ->
                inbox.take(told.message(WonDisputes.TYPE, Payment.data(won.paymentId())));
            case PaymentFact.Delayed delayed -> checkouts.noteDelayed(delayed.checkout());
            case PaymentFact.Ended ended -> checkouts.noteEnded(ended.checkout(), ended.how());
        }
    }

    private static Payment payment(Checkout checkout, String paymentId, BigDecimal amount, String currency) {
        return new Payment(
                paymentId,
                checkout.name(),
                amount,
                currency,
                checkout.message(),
                checkout.media(),
                checkout.donor(),
                PaymentMode.of(checkout.isTest()),
                checkout.heldFor());
    }
}
