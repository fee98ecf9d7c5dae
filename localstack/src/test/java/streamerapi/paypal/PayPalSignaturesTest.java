package streamerapi.paypal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.connections.ProviderException;
import streamerapi.paypal.PayPalSignatures.Verdict;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Deliveries as PayPal signs them, and such as PayPal did not sign.
class PayPalSignaturesTest {

    private static final String NAME = "CN=messageverificationcerts.paypal.com,O=PayPal";
    private static final String WEBHOOK = "5GP028458E2496506";
    private static final String ADDRESS = "https://api.paypal.com/v1/notifications/certs/CERT-1";
    private static final byte[] BODY =
            "{\"id\": \"WH-1\", \"event_type\": \"PAYMENT.CAPTURE.COMPLETED\"}".getBytes(StandardCharsets.UTF_8);

    private static final Instant FROM = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant UNTIL = Instant.parse("2027-01-01T00:00:00Z");
    private static final SignedCertificate ROOT = SignedCertificate.root("CN=Root", FROM, UNTIL);
    private static final SignedCertificate BETWEEN = ROOT.signs("CN=Between", true, FROM, UNTIL);
    private static final SignedCertificate LEAF = BETWEEN.signs(NAME, false, FROM, UNTIL);
    private static final SignedCertificate FOREIGN_ROOT = SignedCertificate.root("CN=Root", FROM, UNTIL);
    private static final SignedCertificate FOREIGN = FOREIGN_ROOT.signs(NAME, false, FROM, UNTIL);

    private final List<String> fetched = new ArrayList<>();
    private final Map<String, byte[]> files =
            new HashMap<>(Map.of(ADDRESS, SignedCertificate.pem(LEAF, BETWEEN, ROOT)));
    private Instant now = Instant.parse("2026-09-12T18:20:31Z");
    private final PayPalSignatures signatures = new PayPalSignatures(
            new CertificateHosts(""),
            new TrustedRoots(Base64.getEncoder().encodeToString(ROOT.der())),
            () -> now,
            this::file);

    private byte[] file(URI address) {
        fetched.add(address.toString());
        byte[] file = files.get(address.toString());
        if (file == null) {
            throw new ProviderException.Refused(404, "nothing");
        }
        return file;
    }

    @Test
    void aDeliveryOfPayPalHoldsAndItsCertificateIsFetchedOnce() {
        assertThat(verdict(signed(LEAF))).isEqualTo(Verdict.HOLDS);
        assertThat(verdict(signed(LEAF))).isEqualTo(Verdict.HOLDS);
        assertThat(fetched).containsExactly(ADDRESS);
    }

    @Test
    void manyCertificatesAreNotKeptForEver() {
        assertThat(verdict(signed(LEAF))).isEqualTo(Verdict.HOLDS);
        for (int n = 2; n <= 17; n++) {
            String address = ADDRESS.replace("CERT-1", "CERT-" + n);
            files.put(address, SignedCertificate.pem(LEAF, BETWEEN));
            PayPalDelivery named = new PayPalDelivery("t-1", time(), "", address, "SHA256withRSA", BODY);
            assertThat(verdict(with(named, signature(LEAF)))).isEqualTo(Verdict.HOLDS);
        }
        assertThat(verdict(signed(LEAF))).isEqualTo(Verdict.HOLDS);
        assertThat(fetched).filteredOn(ADDRESS::equals).hasSize(2);
    }

    @Test
    void anAddressThatDoesNotAnswerDecidesNothing() throws IOException {
        URI silent;
        try (ServerSocket closed = new ServerSocket(0)) {
            silent = URI.create("http://127.0.0.1:" + closed.getLocalPort() + "/CERT-1");
        }
        assertThatThrownBy(() -> CertificateFile.read(silent))
                .isInstanceOf(ProviderException.Unavailable.class)
                .hasMessageStartingWith("PayPal's certificate cannot be read: ");
    }

    @Test
    void theSumIsUnsignedAndInDecimal() {
        byte[] high = "{\"n\":0}".getBytes(StandardCharsets.UTF_8);
        for (int n = 0; sum(high) <= Integer.MAX_VALUE; n++) {
            high = ("{\"n\":" + n + "}").getBytes(StandardCharsets.UTF_8);
        }
        PayPalDelivery delivery = new PayPalDelivery("t", "2026-09-12T18:20:31Z", "", ADDRESS, "SHA256withRSA", high);
        assertThat(new String(delivery.signed("W"), StandardCharsets.UTF_8))
                .isEqualTo("t|2026-09-12T18:20:31Z|W|" + sum(high));
        assertThat(sum(high)).isGreaterThan(Integer.MAX_VALUE);
    }

