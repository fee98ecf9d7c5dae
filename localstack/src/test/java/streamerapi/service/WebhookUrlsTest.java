package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// Which addresses a webhook endpoint may have where nothing private is allowed, as it is when deployed.
@NullMarked
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebhookUrlsTest {

    @SuppressWarnings("NullAway.Init") // before all tests
    private Service service;

    @BeforeAll
    void start() {
        service = Service.start(Map.of("WEBHOOK_ALLOW_PRIVATE", "false", "RATE_LIMIT_FACTOR", "10000"));
    }

    @AfterAll
    void stop() {
        service.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "example.com",
                "//example.com/hook",
                "/hook",
                "http://example.com/hook",
                "ftp://example.com/hook",
                "file:///etc/passwd",
                "javascript:alert(1)",
                "https:",
                "https://",
                "https:///hook",
                "https:example.com",
                "https://:443/",
                "https://?query",
                " https://example.com",
                "https://example.com ",
                "https://exa mple.com/",
                "https://example.com/\n",
                "https://example.com\\@127.0.0.1/",
                "https://user@example.com/",
                "https://user:password@example.com/",
                "https://@example.com/",
                "https://127.0.0.1@example.com/",
                "https://example.com@127.0.0.1/",
                "https://example.com/#fragment",
                "https://example.com/#",
                "https://example.com:70000/",
                "https://example.com:0/",
                "https://example.com:x/",
                "https://example.com:-1/",
                "https://localhost/",
                "https://LOCALHOST/",
                "https://LocalHost:8443/",
                "https://localhost./",
                "https://localhost.localdomain/",
                "https://a.localhost/",
                "https://lo%63alhost/",
                "https://ⓛocalhost/",
                "https://ｌｏｃａｌｈｏｓｔ/",
                "https://127.0.0.1/",
                "https://127.0.0.1:9001/",
                "https://127.0.0.1./",
                "https://127.255.255.254/",
                "https://127.1/",
                "https://127.0.1/",
                "https://2130706433/",
                "https://0x7f000001/",
                "https://0x7f.1/",
                "https://0x7f.0x0.0x0.0x1/",
                "https://017700000001/",
                "https://0177.0.0.1/",
                "https://127.0.0.01/",
                "https://00127.0.0.1/",
                "https://１２７.０.０.１/",
                "https://127。0。0。1/",
                "https://①②⑦.0.0.1/",
                "https://0/",
                "https://0.0.0.0/",
                "https://10.0.0.1/",
                "https://10.1/",
                "https://172.16.0.1/",
                "https://172.31.255.255/",
                "https://192.168.1.1/",
                "https://192.168.257/",
                "https://100.64.0.1/",
                "https://100.127.255.255/",
                "https://169.254.169.254/latest/meta-data/",
                "https://169.254.169.254.:80/",
                "https://2852039166/",
                "https://0xa9fea9fe/",
                "https://0251.0376.0251.0376/",
                "https://169.16689662/",
                "https://169.254.170.2/",
                "https://192.0.0.192/",
                "https://192.0.2.1/",
                "https://198.18.0.1/",
                "https://198.51.100.7/",
                "https://203.0.113.9/",
                "https://224.0.0.1/",
                "https://239.255.255.255/",
                "https://240.0.0.1/",
                "https://255.255.255.255/",
                "https://256.256.256.256/",
                "https://1.2.3.4.5/",
                "https://999999999999/",
                "https://[::]/",
                "https://[::1]/",
                "https://[0:0:0:0:0:0:0:1]/",
                "https://[::127.0.0.1]/",
                "https://[::ffff:127.0.0.1]/",
                "https://[::ffff:7f00:1]/",
                "https://[::ffff:169.254.169.254]/",
                "https://[::ffff:8.8.8.8]/",
                "https://[::ffff:0:127.0.0.1]/",
                "https://[64:ff9b::7f00:1]/",
                "https://[64:ff9b::8.8.8.8]/",
                "https://[64:ff9b:1::a9fe:a9fe]/",
                "https://[2002:7f00:1::]/",
                "https://[2002:a9fe:a9fe::1]/",
                "https://[2001:0:7f00:1::]/",
                "https://[2001:db8::1]/",
                "https://[3fff::1]/",
                "https://[100::1]/",
                "https://[fd00:ec2::254]/",
                "https://[fc00::1]/",
                "https://[fe80::1]/",
                "https://[fe80::1%25eth0]/",
                "https://[2606:4700:4700::1111%25eth0]/",
                "https://[fec0::1]/",
                "https://[ff02::1]/",
                "https://[::1/",
                "https://::1/",
                "https://[example.com]/",
                "https://example/",
                "https://intranet/",
                "https://instance-data/latest/",
                "https://example.com./",
                "https://example..com/",
                "https://.example.com/",
                "https://-example.com/",
                "https://example-.com/",
                "https://printer.local/",
                "https://db.internal/",
                "https://metadata.google.internal/",
                "https://router.lan/",
                "https://nas.home.arpa/",
                "https://wiki.corp/",
                "https://hidden.onion/",
                "https://пример.рф/",
                "https://exаmple.com/"
            })
    void whatIsNotAPublicAddressIsRefused(String url) {
        Answer refused = create(url).refuses(400, "bad_request");

        assertThat(refused.at("field")).isEqualTo("url");
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
