package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

import static org.assertj.core.api.Assertions.assertThat;

/// The overlay page and the files that it loads.
@NullMarked
class OverlayPageTest {

    private static final int MAX_BYTES = 150_000;
    private static final Pattern FILES = Pattern.compile("(?:href|src)=\"(/overlay/[^\"]+)\"");
    private static final Pattern IMPORTS = Pattern.compile("(?:from |import\\()'\\./([a-z]+\\.js)'");

    private final Service service = Service.shared();
    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void thePageWithAllItsFilesIsLight() throws Exception {
        Map<String, Integer> weights = new HashMap<>();
        Deque<String> wanted = new ArrayDeque<>();
        wanted.add("/overlay");
        while (!wanted.isEmpty()) {
            String path = wanted.remove();
            if (weights.containsKey(path)) {
                continue;
            }
            HttpResponse<byte[]> answer = get(path);
            String text = new String(answer.body(), StandardCharsets.UTF_8);
            weights.put(path, gzipped(answer.body()));
            FILES.matcher(text).results().map(found -> found.group(1)).forEach(wanted::add);
            String folder = path.substring(0, path.lastIndexOf('/') + 1);
            if (path.endsWith(".js")) {
                IMPORTS.matcher(text)
                        .results()
                        .map(found -> folder + found.group(1))
                        .forEach(wanted::add);
            }
        }

        assertThat(weights).as("the page, its stylesheet and its scripts").hasSizeGreaterThan(10);
        assertThat(weights.values().stream().mapToInt(Integer::intValue).sum())
                .as("bytes of %s", weights)
                .isLessThan(MAX_BYTES);
    }

    @Test
    void thePageIsFramedByOurOwnPagesAlone() throws Exception {
        assertThat(get("/overlay").headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(
                        policy -> assertThat(policy).contains("default-src 'none'", "frame-ancestors 'self'"));
        Account account = service.newAccount();
        Object id = account.dashboard()
                .post("/dashboard/api/overlays", Map.of("name", "Main"))
                .expect(201)
                .at("overlay.id");
        DashboardVisitor owner = DashboardVisitor.owner(account);
        assertThat(owner.open("/dashboard/overlays/" + id).header("Content-Security-Policy"))
                .contains("frame-src 'self'");
        assertThat(owner.open("/dashboard/overlays").header("Content-Security-Policy"))
                .doesNotContain("frame-src");
    }

    @Test
    void anAddressWithASlashTooManyLeadsToThePage() throws Exception {
        for (String page : new String[] {"/overlay", "/docs"}) {
            HttpResponse<String> led = ask(page + "/", "text/html");
            assertThat(led.statusCode()).isEqualTo(303);
            assertThat(led.headers().firstValue("Location")).hasValue(page);
        }
    }

    @Test
    void nothingIsAPageForPeopleAndAProblemForPrograms() throws Exception {
        for (String path : new String[] {"/overlay/sov_abc", "/overlays", "/tips"}) {
            HttpResponse<String> read = ask(path, "text/html,application/xhtml+xml,*/*;q=0.8");
            assertThat(read.statusCode()).as(path).isEqualTo(404);
            assertThat(read.body()).as(path).contains("<h1>No such page</h1>", "href=\"/dashboard\"");
            assertThat(ask(path, "*/*").body()).as(path).contains("\"code\":\"not_found\"");
        }
        assertThat(ask("/v1/nothing", "text/html").body()).contains("\"code\":\"not_found\"");
    }

    private HttpResponse<String> ask(String path, String accepted) throws IOException, InterruptedException {
        return Objects.requireNonNull(client.send(
                HttpRequest.newBuilder(URI.create(service.stack().authUrl() + path))
                        .header("Accept", accepted)
                        .build(),
                HttpResponse.BodyHandlers.ofString()));
    }

    private HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = client.send(
                HttpRequest.newBuilder(URI.create(service.stack().authUrl() + path))
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        return Objects.requireNonNull(answer);
    }

    private static int gzipped(byte[] body) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(body);
        }
        return bytes.size();
    }
}
