package streamerapi.service;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.json.Json;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

/// The reference: each call and event of the OpenAPI document has its place, and its snippets do what they say.
class ReferenceTest {

    private static final Path DOCUMENT = Service.root().resolve("functions/src/main/resources/openapi.json");
    private static final Pattern PAGE = Pattern.compile("href=\"(|/docs(?:/[a-z-]+)?)(?:#([^\"]+))?\"");
    private static final Pattern FILE =
            Pattern.compile("(?:href|src|data-index)=\"(/docs/[a-z-]+-[0-9a-f]{12}\\.[a-z]+)\"");
    private static final Pattern SNIPPET = Pattern.compile(
            "<details name=\"([A-Za-z]+)-code\"[^>]* data-language=\"([A-Za-z]+)\"><summary>[^<]*</summary><pre>(.*?)</pre>",
            Pattern.DOTALL);

    /// The most that a page and all that it loads may weigh, compressed.
    private static final int MOST = 150_000;

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final WebClient reader = new WebClient(service.stack().authUrl());
    private final Map<String, String> pages = pages();

    @TempDir
    private Path folder;

    @Test
    void everyCallAndEventOfTheDocumentHasItsPlace() throws IOException {
        Set<String> places = new TreeSet<>();
        pages.values()
                .forEach(page -> Pattern.compile("<section class=\"call\" id=\"([^\"]+)\"")
                        .matcher(page)
                        .results()
                        .forEach(section -> assertThat(places.add(section.group(1)))
                                .as(section.group(1))
                                .isTrue()));

        Set<String> operations = new TreeSet<>();
        Map<?, ?> document = Json.readObject(Files.readAllBytes(DOCUMENT));
        for (Object item : object(document, "paths").values()) {
            for (Object operation : ((Map<?, ?>) item).values()) {
                if (operation instanceof Map<?, ?> fields) {
                    operations.add(String.valueOf(fields.get("operationId")));
                }
            }
        }
        assertThat(operations).hasSizeGreaterThan(200);
        for (String operation : operations) {
            assertThat(pages.get("/docs") + pages.get("/docs/dashboard-api"))
                    .as("an anchor on the overview for each call")
                    .contains("<li id=\"" + operation + "\"");
        }
        object(document, "webhooks").keySet().forEach(event -> operations.add(String.valueOf(event)));
        assertThat(places).isEqualTo(operations);
        assertThat(pages.get("/docs/api-oauth")).contains("/docs/errors#invalid_grant");
    }

    @Test
    void everyLinkOfTheReferenceLeadsToItsPlace() {
        List<String> lost = new ArrayList<>();
        Map<String, String> targets = new TreeMap<>(pages);
        pages.forEach((address, page) -> PAGE.matcher(page).results().forEach(link -> {
            String to = link.group(1).isEmpty() ? address : link.group(1);
            String target =
                    targets.computeIfAbsent(to, other -> reader.get(other).text());
            String place = link.group(2) == null ? "" : "id=\"" + link.group(2) + '"';
            if (target.isEmpty() || !target.contains(place)) {
                lost.add(address + " leads to " + link.group());
            }
        }));
        assertThat(lost).isEmpty();
        assertThat(reader.get("/docs/api-nowhere").status()).isEqualTo(404);
    }

