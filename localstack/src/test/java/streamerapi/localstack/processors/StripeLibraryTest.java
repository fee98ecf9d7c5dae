package streamerapi.localstack.processors;

import com.stripe.StripeClient;
import com.stripe.exception.AuthenticationException;
import com.stripe.exception.IdempotencyException;
import com.stripe.exception.InvalidRequestException;
import com.stripe.exception.StripeException;
import com.stripe.model.Charge;
import com.stripe.model.Dispute;
import com.stripe.model.Event;
import com.stripe.model.PaymentIntent;
import com.stripe.model.StripeObject;
import com.stripe.model.WebhookEndpoint;
import com.stripe.model.checkout.Session;
import com.stripe.net.RequestOptions;
import com.stripe.net.Webhook;
import com.stripe.param.EventListParams;
import com.stripe.param.RefundCreateParams;
import com.stripe.param.WebhookEndpointCreateParams;
import com.stripe.param.WebhookEndpointUpdateParams;
import com.stripe.param.checkout.SessionCreateParams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import streamerapi.localstack.fixtures.EventSubscriber;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/// The stand-in for Stripe as Stripe's own library sees it: the client takes its answers, and verifies and reads each
/// of its events.
class StripeLibraryTest {

    private static final String SUCCESS = "https://example.com/tip/ada/status/abc";
    private static final List<String> TYPES = List.of(
            "payment_intent.created",
            "payment_intent.processing",
            "payment_intent.succeeded",
            "payment_intent.payment_failed",
            "payment_intent.canceled",
            "payment_intent.amount_capturable_updated",
            "checkout.session.completed",
            "checkout.session.expired",
            "checkout.session.async_payment_succeeded",
            "checkout.session.async_payment_failed",
            "charge.succeeded",
            "charge.failed",
            "charge.captured",
            "charge.updated",
            "charge.expired",
            "charge.refunded",
            "charge.dispute.created",
            "charge.dispute.updated",
            "charge.dispute.funds_withdrawn",
            "charge.dispute.funds_reinstated",
            "charge.dispute.closed",
            "refund.created",
            "refund.updated",
            "refund.failed");

    private final EventSubscriber subscriber = new EventSubscriber();

    @TempDir
    private Path folder;

    private static StripeClient client(ProcessorStage stage, String key) {
        return StripeClient.builder()
                .setApiKey(key)
                .setApiBase(stage.url())
                .setMaxNetworkRetries(0)
                .build();
    }

    private WebhookEndpoint endpoint(StripeClient client) throws StripeException {
        return client.v1()
                .webhookEndpoints()
                .create(WebhookEndpointCreateParams.builder()
                        .setUrl(subscriber.url())
                        .setApiVersion(WebhookEndpointCreateParams.ApiVersion.VERSION_2026_07_29_DAHLIA)
                        .addEnabledEvent(WebhookEndpointCreateParams.EnabledEvent.ALL)
                        .build());
    }

    private static SessionCreateParams params(ProcessorStage stage, boolean isHold, long amount, String currency) {
        return SessionCreateParams.builder()
                .setMode(SessionCreateParams.Mode.PAYMENT)
                .setSubmitType(SessionCreateParams.SubmitType.DONATE)
                .setSuccessUrl(SUCCESS)
                .setCancelUrl("https://example.com/tip/ada")
                .setClientReferenceId("ord_1")
                .putMetadata("order_id", "ord_1")
                .setExpiresAt(stage.clock().instant().getEpochSecond() + 1_800)
                .addLineItem(SessionCreateParams.LineItem.builder()
                        .setQuantity(1L)
                        .setPriceData(SessionCreateParams.LineItem.PriceData.builder()
                                .setCurrency(currency)
                                .setUnitAmount(amount)
                                .setProductData(SessionCreateParams.LineItem.PriceData.ProductData.builder()
                                        .setName("A tip for Ada <3")
                                        .build())
                                .build())
                        .build())
                .setPaymentIntentData(intentData(isHold))
                .build();
    }

    private static SessionCreateParams.PaymentIntentData intentData(boolean isHold) {
        SessionCreateParams.PaymentIntentData.Builder data =
                SessionCreateParams.PaymentIntentData.builder().putMetadata("order_id", "ord_1");
        return (isHold ? data.setCaptureMethod(SessionCreateParams.PaymentIntentData.CaptureMethod.MANUAL) : data)
                .build();
    }

