package streamerapi.localstack.processors;

import streamerapi.localstack.fixtures.EventSubscriber;
import streamerapi.localstack.fixtures.StandInServer.Said;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;

/// An application that uses PayPal's stand-in, and verifies what it sends by PayPal's documented text with the JDK
/// alone.
final class PayPalApp {

    private final ProcessorStage stage;
    private final String token;

    private PayPalApp(ProcessorStage stage, String token) {
        this.stage = stage;
        this.token = token;
    }

    static String basic(String id, String secret) {
        return "Basic " + Base64.getEncoder().encodeToString((id + ":" + secret).getBytes(StandardCharsets.UTF_8));
    }

    static PayPalApp connect(ProcessorStage stage) {
        Said said = stage.call(
                "POST",
                "/v1/oauth2/token",
                "grant_type=client_credentials",
                "Authorization",
                basic(stage.credential("client_id"), stage.credential("client_secret")),
                "Content-Type",
                "application/x-www-form-urlencoded");
        return new PayPalApp(stage, said.at("/access_token"));
    }

    Said get(String path) {
        return stage.call("GET", path, "", "Authorization", "Bearer " + token);
    }

    Said delete(String path) {
        return stage.call("DELETE", path, "", "Authorization", "Bearer " + token);
    }

    /// Posts JSON.
    ///
    /// @param requestId the `PayPal-Request-Id`
    Said post(String path, String body, String requestId) {
        return stage.call(
                "POST",
                path,
                body,
                "Authorization",
                "Bearer " + token,
                "Content-Type",
                "application/json",
                "PayPal-Request-Id",
                requestId);
    }

    /// Makes a webhook for every type, and returns its id.
    String webhook(EventSubscriber subscriber) {
        return post(
                        "/v1/notifications/webhooks",
                        "{\"url\": \"" + subscriber.url() + "\", \"event_types\": [{\"name\": \"*\"}]}",
                        "webhook")
                .at("/id");
    }

    static String order(String intent, String currency, String value) {
        return """
                {"intent": "%s", "purchase_units": [{"custom_id": "ord_1", "description": "A tip for Ada <3",
                 "amount": {"currency_code": "%s", "value": "%s"}}],
                 "payment_source": {"paypal": {"experience_context": {"return_url": "https://example.com/status/abc?x=1",
                 "cancel_url": "https://example.com/tip", "user_action": "PAY_NOW",
                 "shipping_preference": "NO_SHIPPING"}}}}
                """.formatted(intent, currency, value);
    }

    /// Makes an order which the donor decides on its page, and returns its id.
    String decided(String intent, String decision) {
        Said made = post(
                "/v2/checkout/orders",
                order(intent, "USD", "5.00"),
                decision + intent + stage.clock().instant());
        stage.decide(made.at("/links/1/href"), decision);
        return made.at("/id");
    }

    /// Whether a delivery is signed as PayPal documents, by a certificate that chains to a root.
    static boolean verifies(ProcessorStage stage, EventSubscriber.Arrived arrived, String webhookId, Instant now)
            throws GeneralSecurityException, IOException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        Collection<? extends java.security.cert.Certificate> served =
                factory.generateCertificates(new ByteArrayInputStream(
                        stage.get(arrived.header("PAYPAL-CERT-URL")).text().getBytes(StandardCharsets.US_ASCII)));
        byte[] root = Base64.getDecoder()
                .decode(stage.processors().variables("http://localhost").getOrDefault("PAYPAL_CERT_ROOTS", ""));
        PKIXParameters parameters = new PKIXParameters(Set.of(
                new TrustAnchor((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(root)), null)));
        parameters.setRevocationEnabled(false);
        parameters.setDate(Date.from(now));
        CertPathValidator.getInstance("PKIX").validate(factory.generateCertPath(List.copyOf(served)), parameters);
        X509Certificate leaf = (X509Certificate) served.iterator().next();
        if (!leaf.getSubjectX500Principal().getName().equals("CN=messageverificationcerts.paypal.com")) {
            return false;
        }
        CRC32 sum = new CRC32();
        sum.update(arrived.body());
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initVerify(leaf);
        signature.update((arrived.header("PAYPAL-TRANSMISSION-ID") + "|" + arrived.header("PAYPAL-TRANSMISSION-TIME")
                        + "|" + webhookId + "|" + sum.getValue())
                .getBytes(StandardCharsets.UTF_8));
        return signature.verify(Base64.getDecoder().decode(arrived.header("PAYPAL-TRANSMISSION-SIG")));
    }
}
