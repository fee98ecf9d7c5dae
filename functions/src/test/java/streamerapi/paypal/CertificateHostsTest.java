package streamerapi.paypal;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.URI;

import static org.assertj.core.api.Assertions.assertThat;

/// The addresses from which certificates are fetched.
@NullMarked
class CertificateHostsTest {

    private final CertificateHosts hosts = new CertificateHosts("");

    @ParameterizedTest
    @CsvSource({
        "https://api.paypal.com/v1/certs/C1,https://api.paypal.com/v1/certs/C1",
        "HTTPS://API.PayPal.com:443/v1/certs/C1?x=1,https://api.paypal.com/v1/certs/C1?x=1",
        "https://api-m.sandbox.paypal.com,https://api-m.sandbox.paypal.com"
    })
    void anAddressOfPayPalIsMadeAnew(String address, URI made) {
        assertThat(hosts.allowed(address)).isEqualTo(made);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://api.paypal.com/v1/certs/C1",
                "https://api.paypal.com:8443/v1/certs/C1",
                "https://api.paypal.com@evil.example/v1/certs/C1",
                "https://evil@api.paypal.com/v1/certs/C1",
                "https://api.paypal.com.evil.example/v1/certs/C1",
                "https://evil.paypal.com/v1/certs/C1",
                "https://paypal.com/v1/certs/C1",
                "https://api.paypal.com/v1/certs/C1#x",
                "//api.paypal.com/v1/certs/C1",
                "mailto:api.paypal.com",
                "https:/v1/certs/C1",
                "not a URI",
                ""
            })
    void anyOtherAddressIsNot(String address) {
        assertThat(hosts.allowed(address)).isNull();
    }

    @Test
    void onTheLocalStackWholeOriginsAreAllowedByHttp() {
        CertificateHosts local = new CertificateHosts(" http://localhost:8080 , certs.example.com,");

        assertThat(local.allowed("http://localhost:8080/certs/C1"))
                .isEqualTo(URI.create("http://localhost:8080/certs/C1"));
        assertThat(local.allowed("https://certs.example.com/C1")).isEqualTo(URI.create("https://certs.example.com/C1"));
        assertThat(local.allowed("http://localhost:8081/certs/C1")).isNull();
        assertThat(local.allowed("https://localhost:8080/certs/C1")).isNull();
        assertThat(local.allowed("http://certs.example.com/C1")).isNull();
        assertThat(local.allowed("https://api.paypal.com/C1")).isNull();
    }
}
