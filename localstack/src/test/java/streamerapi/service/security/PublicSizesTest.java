package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.architecture.HttpFunctions;
import streamerapi.localstack.template.Template;
import streamerapi.service.Answer;
import streamerapi.service.Service;
import streamerapi.service.WebClient;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Route;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

/// Holds that all answers to strangers are small, in every coding, because data that goes out is paid for.
@NullMarked
class PublicSizesTest {

    private static final int MOST = 500_000;

    /// The document has no smaller form for tools that take no gzip, as many generators of clients do not.
    private static final Map<String, Integer> LARGER = Map.of("/v1/openapi.json", 1_050_000);

    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"(/[^\"#?]*)");

    private static final Pattern SIZE = Pattern.compile("about ([0-9]+) kB with `Accept-Encoding: gzip`");

    private final Service service = Service.shared();
    private final WebClient browser = new WebClient(service.stack().authUrl());

    @Test
    void theGuideSaysHowLargeTheDocumentIsWithGzip() throws IOException {
        String guide = Files.readString(Service.root().resolve("docs/limits.md"));
        MatchResult said = SIZE.matcher(guide).results().findFirst().orElseThrow();
        Answer answer = browser.send("GET", "/v1/openapi.json", Map.of("Accept-Encoding", "gzip"), null);
        assertThat(answer.bytes().length / 1_000).isCloseTo(Integer.parseInt(said.group(1)), withinPercentage(10));
    }

    @Test
    void noPublicAddressAnswersWithMoreThanHalfAMegabyte() {
        List<String> large = new ArrayList<>();
        Set<String> addresses = addresses();
        for (String address : addresses) {
            for (String accepted : List.of("", "gzip", "identity", "gzip;q=0", "*;q=0")) {
                Map<String, String> headers = accepted.isEmpty() ? Map.of() : Map.of("Accept-Encoding", accepted);
                Answer answer = browser.send("GET", address, headers, null);
                int most = accepted.equals("gzip") ? MOST : LARGER.getOrDefault(address, MOST);
                if (answer.bytes().length > most) {
                    large.add(address + " (" + accepted + "): " + answer.bytes().length);
                }
            }
        }
        assertThat(addresses).hasSizeGreaterThan(30).anyMatch(address -> address.contains("/docs/docs-"));
        assertThat(large).isEmpty();
    }

    /// The addresses of public routes, and those that their pages lead to.
    private Set<String> addresses() {
        Set<String> addresses = new LinkedHashSet<>();
        HttpFunctions.of(Template.read(Service.root().resolve("template.yaml"))).values().stream()
                .flatMap(api -> api.routes().stream())
                .filter(route -> route.access() instanceof Access.Public
                        && route.method().equals("GET"))
                .map(PublicSizesTest::address)
                .forEach(addresses::add);
        for (String address : List.copyOf(addresses)) {
            LINK.matcher(browser.get(address).text())
                    .results()
                    .map(link -> link.group(1))
                    .forEach(addresses::add);
        }
        return addresses;
    }

    private static String address(Route route) {
        String path = route.template().replaceAll("\\{[^}]+}", "quickstart");
        return path.matches("/(dashboard|oauth|docs|overlay|audio|\\.well-known|mcp|ingest).*|/") ? path : "/v1" + path;
    }
}