    @Test
    void theRootNeedNotComeWithTheCertificate() {
        files.put(ADDRESS, SignedCertificate.pem(LEAF, BETWEEN));
        assertThat(verdict(signed(LEAF))).isEqualTo(Verdict.HOLDS);
    }

    @Test
    void theOthersMayComeInAnyOrder() {
        files.put(ADDRESS, SignedCertificate.pem(LEAF, ROOT, BETWEEN));
        assertThat(verdict(signed(LEAF))).isEqualTo(Verdict.HOLDS);
    }

    @Test
    void aCertificateThatCameAloneIsForPayPalToTell() {
        files.put(ADDRESS, SignedCertificate.pem(LEAF));
        assertThat(verdict(signed(LEAF))).isEqualTo(Verdict.UNCHAINED);
        assertThat(verdict(with(signed(LEAF), body("{}")))).isEqualTo(Verdict.FORGED);
    }

    @Test
    void oneThatARootSignedItselfMayComeAlone() {
        SignedCertificate direct = ROOT.signs(LEAF.keys(), NAME, false, FROM, UNTIL);
        files.put(ADDRESS, SignedCertificate.pem(direct));
        assertThat(verdict(signed(direct))).isEqualTo(Verdict.HOLDS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example/CERT-1",
                "https://api.paypal.com.evil.example/CERT-1",
                "https://evilapi.paypal.com/CERT-1",
                "https://www.paypal.com/CERT-1",
                "https://api.paypal.com./CERT-1",
                "https://api.paypal.com@evil.example/CERT-1",
                "https://user@api.paypal.com/CERT-1",
                "https://user:secret@api.paypal.com/CERT-1",
                "https://evil.example\\@api.paypal.com/CERT-1",
                "https://evil.example#@api.paypal.com/CERT-1",
                "https://api.paypal.com:8443/CERT-1",
                "https://api.paypal.com:80/CERT-1",
                "http://api.paypal.com/CERT-1",
                "http://api.paypal.com:443/CERT-1",
                "https://127.0.0.1/CERT-1",
                "https://localhost/CERT-1",
                "http://169.254.169.254/latest/meta-data",
                "https://[::1]/CERT-1",
                "file:///etc/passwd",
                "jar:https://api.paypal.com/a.jar!/CERT-1",
                "//api.paypal.com/CERT-1",
                "api.paypal.com/CERT-1",
                "https:api.paypal.com",
                "https://api.paypal.com/a b",
                ""
            })
    void anAddressOfAnotherPartyCausesNoConnection(String address) {
        PayPalDelivery named = new PayPalDelivery("t-1", time(), "", address, "SHA256withRSA", BODY);
        assertThat(verdict(with(named, signature(LEAF)))).isEqualTo(Verdict.FORGED);
        assertThat(fetched).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sha256withrsa", "SHA256", "SHA1withRSA", "NONEwithRSA", "none", "HmacSHA256", ""})
    void anotherAlgorithmIsRefused(String algorithm) {
        PayPalDelivery named = new PayPalDelivery("t-1", time(), "", ADDRESS, algorithm, BODY);
        assertThat(verdict(with(named, signature(LEAF)))).isEqualTo(Verdict.FORGED);
        assertThat(fetched).isEmpty();
    }

    @Test
    void eachPartOfTheSignedTextCounts() {
        PayPalDelivery good = signed(LEAF);
        assertThat(verdict(with(good, body("{\"id\": \"WH-2\"}")))).isEqualTo(Verdict.FORGED);
        assertThat(verdict(new PayPalDelivery(
                        "t-2", good.time(), good.signature(), ADDRESS, good.algorithm(), good.body())))
                .isEqualTo(Verdict.FORGED);
        assertThat(verdict(new PayPalDelivery(
                        good.id(), "2026-09-12T18:20:32Z", good.signature(), ADDRESS, good.algorithm(), good.body())))
                .isEqualTo(Verdict.FORGED);
        assertThat(signatures.verdict(good, "ANOTHERWEBHOOK")).isEqualTo(Verdict.FORGED);
    }

    @Test
    void aBodyWithTheSameSumPassesSoTheBodyIsNoSourceOfTruth() {
        byte[] forged = withSum("{\"id\": \"WH-1\", \"amount\": \"1000000\", \"x\": \"", sum(BODY));
        assertThat(sum(forged)).isEqualTo(sum(BODY));
        PayPalDelivery good = signed(LEAF);
        assertThat(verdict(new PayPalDelivery(
                        good.id(), good.time(), good.signature(), ADDRESS, good.algorithm(), forged)))
                .isEqualTo(Verdict.HOLDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "!!!", "AAAA"})
    void whatIsNoSignatureIsRefused(String signature) {
        assertThat(verdict(resigned(signed(LEAF), signature))).isEqualTo(Verdict.FORGED);
    }

    @Test
    void aForeignCertificateIsRefused() {
        files.put(ADDRESS, SignedCertificate.pem(FOREIGN, FOREIGN_ROOT));
        assertThat(verdict(signed(FOREIGN))).isEqualTo(Verdict.FORGED);
        files.put(ADDRESS + "2", SignedCertificate.pem(FOREIGN, BETWEEN, ROOT));
        assertThat(verdict(at(ADDRESS + "2", FOREIGN)))
                .as("with PayPal's chain behind it")
                .isEqualTo(Verdict.FORGED);
        files.put(ADDRESS + "3", SignedCertificate.pem(FOREIGN, LEAF, BETWEEN));
        assertThat(verdict(at(ADDRESS + "3", FOREIGN)))
                .as("with PayPal's own certificate behind it")
                .isEqualTo(Verdict.FORGED);
    }

    @Test
    void aLeafThatSignsAnotherIsNoAuthority() {
        SignedCertificate signedByLeaf = LEAF.signs(NAME, false, FROM, UNTIL);
        files.put(ADDRESS, SignedCertificate.pem(signedByLeaf, LEAF, BETWEEN, ROOT));
        assertThat(verdict(signed(signedByLeaf))).isEqualTo(Verdict.FORGED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CN=messageverificationcerts.paypal.com.evil.example",
                "CN=evil.messageverificationcerts.paypal.com",
                "CN=www.paypal.com",
                "CN=messageverificationcerts.evil.example",
                "CN=messageverificationcerts.evilpaypal.com",
                "CN=evil.example,OU=messageverificationcerts.paypal.com",
                "CN=evil.example,CN=messageverificationcerts.paypal.com",
                "CN=evil.example/messageverificationcerts.paypal.com",
                "O=PayPal"
            })
    void aCertificateOfAnotherNameIsRefused(String name) {
        SignedCertificate other = BETWEEN.signs(LEAF.keys(), name, false, FROM, UNTIL);
        files.put(ADDRESS, SignedCertificate.pem(other, BETWEEN, ROOT));
        assertThat(verdict(signed(other))).isEqualTo(Verdict.FORGED);
    }

    @Test
    void theSandboxHasANameOfItsOwn() {
        SignedCertificate sandbox =
                BETWEEN.signs(LEAF.keys(), "CN=messageverificationcerts.sandbox.paypal.com", false, FROM, UNTIL);
        files.put(ADDRESS, SignedCertificate.pem(sandbox, BETWEEN, ROOT));
        assertThat(verdict(signed(sandbox))).isEqualTo(Verdict.HOLDS);
    }

    @Test
    void aCertificateIsGoodInItsTimeAlone() {
        SignedCertificate past = BETWEEN.signs(LEAF.keys(), NAME, false, FROM, now.minusSeconds(1));
        SignedCertificate future = BETWEEN.signs(LEAF.keys(), NAME, false, now.plusSeconds(1), UNTIL);
        files.put(ADDRESS + "1", SignedCertificate.pem(past, BETWEEN, ROOT));
        files.put(ADDRESS + "2", SignedCertificate.pem(future, BETWEEN, ROOT));
        assertThat(verdict(at(ADDRESS + "1", past))).isEqualTo(Verdict.FORGED);
        assertThat(verdict(at(ADDRESS + "2", future))).isEqualTo(Verdict.FORGED);

        assertThat(verdict(signed(LEAF))).isEqualTo(Verdict.HOLDS);
        now = UNTIL.plus(Duration.ofDays(1));
        assertThat(verdict(signed(LEAF))).as("a kept one too").isEqualTo(Verdict.FORGED);
    }

    @Test
    void anAuthorityThatEndedChainsNothing() {
        SignedCertificate ended = ROOT.signs("CN=Ended", true, FROM, now.minusSeconds(1));
        SignedCertificate leaf = ended.signs(NAME, false, FROM, UNTIL);
        files.put(ADDRESS, SignedCertificate.pem(leaf, ended, ROOT));
        assertThat(verdict(signed(leaf))).isEqualTo(Verdict.FORGED);
    }

    @Test
    void whatIsNoCertificateIsRefused() {
        files.put(ADDRESS, "<html>".getBytes(StandardCharsets.UTF_8));
        assertThat(verdict(signed(LEAF))).isEqualTo(Verdict.FORGED);
        files.put(ADDRESS, new byte[0]);
        assertThat(verdict(signed(LEAF))).isEqualTo(Verdict.FORGED);
        files.remove(ADDRESS);
        assertThat(verdict(signed(LEAF))).isEqualTo(Verdict.FORGED);
        assertThat(fetched).as("none of them is kept").hasSize(3);
    }

    @Test
    void rootsThatCannotBeReadDecideNothing() {
        PayPalSignatures unready =
                new PayPalSignatures(new CertificateHosts(""), new TrustedRoots("bm9uZQ=="), () -> now, this::file);
        assertThatThrownBy(() -> unready.verdict(signed(LEAF), WEBHOOK))
                .isInstanceOf(ProviderException.Unavailable.class);
    }

    @Test
    void withoutRootsThoseOfTheJdkCount() {
        PayPalSignatures real =
                new PayPalSignatures(new CertificateHosts(""), new TrustedRoots(""), () -> now, this::file);
        assertThat(real.verdict(signed(LEAF), WEBHOOK)).isEqualTo(Verdict.FORGED);
        files.put(ADDRESS + "1", SignedCertificate.pem(LEAF));
        assertThat(real.verdict(at(ADDRESS + "1", LEAF), WEBHOOK)).isEqualTo(Verdict.UNCHAINED);
    }

    @Test
    void theLocalStackTakesWholeOrigins() {
        CertificateHosts hosts = new CertificateHosts("http://localhost:8080, api.paypal.com");
        assertThat(hosts.allowed("http://localhost:8080/cert?a=b")).hasToString("http://localhost:8080/cert?a=b");
        assertThat(hosts.allowed("http://localhost:8081/cert")).isNull();
        assertThat(hosts.allowed("https://localhost:8080/cert")).isNull();
        assertThat(hosts.allowed("http://user@localhost:8080/cert")).isNull();
        assertThat(hosts.allowed("https://API.paypal.com:443/cert")).hasToString("https://api.paypal.com/cert");
    }

    private Verdict verdict(PayPalDelivery delivery) {
        return signatures.verdict(delivery, WEBHOOK);
    }

    private String time() {
        return now.toString();
    }

    private PayPalDelivery signed(SignedCertificate by) {
        return at(ADDRESS, by);
    }

    private PayPalDelivery at(String address, SignedCertificate by) {
        return with(new PayPalDelivery("t-1", time(), "", address, "SHA256withRSA", BODY), signature(by));
    }

    private static UnaryOperator<PayPalDelivery> body(String text) {
        return from -> new PayPalDelivery(
                from.id(),
                from.time(),
                from.signature(),
                from.certificateUrl(),
                from.algorithm(),
                text.getBytes(StandardCharsets.UTF_8));
    }

    private static UnaryOperator<PayPalDelivery> signature(SignedCertificate by) {
        return from -> resigned(from, by.sign(from.signed(WEBHOOK)));
    }

    private static PayPalDelivery with(PayPalDelivery from, UnaryOperator<PayPalDelivery> change) {
        return change.apply(from);
    }

    private static PayPalDelivery resigned(PayPalDelivery from, String signature) {
        return new PayPalDelivery(
                from.id(), from.time(), signature, from.certificateUrl(), from.algorithm(), from.body());
    }

    private static long sum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return sum.getValue();
    }