    @Test
    void eachPageIsLightAndNamesTheAddressThatItIsAskedForAt() {
        Map<String, Integer> weights = new TreeMap<>();
        pages.forEach((address, page) -> {
            Set<String> files = new LinkedHashSet<>(
                    FILE.matcher(page).results().map(file -> file.group(1)).toList());
            assertThat(files).as(address).hasSize(4);
            files.add(address);
            weights.put(
                    address,
                    files.stream()
                            .mapToInt(file -> reader.send("GET", file, Map.of("Accept-Encoding", "gzip"), null)
                                    .bytes()
                                    .length)
                            .sum());
            assertThat(page).doesNotContain("{origin}").doesNotContain("{file:").doesNotContain("localhost:3000");
        });
        assertThat(weights.values()).allMatch(weight -> weight < MOST);
        assertThat(pages.get("/docs"))
                .contains("STREAMER_URL=" + service.stack().authUrl() + "/v1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"curl", "JavaScript", "Python", "Java"})
    void theSnippetOfATipMakesATip(String language) throws Exception {
        MatchResult snippet = snippets()
                .filter(one -> one.group(1).equals("createTip") && one.group(2).equals(language))
                .findFirst()
                .orElseThrow();
        assertThat(run(language, text(snippet))).contains("order_id").contains("Mira");
        assertThat(account.api().get("/tts/queue").text()).contains("Mira");
    }

    @Test
    void everySnippetInJavaCompiles() throws IOException {
        StringBuilder program = new StringBuilder("import java.net.*;\nimport java.net.http.*;\npublic class Main {\n");
        snippets()
                .filter(snippet -> snippet.group(2).equals("Java"))
                .forEach(snippet -> program.append("static void ")
                        .append(snippet.group(1))
                        .append("() throws Exception {\n")
                        .append(text(snippet))
                        .append("\n}\n"));
        Path file = Files.writeString(folder.resolve("Main.java"), program.append("}\n"));
        JavaPrograms.compile(List.of(file), folder.resolve("classes"), "");
        assertThat(program.toString().split("static void", -1)).hasSizeGreaterThan(100);
    }

    private static Map<?, ?> object(Map<?, ?> holder, String name) {
        return (Map<?, ?>) Objects.requireNonNull(holder.get(name));
    }

    private Stream<MatchResult> snippets() {
        return pages.entrySet().stream()
                .filter(page -> page.getKey().startsWith("/docs/"))
                .flatMap(page -> SNIPPET.matcher(page.getValue()).results());
    }

    private static String text(MatchResult snippet) {
        return snippet.group(3)
                .replace("&quot;", "\"")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&");
    }

    /// The program's output. If the machine lacks the program, the test is aborted.
    private String run(String language, String text) throws IOException, InterruptedException {
        List<String> command =
                switch (language) {
                    case "curl" -> List.of("sh", "-c", text);
                    case "JavaScript" -> List.of("node", "--input-type=module", "-e", text);
                    case "Python" -> List.of("python3", "-c", text);
                    default -> {
                        Path program = folder.resolve("Main.java");
                        Files.writeString(
                                program, JavaPrograms.program("import java.net.*;\nimport java.net.http.*;\n" + text));
                        yield List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:TieredStopAtLevel=1",
                                program.toString());
                    }
                };
        String needed = language.equals("curl") ? "curl" : command.getFirst();
        if (!needed.startsWith("/") && !isOnThePath(needed)) {
            System.out.println("SKIPPED: " + needed + " is not on the path, so the snippets for it are not run");
            return abort(needed);
        }
        Path said = folder.resolve("said.txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
        builder.environment().put("STREAMER_URL", service.stack().authUrl() + "/v1");
        builder.environment().put("STREAMER_KEY", account.apiKey());
        Process process = builder.start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return Files.readString(said);
    }

    private static boolean isOnThePath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    /// The pages of the reference by their address: those that the two overviews lead to.
    private Map<String, String> pages() {
        Map<String, String> read = new TreeMap<>();
        for (String overview : List.of("/docs", "/docs/dashboard-api")) {
            read.put(overview, reader.get(overview).text());
        }
        Set<String> named = String.join("\n", read.values())
                .lines()
                .flatMap(line -> PAGE.matcher(line).results())
                .map(link -> link.group(1))
                .filter(address -> address.matches("/docs/(api|dashboard)-.*"))
                .collect(Collectors.toCollection(TreeSet::new));
        named.forEach(address ->
                read.computeIfAbsent(address, any -> reader.get(address).text()));
        return read;
    }
}
