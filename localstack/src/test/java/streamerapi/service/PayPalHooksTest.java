package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.paypal.SignedCertificate;
import streamerapi.platforms.ScriptedPlatform;
import streamerapi.platforms.ScriptedPlatform.Reply;
import streamerapi.shared.json.Json;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

import static org.assertj.core.api.Assertions.assertThat;

/// The receiver of PayPal's events: what is PayPal's is taken, and what is not is refused and counted (contract
/// "Receivers"). What becomes of the events is tested elsewhere.
@NullMarked
class PayPalHooksTest {

    private static final String API = "/dashboard/api/connections/paypal";
    private static final String CERTIFICATE = "/v1/notifications/certs/CERT-1";
    private static final String VERIFY = "POST /v1/notifications/verify-webhook-signature";
    private static final String NAME = "CN=messageverificationcerts.paypal.com";
    private static final String SHOP = "{\"id\":\"WH-E\",\"event_type\":\"PAYMENT.CAPTURE.COMPLETED\","
            + "\"resource\":{\"custom_id\":\"shop-7\",\"supplementary_data\":{\"related_ids\":{\"order_id\":\"O\"}}}}";

    private static final ScriptedPlatform PAYPAL = new ScriptedPlatform();
    private static final ScriptedPlatform ELSEWHERE = new ScriptedPlatform();
    private static final Instant FROM = Instant.parse("2020-01-01T00:00:00Z");
    private static final Instant UNTIL = Instant.parse("2049-12-31T00:00:00Z");
    private static final SignedCertificate ROOT = SignedCertificate.root("CN=Root", FROM, UNTIL);
    private static final SignedCertificate LEAF = ROOT.signs(NAME, false, FROM, UNTIL);
    private static final Service SERVICE = Service.start(Map.of(
            "PAYPAL_API_URL", PAYPAL.url(),
            "PAYPAL_CERT_HOSTS", PAYPAL.url(),
            "PAYPAL_CERT_ROOTS", Base64.getEncoder().encodeToString(ROOT.der())));

    private final Account account = SERVICE.newAccount();
    private final String address;

    PayPalHooksTest() {
        PAYPAL.on("POST /v1/oauth2/token", call -> Reply.json(Map.of("access_token", "a", "expires_in", 32_400)));
        PAYPAL.on("GET /v1/notifications/webhooks", call -> Reply.json(Map.of("webhooks", List.of())));
        PAYPAL.on("POST /v1/notifications/webhooks", call -> Reply.of(201, "{\"id\":\"W1\"}"));
        PAYPAL.on("GET " + CERTIFICATE, call -> pem(LEAF));
        Answer connected = account.dashboard()
                .send("PUT", API, Json.write(Map.of("client_id", "c", "client_secret", "s")))
                .expect(200);
        assertThat(connected.at("connection.status")).isEqualTo("connected");
        this.address = URI.create(String.valueOf(connected.at("connection.webhook_url")))
                .getPath();
    }

    @BeforeEach
    void forget() {
        PAYPAL.forget();
        ELSEWHERE.forget();
    }

    @AfterAll
    static void close() {
        SERVICE.close();
        PAYPAL.close();
        ELSEWHERE.close();
    }

