package streamerapi.service.security;

import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import streamerapi.outbound.VettedClient;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;

/// Addresses with which a streamer or an app would have the service call something inside (SSRF). `EndpointUrlTest` has
/// the table of their spellings; here are some of each kind.
@NullMarked
class HostileUrlsTest {

    @AutoClose
    private static Service service;

    /// The addresses that a resolver may answer for a name that any stranger can register.
    private static final List<String> INSIDE = List.of(
            "127.0.0.1",
            "127.8.8.8",
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "100.64.0.1",
            "169.254.169.254",
            "169.254.170.2",
            "192.0.0.192",
            "192.0.2.1",
            "192.88.99.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::127.0.0.1",
            "64:ff9b::a9fe:a9fe",
            "64:ff9b:1::1",
            "2002:7f00:1::1",
            "2002:a9fe:a9fe::1",
            "2001:0:7f00:1::",
            "2001:db8::1",
            "3fff::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "100::1",
            "5f00::1");

    /// Addresses that no field takes, one or two of each kind that `EndpointUrl` refuses.
    private static final List<String> REFUSED = List.of(
            " ",
            "example.com",
            "http://example.com/hook",
            "file:///etc/passwd",
            "https:///hook",
            "https://example.com/\n",
            "https://exa mple.com/",
            "https://example.com\u0000.evil.example/",
            "https://example.com/\ud800",
            "https://user:password@example.com/",
            "https://example.com@127.0.0.1/",
            "https://example.com/#fragment",
            "https://example.com:0/",
            "https://example.com:65536/",
            "https://localhost/",
            "https://127.0.0.1/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://10.0.0.1:8443/",
            "https://169.254.169.254/latest/meta-data/",
            "https://[::1]/",
            "https://[::ffff:169.254.169.254]/",
            "https://[fd00:ec2::254]/",
            "https://metadata.google.internal/",
            "https://intranet/",
            "https://пример.рф/",
            "https://" + "a".repeat(64) + ".example.com/",
            "https://example.com/" + "a".repeat(2_048));

    private static final List<String> TAKEN = List.of(
            "https://example.com/hook",
            "https://EXAMPLE.com:8443/hooks/streamer?token=a%20b&x=1",
            "https://8.8.8.8/hook",
            "https://[2001:4860:4860::8888]:8443/hook");

    private final Account account = service.newAccount();

    @BeforeAll
    static void startService() {
        service = Service.start(Map.of("WEBHOOK_ALLOW_PRIVATE", "false", "RATE_LIMIT_FACTOR", "10000"));
    }

    @Test
    void noFieldForAnAddressTakesAHostileOne() {
        ApiClient api = account.api();
        ApiClient dashboard = account.dashboard();
        String endpoint = "/webhook-endpoints/"
                + api.post("/webhook-endpoints", Map.of("url", "https://example.com/hook"))
                        .expect(201)
                        .at("endpoint.id");
        List<String> taken = new ArrayList<>();
        for (String url : REFUSED) {
            hold(api.post("/webhook-endpoints", Map.of("url", url)), "url", "POST " + url, taken);
            hold(api.patch(endpoint, Map.of("url", url)), "url", "PATCH " + url, taken);
            Map<String, Object> moderation = Map.of("moderation", Map.of("url", url, "enabled", true));
            Answer answer = dashboard.patch("/dashboard/api/settings", moderation);
            hold(answer, "moderation.url", "settings " + url, taken);
        }
        assertThat(taken).isEmpty();
        assertThat(api.get("/webhook-endpoints").expect(200).each("endpoints", "url"))
                .containsExactly("https://example.com/hook");
    }

    @Test
    void aPublicAddressIsAccepted() {
        ApiClient api = account.api();
        for (String url : TAKEN) {
            assertThat(api.post("/webhook-endpoints", Map.of("url", url))
                            .expect(201)
                            .at("endpoint.url"))
                    .isEqualTo(url);
        }
    }

    private static void hold(Answer answer, String field, String what, List<String> taken) {
        if (answer.status() != 400 || !field.equals(answer.at("field"))) {
            taken.add(what + " -> " + answer.status() + " " + answer.text());
        }
    }

    /// A name is vetted when it is dialled, so that it cannot be taken while it resolves to one address, and called
    /// when it resolves to another.
    @Test
    void aPublicNameThatResolvesToAnAddressInsideIsNotDialled() throws IOException, InterruptedException {
        AtomicInteger connections = new AtomicInteger();
        List<String> dialled = new ArrayList<>();
        Thread listener;
        try (ServerSocket inside = new ServerSocket(0)) {
            listener = Thread.ofVirtual().start(() -> count(inside, connections));
            for (String address : INSIDE) {
                OkHttpClient client = VettedClient.builder(false, Duration.ofSeconds(2))
                        .dns(host -> List.of(resolved(host, address)))
                        .build();
                Request request = new Request.Builder()
                        .url("http://hooks.example.com:" + inside.getLocalPort() + "/")
                        .build();
                try {
                    client.newCall(request).execute().close();
                    dialled.add(address);
                } catch (IOException e) {
                    if (!"refused address".equals(e.getMessage())) {
                        dialled.add(address + " " + e);
                    }
                }
            }
        }
        listener.join();
        assertThat(dialled).isEmpty();
        assertThat(connections).hasValue(0);
    }

    private static void count(ServerSocket inside, AtomicInteger connections) {
        try {
            for (; ; ) {
                inside.accept().close();
                connections.incrementAndGet();
            }
        } catch (IOException closed) {
            assertThat(inside.isClosed()).isTrue();
        }
    }

    /// An IPv6 address stays one, though it carries an IPv4 address: that is what a resolver can answer.
    private static InetAddress resolved(String host, String address) throws UnknownHostException {
        byte[] bytes = InetAddress.ofLiteral(address).getAddress();
        return address.contains(":")
                ? Inet6Address.getByAddress(host, bytes.length == 4 ? mapped(bytes) : bytes, -1)
                : InetAddress.getByAddress(host, bytes);
    }

    private static byte[] mapped(byte[] ipv4) {
        byte[] mapped = new byte[16];
        mapped[10] = (byte) 0xFF;
        mapped[11] = (byte) 0xFF;
        System.arraycopy(ipv4, 0, mapped, 12, 4);
        return mapped;
    }
}