    private Event verified(int number, String secret, ProcessorStage stage) throws StripeException {
        EventSubscriber.Arrived arrived = subscriber.events().get(number);
        return Webhook.constructEvent(
                new String(arrived.body(), StandardCharsets.UTF_8),
                arrived.header("Stripe-Signature"),
                secret,
                300L,
                stage.clock().withZone(ZoneOffset.UTC));
    }

    @Test
    void aTipIsPaidAndRefundedInParts() throws StripeException {
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("stripe", null)) {
            StripeClient client = client(stage, stage.credential("secret_key"));
            WebhookEndpoint endpoint = endpoint(client);
            assertThat(endpoint.getSecret()).startsWith("whsec_").hasSize(38);
            assertThat(client.v1().webhookEndpoints().retrieve(endpoint.getId()).getSecret())
                    .isNull();
            assertThat(client.v1().webhookEndpoints().list().getData())
                    .extracting(WebhookEndpoint::getSecret)
                    .containsOnlyNulls();
            assertThat(client.v1().accounts().retrieveCurrent().getChargesEnabled())
                    .isTrue();

            Session session = client.v1().checkout().sessions().create(params(stage, false, 500, "usd"));
            assertThat(stage.get(session.getUrl()).text())
                    .contains("A tip for Ada &lt;3", "5.00 USD", "no money moves");
            assertThat(stage.decide(session.getUrl(), "pay").header("Location")).isEqualTo(SUCCESS);
            ProcessorStage.awaited(
                    subscriber,
                    "/type",
                    "payment_intent.created",
                    "charge.succeeded",
                    "payment_intent.succeeded",
                    "checkout.session.completed");

            Session paid = client.v1().checkout().sessions().retrieve(session.getId());
            assertThat(paid.getPaymentStatus()).isEqualTo("paid");
            assertThat(paid.getUrl()).isNull();
            PaymentIntent intent = client.v1().paymentIntents().retrieve(paid.getPaymentIntent());
            assertThat(intent.getAmountReceived()).isEqualTo(500);
            assertThat(intent.getMetadata()).isEqualTo(Map.of("order_id", "ord_1"));

            RefundCreateParams part = RefundCreateParams.builder()
                    .setPaymentIntent(intent.getId())
                    .setAmount(200L)
                    .build();
            RequestOptions key =
                    RequestOptions.builder().setIdempotencyKey("tip-1").build();
            assertThat(client.v1().refunds().create(part, key).getStatus()).isEqualTo("succeeded");
            assertThat(client.v1()
                            .refunds()
                            .create(part, key)
                            .getLastResponse()
                            .headers()
                            .firstValue("Idempotent-Replayed"))
                    .contains("true");
            assertThatThrownBy(() -> client.v1()
                            .refunds()
                            .create(
                                    RefundCreateParams.builder()
                                            .setPaymentIntent(intent.getId())
                                            .build(),
                                    key))
                    .isInstanceOf(IdempotencyException.class);
            stage.control("refund", "{}");
            await().until(() -> subscriber.events().size() == 8);
            assertThat(client.v1().charges().retrieve(intent.getLatestCharge()).getRefunded())
                    .isTrue();
            assertThatThrownBy(() -> client.v1().refunds().create(part))
                    .isInstanceOfSatisfying(
                            InvalidRequestException.class,
                            e -> assertThat(e.getCode()).isEqualTo("charge_already_refunded"));

            for (int i = 0; i < 8; i++) {
                Event event = verified(i, endpoint.getSecret(), stage);
                assertThat(event.getApiVersion()).isEqualTo("2026-07-29.dahlia");
                assertThat(event.getDataObjectDeserializer().getObject()).isPresent();
            }
            assertThat(client.v1()
                            .events()
                            .list(EventListParams.builder()
                                    .setType("charge.refunded")
                                    .build())
                            .getData())
                    .extracting(event -> ((Charge) object(event)).getAmountRefunded())
                    .containsExactly(500L, 200L);
        }
    }

    private static StripeObject object(Event event) {
        return event.getDataObjectDeserializer().getObject().orElseThrow();
    }

    @Test
    void aHeldTipIsCapturedAndAnotherReleased() throws StripeException {
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("stripe", null)) {
            StripeClient client = client(stage, stage.credential("secret_key"));
            endpoint(client);
            PaymentIntent first = held(stage, client);
            assertThat(first.getAmountCapturable()).isEqualTo(500);
            assertThat(client.v1().paymentIntents().capture(first.getId()).getStatus())
                    .isEqualTo("succeeded");
            assertThatThrownBy(() -> client.v1().paymentIntents().capture(first.getId()))
                    .isInstanceOfSatisfying(
                            InvalidRequestException.class,
                            e -> assertThat(e.getCode()).isEqualTo("payment_intent_unexpected_state"));
            assertThatThrownBy(() -> client.v1().paymentIntents().cancel(first.getId()))
                    .isInstanceOf(InvalidRequestException.class);
            PaymentIntent second = held(stage, client);
            assertThatThrownBy(() -> client.v1()
                            .refunds()
                            .create(RefundCreateParams.builder()
                                    .setPaymentIntent(second.getId())
                                    .build()))
                    .isInstanceOf(InvalidRequestException.class);
            assertThat(client.v1().paymentIntents().cancel(second.getId()).getStatus())
                    .isEqualTo("canceled");
            PaymentIntent third = held(stage, client);
            stage.control("expire", "{\"payment\": \"" + third.getId() + "\"}");
            assertThat(client.v1().paymentIntents().retrieve(third.getId()).getCancellationReason())
                    .isEqualTo("automatic");
        }
    }

    private static PaymentIntent held(ProcessorStage stage, StripeClient client) throws StripeException {
        Session session = client.v1().checkout().sessions().create(params(stage, true, 500, "eur"));
        assertThat(stage.get(session.getUrl()).text()).contains("The money is held");
        stage.decide(session.getUrl(), "pay");
        Session paid = client.v1().checkout().sessions().retrieve(session.getId());
        assertThat(paid.getPaymentStatus()).isEqualTo("unpaid");
        PaymentIntent intent = client.v1().paymentIntents().retrieve(paid.getPaymentIntent());
        assertThat(intent.getStatus()).isEqualTo("requires_capture");
        return intent;
    }

    @Test
    void everyTypeThatIsEmittedIsVerifiedAndRead() throws StripeException {
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("stripe", null)) {
            StripeClient client = client(stage, stage.credential("secret_key"));
            WebhookEndpoint endpoint = endpoint(client);
            for (int i = 0; i < TYPES.size(); i++) {
                assertThat(stage.control(
                                        "emit",
                                        "{\"type\": \"" + TYPES.get(i) + "\", \"event\": {\"livemode\": false}}")
                                .toString())
                        .isEqualTo("{\"delivered\":[204]}");
                Event event = verified(i, endpoint.getSecret(), stage);
                assertThat(event.getType()).isEqualTo(TYPES.get(i));
                assertThat(object(event)).isNotNull();
            }
            stage.control("emit", """
                    {"type": "charge.dispute.created", "event": {"id": "evt_1Twice", "data": {"object": {"status": "warning_needs_response"}}}}
                    """);
            Event last = verified(TYPES.size(), endpoint.getSecret(), stage);
            assertThat(last.getId()).isEqualTo("evt_1Twice");
            assertThat(object(last))
                    .isInstanceOfSatisfying(
                            Dispute.class,
                            dispute -> assertThat(dispute.getStatus()).isEqualTo("warning_needs_response"));
        }
    }

    @Test
    void anEndpointIsDisabledAndTheAccountOutlivesARestart() throws StripeException {
        String key;
        String id;
        try (subscriber;
                ProcessorStage stage = new ProcessorStage("stripe", folder)) {
            key = stage.credential("secret_key");
            StripeClient client = client(stage, key);
            id = endpoint(client).getId();
            assertThat(client.v1()
                            .webhookEndpoints()
                            .update(
                                    id,
                                    WebhookEndpointUpdateParams.builder()
                                            .setDisabled(true)
                                            .build())
                            .getStatus())
                    .isEqualTo("disabled");
            assertThat(stage.control("emit", "{\"type\": \"charge.updated\"}").toString())
                    .isEqualTo("{\"delivered\":[]}");
        }
        try (ProcessorStage stage = new ProcessorStage("stripe", folder)) {
            StripeClient client = client(stage, key);
            assertThat(client.v1().webhookEndpoints().delete(id).getDeleted()).isTrue();
            assertThat(client.v1().webhookEndpoints().list().getData()).isEmpty();
            stage.control("secret", "{}");
            assertThatThrownBy(() -> client.v1().webhookEndpoints().list()).isInstanceOf(AuthenticationException.class);
        }
    }
}