    /// A JSON object with a CRC-32 that is wanted. CRC-32 is linear, so 40 bits of eight letters can bring it about.
    private static byte[] withSum(String before, long wanted) {
        int letters = 8;
        byte[] text = (before + "@".repeat(letters) + "\"}").getBytes(StandardCharsets.US_ASCII);
        int start = before.length();
        long difference = sum(text) ^ wanted;
        List<long[]> basis = new ArrayList<>();
        for (int bit = 0; bit < letters * 5; bit++) {
            byte[] flipped = text.clone();
            flipped[start + bit / 5] ^= (byte) (1 << (bit % 5));
            long effect = sum(flipped) ^ sum(text);
            long mask = 1L << bit;
            for (long[] each : basis) {
                if ((effect ^ each[0]) < effect) {
                    effect ^= each[0];
                    mask ^= each[1];
                }
            }
            if (effect != 0) {
                basis.add(new long[] {effect, mask});
            }
        }
        long mask = 0;
        basis.sort((a, b) -> Long.compareUnsigned(b[0], a[0]));
        for (long[] each : basis) {
            if ((difference ^ each[0]) < difference) {
                difference ^= each[0];
                mask ^= each[1];
            }
        }
        for (int bit = 0; bit < letters * 5; bit++) {
            if ((mask >> bit & 1) == 1) {
                text[start + bit / 5] ^= (byte) (1 << (bit % 5));
            }
        }
        return text;
    }
}
