package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// Which addresses a webhook endpoint may have if nothing private is allowed, as it is when deployed.
/// `HostileUrlsTest` has those that it may not have.
@NullMarked
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebhookUrlsTest {

    @SuppressWarnings("NullAway.Init") // before all tests
    @AutoClose
    private Service service;

    @BeforeAll
    void start() {
        service = Service.start(Map.of("WEBHOOK_ALLOW_PRIVATE", "false", "RATE_LIMIT_FACTOR", "10000"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com",
                "https://example.com/",
                "https://example.com/hooks/streamer?token=a%20b&x=1",
                "https://EXAMPLE.com/Hook",
                "https://hooks.eu-west.example.co.uk/a/b/c;d=1",
                "https://example.com:443/",
                "https://example.com:8443/hook",
                "https://example.com:1/",
                "https://example.com:65535/",
                "https://3com.example.org/",
                "https://123.example.com/",
                "https://10.0.0.1.example.com/",
                "https://localhost.example.com/",
                "https://notlocalhost.com/",
                "https://internal.example.com/",
                "https://a-b--c.example.com/",
                "https://xn--bcher-kva.example/",
                "https://xn--e1afmkfd.xn--p1ai/",
                "https://a.b.c.d.e.f.g.example.museum/",
                "https://not-registered-yet-7f3a.example.net/",
                "https://8.8.8.8/hook",
                "https://1.1.1.1:8443/",
                "https://172.15.0.1/",
                "https://172.32.0.1/",
                "https://100.63.255.255/",
                "https://100.128.0.1/",
                "https://192.169.0.1/",
                "https://223.255.255.254/",
                "https://[2606:4700:4700::1111]/",
                "https://[2001:4860:4860::8888]:8443/hook",
                "https://[2A00:1450:4001:800::200E]/"
            })
    void aPublicAddressIsAccepted(String url) {
        assertThat(create(url).expect(201).at("endpoint.url")).isEqualTo(url);
    }

    private Answer create(String url) {
        return service.newAccount().api().post("/webhook-endpoints", Map.of("url", url));
    }
}
