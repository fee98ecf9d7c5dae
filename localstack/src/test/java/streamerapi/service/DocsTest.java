package streamerapi.service;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.json.Json;
import streamerapi.shared.problems.ErrorCode;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds the pages for developers that need no credential: guides, and the documents that describe the service.
class DocsTest {

    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"(/docs[^\"#]*)(#[^\"]*)?\"");

    private final Service service = Service.shared();
    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void everyLinkBetweenTheGuidesLeadsToAPage() throws Exception {
        for (String guide : List.of(
                "quickstart",
                "webhooks",
                "realtime",
                "apps",
                "cli",
                "clients",
                "mcp",
                "ingest",
                "commands",
                "errors",
                "limits",
                "versioning",
                "features",
                "tip-page",
                "alerts",
                "moderation",
                "money",
                "connections",
                "twitch",
                "kick",
                "stripe",
                "paypal",
                "ko-fi",
                "obs",
                "streamer-bot",
                "firebot",
                "stream-deck",
                "discord",
                "google-sheets")) {
            HttpResponse<String> page = get("/docs/" + guide);
            assertThat(page.statusCode()).as(guide).isEqualTo(200);
            for (var link : LINK.matcher(page.body()).results().toList()) {
                HttpResponse<String> target = get(link.group(1));
                assertThat(target.statusCode())
                        .as(guide + " links to " + link.group())
                        .isEqualTo(200);
                if (link.group(2) != null) {
                    assertThat(target.body()).contains("id=\"" + link.group(2).substring(1) + '"');
                }
            }
        }
    }

    @Test
    void anUnknownPageIsAPageForReadersAndAProblemForPrograms() throws Exception {
        for (String path : List.of("/docs/quick-start", "/docs/no/such/page")) {
            HttpResponse<String> read = get(path, "text/html,application/xhtml+xml,*/*;q=0.8");
            assertThat(read.statusCode()).isEqualTo(404);
            assertThat(read.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
            assertThat(read.body()).contains("No such page", "href=\"/docs\"", "href=\"/dashboard\"");

            HttpResponse<String> asked = get(path, "application/json");
            assertThat(asked.statusCode()).isEqualTo(404);
            assertThat(asked.body()).contains("\"code\":\"not_found\"");
        }
    }

    @Test
    void everyErrorIsExplainedWhereItsLinkLeads() throws Exception {
        String page = get("/docs/errors").body();
        for (ErrorCode code : ErrorCode.values()) {
            assertThat(page).contains("id=\"" + code.label() + '"');
        }
        for (String code : List.of(
                "invalid_request",
                "invalid_client",
                "invalid_grant",
                "unsupported_grant_type",
                "invalid_scope",
                "unsupported_response_type",
                "access_denied",
                "temporarily_unavailable",
                "server_error",
                "auth_timeout",
                "invalid_overlay_key",
                "revoked")) {
            assertThat(page).contains("id=\"" + code + '"');
        }
        assertThat(get("/v1/me").headers().firstValue("Link")).contains("</docs/errors#missing_api_key>; rel=\"help\"");
    }

    @Test
    void aGuideRunsNoScriptOfOthers() throws Exception {
        assertThat(get("/docs").headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("script-src 'self'")
                .contains("frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(get("/docs/nowhere").statusCode()).isEqualTo(404);
        assertThat(get("/docs/reference-000000000000.js").statusCode()).isEqualTo(404);
    }

    @Test
    void theDocumentsNameTheAddressThatTheyAreAskedForAt() throws Exception {
        String origin = service.stack().authUrl();
        assertThat(get("/v1/openapi.json").body()).contains(origin + "/v1").doesNotContain("http://localhost:3000");
        assertThat(Json.readObject(get("/v1/asyncapi.json").body().getBytes(StandardCharsets.UTF_8)))
                .containsEntry("asyncapi", "3.0.0");
    }

    @Test
    void aLargeDocumentIsCompressedForThoseWhoTakeIt() throws Exception {
        byte[] plain = get("/v1/openapi.json").body().getBytes(StandardCharsets.UTF_8);
        HttpResponse<byte[]> compressed = http.send(
                request("/v1/openapi.json")
                        .header("Accept-Encoding", "gzip, br")
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());

        assertThat(compressed.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(compressed.body().length).isLessThan(plain.length / 5);
        assertThat(unzipped(compressed.body())).isEqualTo(plain);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip;q=0", "br, gzip; q=0.000, *", "x-notgzip", "identity", "*;q=0"})
    void whoDoesNotTakeGzipGetsNone(String accepted) throws Exception {
        HttpResponse<String> plain = http.send(
                request("/v1/openapi.json").header("Accept-Encoding", accepted).build(),
                HttpResponse.BodyHandlers.ofString());

        assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(plain.body()).startsWith("{");
    }

    private static byte[] unzipped(byte[] bytes) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return in.readAllBytes();
        }
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path, String accepted) throws IOException, InterruptedException {
        return http.send(request(path).header("Accept", accepted).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(service.stack().authUrl() + path));
    }
}