    @Test
    void aPaymentOfAnotherShopIsAnsweredAndCausesNoCall() {
        assertThat(post(signed(LEAF, "t-1", SHOP), SHOP).expect(200).text()).isEqualTo("{}");
        HooksTest.settled(SERVICE);
        assertThat(account.eventTypes()).isEmpty();
        assertThat(PAYPAL.routes()).allMatch(("GET " + CERTIFICATE)::equals);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "{}", "{\"id\":\"WH-E\",\"event_type\":\"BILLING.PLAN.CREATED\"}"})
    void whatIsSignedAndSaysNothingToUsIsAnswered(String body) {
        post(signed(LEAF, "t-1", body), body).expect(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Transmission-Id", "Transmission-Time", "Transmission-Sig", "Cert-Url", "Auth-Algo"})
    void eachHeaderIsNeeded(String name) {
        Map<String, String> headers = signed(LEAF, "t-1", SHOP);
        headers.remove("PayPal-" + name);
        refused(headers, SHOP);
    }

    @Test
    void aDeliveryMayBeFourDaysOld() {
        Instant now = SERVICE.clock().instant();
        Map<Duration, Integer> expected = Map.of(
                Duration.ofDays(-4).plusSeconds(5), 200,
                Duration.ofDays(-4).minusSeconds(5), 401,
                Duration.ofMinutes(10).minusSeconds(5), 200,
                Duration.ofMinutes(10).plusSeconds(60), 401);
        expected.forEach((off, status) -> post(signed(LEAF, "t-1", SHOP, now.plus(off), url(CERTIFICATE)), SHOP)
                .expect(status));
        Map<String, String> noTime = signed(LEAF, "t-1", SHOP);
        noTime.put("PayPal-Transmission-Time", "yesterday");
        refused(noTime, SHOP);
    }

    @Test
    void eachPartOfTheSignatureCounts() {
        refused(signed(LEAF, "t-1", SHOP), SHOP + " ");
        Map<String, String> headers = signed(LEAF, "t-1", SHOP);
        headers.put("PayPal-Transmission-Id", "t-2");
        refused(headers, SHOP);
        headers = signed(LEAF, "t-1", SHOP);
        headers.put("PayPal-Auth-Algo", "SHA1withRSA");
        refused(headers, SHOP);
        headers = signed(LEAF, "t-1", SHOP);
        headers.put("PayPal-Transmission-Sig", "none");
        refused(headers, SHOP);
        refused(signed(LEAF, "t-1", SHOP, now(), url(CERTIFICATE), "W2"), SHOP);
    }

    @Test
    void anotherPartysAddressCausesNoConnection() {
        ELSEWHERE.on("GET " + CERTIFICATE, call -> pem(LEAF));
        for (String other : List.of(
                ELSEWHERE.url() + CERTIFICATE,
                ELSEWHERE.url().replace("127.0.0.1", "localhost") + CERTIFICATE,
                ELSEWHERE.url().replace("http://", "http://" + PAYPAL.url().substring(7) + "@") + CERTIFICATE,
                PAYPAL.url().replace("127.0.0.1", "localhost") + CERTIFICATE,
                PAYPAL.url().replace("http:", "https:") + CERTIFICATE,
                PAYPAL.url().replace("http://", "http://user@") + CERTIFICATE,
                "http://127.0.0.1" + CERTIFICATE,
                "file:///etc/passwd")) {
            refused(signed(LEAF, "t-1", SHOP, now(), other), SHOP);
        }
        assertThat(ELSEWHERE.routes()).isEmpty();
        assertThat(PAYPAL.routes()).as("the good one's alone").allMatch(("GET " + CERTIFICATE)::equals);
    }

    @Test
    void whatIsNoCertificateOfPayPalIsRefused() {
        SignedCertificate foreignRoot = SignedCertificate.root("CN=Root", FROM, UNTIL);
        Map<String, SignedCertificate> leaves = new LinkedHashMap<>();
        leaves.put("foreign", foreignRoot.signs(NAME, false, FROM, UNTIL));
        leaves.put("ended", ROOT.signs(NAME, false, FROM, Instant.parse("2021-01-01T00:00:00Z")));
        leaves.put("name", ROOT.signs("CN=evil.example,OU=" + NAME.substring(3), false, FROM, UNTIL));
        leaves.put("inside", ROOT.signs(NAME + ".evil.example", false, FROM, UNTIL));
        leaves.forEach((path, leaf) -> {
            PAYPAL.on("GET /" + path, call -> pem(leaf, path.equals("foreign") ? foreignRoot : ROOT));
            refused(signed(leaf, "t-1", SHOP, now(), url("/" + path)), SHOP);
        });
        PAYPAL.on("GET /empty", call -> Reply.of(200, ""));
        PAYPAL.on("GET /none", call -> Reply.of(404, ""));
        PAYPAL.on("GET /moved", call -> new Reply(302, "", Map.of("Location", url(CERTIFICATE))));
        PAYPAL.on("GET /large", call -> Reply.of(200, pem(LEAF).body() + "\n".repeat(65 * 1024)));
        for (String path : List.of("/empty", "/none", "/moved", "/large")) {
            refused(signed(LEAF, "t-1", SHOP, now(), url(path)), SHOP);
        }
        assertThat(PAYPAL.calls(VERIFY)).isEmpty();
    }

    @Test
    void aCertificateThatCannotBeFetchedNowDecidesNothing() {
        PAYPAL.on("GET /down", call -> Reply.of(500, ""));
        assertThat(post(signed(LEAF, "t-1", SHOP, now(), url("/down")), SHOP)
                        .expect(503)
                        .at("code"))
                .isEqualTo("unavailable");
    }

    @Test
    void aLeafThatCameAloneIsDecidedByPayPal() {
        SignedCertificate alone =
                SignedCertificate.root("CN=Between", FROM, UNTIL).signs(NAME, false, FROM, UNTIL);
        PAYPAL.on("GET /alone", call -> pem(alone));
        Map<String, String> headers = signed(alone, "t-1", SHOP, now(), url("/alone"));

        PAYPAL.on(VERIFY, call -> Reply.json(Map.of("verification_status", "SUCCESS")));
        post(headers, SHOP).expect(200);
        ScriptedPlatform.Call asked = PAYPAL.calls(VERIFY).getFirst();
        assertThat(asked.body()).endsWith(",\"webhook_event\":" + SHOP + "}");
        assertThat(asked.json()).containsEntry("webhook_id", "W1").containsEntry("transmission_id", "t-1");

        PAYPAL.on(VERIFY, call -> Reply.json(Map.of("verification_status", "FAILURE")));
        refused(headers, SHOP);
        PAYPAL.on(VERIFY, call -> Reply.of(500, "{}"));
        post(headers, SHOP).expect(503);
        PAYPAL.forget();
        refused(headers, SHOP + " ");
        assertThat(PAYPAL.calls(VERIFY)).as("a signature that does not hold").isEmpty();
    }

    @Test
    void afterTheEndTheReceiverIsNotThere() {
        PAYPAL.on("DELETE /v1/notifications/webhooks/W1", call -> Reply.of(204, ""));
        assertThat(account.dashboard().delete(API).expect(200).at("revoked")).isEqualTo(true);
        post(signed(LEAF, "t-1", SHOP), SHOP).expect(404);
    }

    /// Posts what must be refused, and looks whether it was counted as a request of its address.
    private void refused(Map<String, String> headers, String body) {
        int before = remaining(post(signed(LEAF, "t-0", SHOP), SHOP).expect(200));
        Answer answer = post(headers, body).expect(401);
        assertThat(answer.at("code")).isEqualTo("invalid_signature");
        assertThat(remaining(answer)).isLessThan(before);
    }

    private static int remaining(Answer answer) {
        return Integer.parseInt(String.valueOf(answer.header("RateLimit-Remaining")));
    }

    private Answer post(Map<String, String> headers, String body) {
        ApiClient caller = new ApiClient(SERVICE.stack().authUrl(), null);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            caller = caller.with(header.getKey(), header.getValue());
        }
        return caller.beside("POST", address, body.getBytes(StandardCharsets.UTF_8));
    }

    private static Instant now() {
        return SERVICE.clock().instant();
    }

    private static String url(String path) {
        return PAYPAL.url() + path;
    }

    private static Reply pem(SignedCertificate... chain) {
        return Reply.of(200, new String(SignedCertificate.pem(chain), StandardCharsets.US_ASCII));
    }

    private static Map<String, String> signed(SignedCertificate by, String id, String body) {
        return signed(by, id, body, now(), url(CERTIFICATE));
    }

    private static Map<String, String> signed(
            SignedCertificate by, String id, String body, Instant at, String certificate) {
        return signed(by, id, body, at, certificate, "W1");
    }

    private static Map<String, String> signed(
            SignedCertificate by, String id, String body, Instant at, String certificate, String webhook) {
        CRC32 sum = new CRC32();
        sum.update(body.getBytes(StandardCharsets.UTF_8));
        String signed = id + "|" + at + "|" + webhook + "|" + sum.getValue();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("PayPal-Transmission-Id", id);
        headers.put("PayPal-Transmission-Time", at.toString());
        headers.put("PayPal-Transmission-Sig", by.sign(signed.getBytes(StandardCharsets.UTF_8)));
        headers.put("PayPal-Cert-Url", certificate);
        headers.put("PayPal-Auth-Algo", "SHA256withRSA");
        return headers;
    }
}
