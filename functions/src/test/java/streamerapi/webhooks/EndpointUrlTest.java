package streamerapi.webhooks;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.Problem;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// The addresses that a webhook endpoint may have, and those that it may not. `HostileUrlsTest` sends some of the
/// latter to each field that takes an address.
@NullMarked
class EndpointUrlTest {

    private static final int MAX_CHARACTERS = 2_048;

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
        assertThat(EndpointUrl.check("url", url, false)).isEqualTo(url);
    }

    @Test
    void noAddressOfTheTableIsAccepted() throws IOException {
        List<String> urls = hostileUrls();

        assertThat(urls).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(326);
        assertThat(urls).filteredOn(EndpointUrlTest::isAccepted).isEmpty();
    }

    @Test
    void aRefusalNamesTheField() {
        Problem refused = catchThrowableOfType(
                Problem.class, () -> EndpointUrl.check("moderation.url", "https://10.0.0.1/", false));

        assertThat(refused.body()).containsEntry("code", "bad_request").containsEntry("field", "moderation.url");
    }

    @Test
    void anAddressHasAtMost2048Characters() {
        String longest = "https://example.com/" + "a".repeat(MAX_CHARACTERS - "https://example.com/".length());

        assertThat(isAccepted(longest)).isTrue();
        assertThat(isAccepted(longest + "a")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://localhost:9001/hook", "http://127.0.0.1/", "https://10.0.0.1/", "HTTP://printer.local/"})
    void onTheLocalStackAPrivateAddressAndHttpWillDo(String url) {
        assertThat(EndpointUrl.check("url", url, true)).isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://localhost/",
                "localhost:9001",
                "http://user@localhost/",
                "http://localhost/#x",
                "http://localhost:0/",
                "http://localhost:65536/",
                "http:///hook",
                "http://local host/",
                "http://[fe80::1%25eth0]/"
            })
    void theFormOfAnAddressIsTheSameOnTheLocalStack(String url) {
        assertThat(catchThrowableOfType(Problem.class, () -> EndpointUrl.check("url", url, true))
                        .body())
                .containsEntry("field", "url");
    }

    private static boolean isAccepted(String url) {
        try {
            EndpointUrl.check("url", url, false);
            return true;
        } catch (Problem refused) {
            return false;
        }
    }

    private static List<String> hostileUrls() throws IOException {
        try (InputStream in = Objects.requireNonNull(EndpointUrlTest.class.getResourceAsStream("/hostile-urls.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .map(EndpointUrlTest::unescaped)
                    .toList();
        }
    }

    private static String unescaped(String line) {
        Object text = Json.asObject(Json.read("{\"url\":\"" + line.replace("\"", "\\\"") + "\"}"))
                .get("url");
        return (String) Objects.requireNonNull(text);
    }
}
