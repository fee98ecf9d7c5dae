package streamerapi.service;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Table;
import streamerapi.shared.storage.Write;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import static java.net.http.HttpResponse.BodyHandlers.discarding;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The command line. Its commands run in this JVM, with variables and terminal of their own, and as a process of their
/// own if they last, or if it is about how they are started.
class CommandLineTest {

    private static final Path SOURCES = Service.root().resolve("docs/cli");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String EARLIER = "2026-01-01T00:00:00Z";
    private static final String LATER = "2999-01-01T00:00:00Z";
    private static final Pattern ADDRESS = Pattern.compile("http://\\S+/oauth/authorize\\?\\S+");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Service service = Service.shared();

    @TempDir
    private static Path built;

    private static Method command;

    @TempDir
    private Path folder;

    @BeforeAll
    static void build() throws Exception {
        JavaPrograms.compile(JavaPrograms.below(SOURCES), built, "", "-Xlint:all", "-Werror");
        ClassLoader classes =
                new URLClassLoader(new URL[] {built.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
        command = classes.loadClass("CommandLine")
                .getDeclaredMethod("run", String[].class, Map.class, PrintStream.class, PrintStream.class);
        command.setAccessible(true);
    }

    private record Said(int code, String text) {}

    @Test
    void eachEventIsForwardedWithASignatureThatPublishedLibrariesTake() throws Exception {
        Account account = service.newAccount();
        String secret = run(account, "listen", "--print-secret").text().strip();
        try (TestReceiver receiver = TestReceiver.open()) {
            Path said = folder.resolve("listen.txt");
            Process listening =
                    start(account, said, "listen", "--forward-to", receiver.url(), "--secret", secret, "--count", "2");
            await().atMost(PATIENCE).until(() -> Files.readString(said).contains("Connected"));

            assertThat(run(account, "trigger", "tip.created", "--set", "name=Ada \"the\" 1st", "--set", "amount=7.5"))
                    .matches(answer -> answer.code() == 0 && answer.text().startsWith("evt_"));
            assertThat(run(account, "tips", "send", "--test", "--name", "Grace").text())
                    .startsWith("tip_");

            assertThat(listening.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(receiver.received()).hasSize(2).allSatisfy(delivery -> {
                assertThat(delivery.header("Service-Attempt")).isEqualTo("1");
                assertThat(delivery.header("Service-Delivery")).startsWith("wd_");
                assertThat(delivery.header("Service-Event")).isEqualTo("tip.created");
                delivery.verifyWithPublishedLibraries(secret);
            });
            assertThat(receiver.received().getFirst().text())
                    .contains("Ada \\\"the\\\" 1st")
                    .contains("7.5");
            assertThat(said).content().contains("200  ").contains("tip.created").doesNotContain("\u001b");
        }
    }

    @Test
    void theQueueIsPrintedForPeopleAndForPrograms() throws Exception {
        Account account = service.newAccount();
        assertThat(run(account, "queue").text()).contains("No tips wait");
        run(account, "tips", "send", "--name", "Ada", "--amount", "5", "--message", "Hello, stream!");

        assertThat(run(account, "queue").text()).contains("Ada  5 EUR  Hello, stream!");
        run(account, "tips", "send", "--name", "Grace", "--message", "For nothing");
        assertThat(run(account, "queue").text()).contains("Grace  For nothing");
        assertThat(run(account, "queue", "--json").text()).startsWith("{").contains("\"items\":[{");
    }

    @Test
    void aQueueThatIsLongerThanWhatIsPrintedSaysSo() throws Exception {
        Account account = service.newAccount();
        run(account, "tips", "send", "--name", "Ada");
        assertThat(run(account, "queue").text()).doesNotContain("More wait");
        Row tip = account.rows(Keys.TIP).getFirst();
        for (int first = 0; first < 1_000; first += 100) {
            List<Write> some = IntStream.range(first, first + 100)
                    .mapToObj(i -> Write.put(
                            tip.at(new Key(tip.key().partition(), tip.key().sort() + i))
                                    .with(Table.PLACE, tip.get(Table.PLACE) + i)))
                    .toList();
            account.table().write(some);
        }

        assertThat(run(account, "queue").text()).contains("These are the first 1000 tips. More wait behind them.");
    }

    @Test
    void aFieldIsSetToJsonIfItBeginsLikeJson() throws Exception {
        Account account = service.newAccount();
        assertThat(run(account, "trigger", "tip.created", "--set", "message=\"12345\""))
                .matches(said -> said.code() == 0 && said.text().startsWith("evt_"));
        assertThat(run(account, "trigger", "alpha.gift_sub", "--set", "gift_recipients=[\"a\", \"b\"]"))
                .matches(said -> said.code() == 0 && said.text().startsWith("evt_"));
        for (String value : List.of("\"a", "\"a\" b", "[a]", "[:]", "{1:2}", "{\"a\",}")) {
            assertThat(run(account, "trigger", "tip.created", "--set", "message=" + value))
                    .as(value)
                    .matches(said -> said.code() == 2 && said.text().contains("--set message"));
        }
    }

    @Test
    void theExitCodeSaysWhatWentWrong() throws Exception {
        Account account = service.newAccount();
        assertThat(run(account, "trigger", "tip.never"))
                .matches(said -> said.code() == 1 && said.text().contains("bad_request"));
        assertThat(run(account, "dance"))
                .matches(said -> said.code() == 2 && said.text().contains("usage:"));
        assertThat(run(account, "tips", "send", "--amount", "much"))
                .matches(said -> said.code() == 2 && said.text().contains("--amount"));
        assertThat(run(account, "queue", "--url", "http://127.0.0.1:9")).matches(said -> said.code() == 3);
        assertThat(run(account, "tail", "--url", "http://127.0.0.1:9")).matches(said -> said.code() == 3);
        assertThat(run(account, "logout")).matches(said -> said.code() == 4);
        assertThat(run(account, "help"))
                .matches(said -> said.code() == 0 && said.text().contains("exit codes"));
    }

    @Test
    void aSlipIsAnsweredWithTheWordThatWasMeant() throws Exception {
        Account account = service.newAccount();
        assertThat(run(account, "trigger", "tip.creatd"))
                .matches(said -> said.code() == 1 && said.text().contains("Did you mean tip.created?"));
        assertThat(run(account, "trigger", "nothing.like.any.of.them"))
                .matches(said -> said.code() == 1 && !said.text().contains("Did you mean"));
        assertThat(run(account, "trigger", "ping"))
                .matches(said -> said.code() == 1 && !said.text().contains("Did you mean ping"));
        assertThat(run(account, "tial"))
                .matches(said -> said.code() == 2 && said.text().contains("Did you mean tail?"));
        assertThat(run(account, "trigger"))
                .matches(said -> said.code() == 2 && said.text().contains("trigger --list"));
        assertThat(run(account, "queue", "--list"))
                .matches(said -> said.code() == 2 && said.text().contains("--list is an option of trigger"));
    }

    @Test
    void theEventTypesAreListed() throws Exception {
        Account account = service.newAccount();
        Map<String, @Nullable Object> types =
                Json.asObject(account.api().get("/openapi.json").expect(200).at("webhooks"));
        assertThat(run(account, "trigger", "--list").text().strip().lines())
                .containsExactlyInAnyOrderElementsOf(types.keySet())
                .contains("tip.created", "overlay.connected")
                .isSorted();
    }

    @Test
    void anEventIsALineOfWhoAndHowMuch() throws Exception {
        Account account = service.newAccount();
        Path said = folder.resolve("tail.txt");
        Process tail = start(account, said, "tail", "--events", "tip.created,alpha.resub", "--count", "2");
        await().atMost(PATIENCE).until(() -> Files.readString(said).contains("Connected"));
        run(account, "tips", "send", "--name", "Ada", "--amount", "7.5", "--message", "Hello, stream!");
        run(account, "trigger", "alpha.resub");

        assertThat(tail.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(said)
                .content()
                .containsPattern("tip\\.created  Ada  7\\.5 EUR  .*\"Hello, stream!\"  evt_")
                .containsPattern("alpha\\.resub  \\S.*  months [0-9]+");
    }

    /// It says which Java it needs if an older one starts it, so it must be read by one.
    @Test
    void anOlderJavaReadsTheClassThatStartsIt() throws Exception {
        Path older = Files.createDirectory(folder.resolve("older"));
        JavaPrograms.compile(List.of(SOURCES.resolve("Streamer.java")), older, "", "--release", "11");
        assertThat(older.resolve("Streamer.class")).exists();
    }

    @Test
    void theShellScriptCompilesOnce() throws Exception {
        Map<String, String> cache =
                Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString());
        List<FileTime> made = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            assertThat(script(cache, "help"))
                    .matches(said -> said.code() == 0 && said.text().startsWith("usage: "));
            try (Stream<Path> files = Files.walk(folder.resolve("cache"))) {
                Path jar = files.filter(file -> file.endsWith("streamer.jar"))
                        .findFirst()
                        .orElseThrow();
                made.add(Files.getLastModifiedTime(jar));
            }
        }
        assertThat(made.getFirst()).isEqualTo(made.getLast());
        assertThat(script(cache, "dance")).matches(said -> said.code() == 2);
    }

    @Test
    void theShellScriptFindsItsSourcesThroughLinks() throws Exception {
        Path first = Files.createSymbolicLink(folder.resolve("first"), SOURCES.resolve("streamer"));
        Path second = Files.createSymbolicLink(folder.resolve("second"), first.getFileName());
        Map<String, String> cache =
                Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString());
        assertThat(script(second, cache, "help"))
                .matches(said -> said.code() == 0 && said.text().startsWith("usage: "));
    }

    private Said script(Map<String, String> variables, String argument) throws IOException, InterruptedException {
        return script(SOURCES.resolve("streamer"), variables, argument);
    }

    private Said script(Path script, Map<String, String> variables, String argument)
            throws IOException, InterruptedException {
        Path said = Files.createTempFile(folder, "script", ".txt");
        ProcessBuilder builder = new ProcessBuilder("sh", script.toString(), argument);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(variables);
        Process process =
                builder.redirectErrorStream(true).redirectOutput(said.toFile()).start();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return new Said(process.exitValue(), Files.readString(said));
    }

    @Test
    void errorsAreJsonForPrograms() throws Exception {
        Account account = service.newAccount();
        assertThat(json(run(account, "trigger", "tip.never", "--json")))
                .containsEntry("code", "bad_request")
                .containsEntry("field", "type");
        assertThat(json(run(account, "dance", "--json"))).containsEntry("code", "wrong_usage");
        assertThat(json(run(account, "queue", "--url", "http://127.0.0.1:9", "--json")))
                .containsEntry("code", "not_reached");
        assertThat(run(account, "listen", "--print-secret", "--json").text()).startsWith("{\"secret\":\"whsec_");
    }

    @Test
    void whatApiGatewayRefusesByItselfIsToldInItsWords() throws Exception {
        try (TestReceiver gateway = TestReceiver.open()) {
            gateway.answering(request -> 429).saying("{\"message\":\"Too Many Requests\"}");
            String origin = gateway.url().replaceFirst("(https?://[^/]+).*", "$1");
            Account account = service.newAccount();
            assertThat(run(account, "queue", "--url", origin).text())
                    .contains("The service answered 429: Too Many Requests")
                    .doesNotContain("null");
            assertThat(json(run(account, "queue", "--url", origin, "--json")))
                    .containsEntry("code", "status_429")
                    .containsKey("error");
        }
    }

    @Test
    void theGuideNamesEveryCommandOptionAndExitCode() throws Exception {
        String guide = Files.readString(Service.root().resolve("docs/cli.md"));
        String help = run(service.newAccount(), "help").text();
        assertThat(Pattern.compile("--[a-z-]+").matcher(help).results().map(MatchResult::group))
                .isNotEmpty()
                .allSatisfy(option -> assertThat(guide).containsPattern("`[^`]*" + option));
        assertThat(Pattern.compile("(?m)^  ([a-z]+)").matcher(help).results().map(found -> found.group(1)))
                .allSatisfy(command -> assertThat(guide).contains("| `" + command));
        for (int code = 0; code <= 4; code++) {
            assertThat(guide).contains("| " + code + " |");
        }
    }

    @Test
    void aBrowserSignsInAndTheTokenIsTheOwnersAlone() throws Exception {
        Account account = service.newAccount();
        TestApp app = TestApp.open(account, Scope.TTS_READ, Scope.TIPS_CREATE, Scope.EVENTS_TRIGGER);
        app.registerAddresses("http://localhost/callback");
        Map<String, String> login = Map.of("XDG_CONFIG_HOME", folder.toString());
        Path said = folder.resolve("login.txt");
        Process signingIn = start(login, said, "login", "--client-id", app.app().clientId(), "--no-browser");
        await().atMost(PATIENCE)
                .until(() -> ADDRESS.matcher(Files.readString(said)).find());
        Map<String, String> asked = Browser.query(ADDRESS.matcher(Files.readString(said))
                .results()
                .map(MatchResult::group)
                .findFirst()
                .orElseThrow());
        assertThat(asked).containsEntry("code_challenge_method", "S256").containsKeys("state", "code_challenge");
        String back = asked.get("redirect_uri") + "?";

        assertThat(HTTP.send(get(back + "code=guessed&state=guessed"), discarding())
                        .statusCode())
                .isEqualTo(400);
        Map<String, String> answer = new Browser(service).approve(asked, account);
        assertThat(HTTP.send(get(back + WebClient.encode(answer)), discarding()).statusCode())
                .isEqualTo(200);

        assertThat(signingIn.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(said).content().contains("Signed in").doesNotContain("sat_").doesNotContain("srt_");
        Path kept = folder.resolve("streamer/logins.json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
                .isEqualTo("rw-------");
        assertThat(finished(login, "tips", "send", "--name", "Ada").text()).startsWith("tip_");

        String token = Files.readString(kept);
        Files.writeString(kept, token.replaceAll("\"expires_at\":\"20", "\"expires_at\":\"10"));
        assertThat(finished(login, "queue").text()).contains("Ada");
        assertThat(Files.readString(kept)).isNotEqualTo(token).doesNotContain("\"expires_at\":\"10");

        String renewed = Files.readString(kept);
        assertThat(finished(login, "logout")).matches(out -> out.code() == 0);
        assertThat(Files.readString(kept)).doesNotContain("srt_");
        String access = renewed.replaceFirst("(?s).*(sat_[A-Za-z0-9_-]+).*", "$1");
        app.api(access).get("/me").refuses(401, "invalid_token");
    }

    @Test
    void aServiceThatCannotRenewATokenNowHasNotEndedTheLogin() throws Exception {
        try (TestReceiver server = TestReceiver.open()) {
            String origin = server.url().replaceFirst("(https?://[^/]+).*", "$1");
            Path logins = Files.createDirectory(folder.resolve("streamer")).resolve("logins.json");
            Files.writeString(
                    logins,
                    Json.writeText(Map.of(
                            "url",
                            origin,
                            "logins",
                            Map.of(
                                    origin,
                                    Map.of(
                                            "client_id", "oc_1",
                                            "token_endpoint", origin + "/oauth/token",
                                            "access_token", "sat_1",
                                            "refresh_token", "srt_1",
                                            "expires_at", "2026-01-01T00:00:00Z")))));
            Map<String, String> login = Map.of("XDG_CONFIG_HOME", folder.toString());
            for (int status : List.of(429, 503)) {
                server.answering(request -> status).saying("{\"error\":\"temporarily_unavailable\"}");
                assertThat(finished(login, "queue", "--url", origin))
                        .matches(said -> said.code() == 1 && said.text().contains("temporarily_unavailable"));
            }
            server.answering(request -> 400).saying("{\"error\":\"invalid_grant\"}");
            assertThat(finished(login, "queue", "--url", origin))
                    .matches(said -> said.code() == 4 && said.text().contains("has ended"));
        }
    }

    @Test
    void aSecondSignInAsksForTheScopesOfTheFirst() throws Exception {
        Account account = service.newAccount();
        TestApp app = TestApp.open(account, Scope.TTS_READ, Scope.TTS_CONTROL);
        String origin = service.stack().authUrl();
        keep(origin, Map.of(origin, login(app, origin, "sat_1", "srt_1", EARLIER)));
        Path said = folder.resolve("login.txt");
        Process signingIn = start(Map.of("XDG_CONFIG_HOME", folder.toString()), said, "login", "--no-browser");
        try {
            await().atMost(PATIENCE)
                    .until(() -> ADDRESS.matcher(Files.readString(said)).find());
            assertThat(said).content().contains("scope=tts%3Aread+tts%3Acontrol&");

            Map<String, String> asked = Browser.query(ADDRESS.matcher(Files.readString(said))
                    .results()
                    .map(MatchResult::group)
                    .findFirst()
                    .orElseThrow());
            Map<String, String> answer = Map.of(
                    "error",
                    "invalid_scope",
                    "error_description",
                    "scope names a scope that is not allowed",
                    "state",
                    String.valueOf(asked.get("state")),
                    "iss",
                    origin);
            HTTP.send(get(asked.get("redirect_uri") + "?" + WebClient.encode(answer)), discarding());
            assertThat(signingIn.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(said)
                    .content()
                    .contains("invalid_scope: scope names a scope that is not allowed. Choose others with --scopes");
        } finally {
            signingIn.destroy();
        }
    }

    /// An app, and its tokens for an account.
    private record Connected(Account account, TestApp app, TestApp.Tokens tokens) {}

    private Connected connected() {
        Account account = service.newAccount();
        TestApp app = TestApp.open(account, Scope.TTS_READ);
        return new Connected(account, app, app.connect(account));
    }

    @Test
    void aLoginThatTheStreamerEndedIsSaidToHaveEnded() throws Exception {
        Connected connected = connected();
        keepAt(origin(), login(connected, connected.tokens.access(), LATER));
        assertThat(finished(here(), "queue").code()).isZero();

        connected.app.revoke(connected.tokens.refresh()).expect(200);

        assertThat(finished(here(), "queue"))
                .matches(said -> said.code() == 4 && said.text().contains("has ended"));
    }

    @Test
    void aTokenThatIsRefusedBeforeItsTimeIsRenewed() throws Exception {
        keepAt(origin(), login(connected(), "sat_replaced", LATER));

        assertThat(finished(here(), "queue")).matches(said -> said.code() == 0, "queue is printed");
    }

    @Test
    void theAddressOfTheLastSignInStaysWhateverBecomesOfAnother() throws Exception {
        Connected connected = connected();
        String access = connected.tokens.access();
        String origin = origin();
        String last = "http://localhost:1";
        Map<String, String> login = here();
        keep(
                last,
                Map.of(
                        origin,
                        login(connected, access, EARLIER),
                        last,
                        login(connected.app, last, "sat_2", "srt_2", LATER)));
        Path kept = folder.resolve("streamer/logins.json");

        assertThat(finished(login, "queue", "--url", origin).code()).isZero();
        assertThat(kept).content().doesNotContain(access).contains("\"url\":\"" + last + "\"");

        assertThat(finished(login, "logout", "--url", origin).code()).isZero();
        assertThat(kept).content().doesNotContain(origin).contains("\"url\":\"" + last + "\"");
    }

    @Test
    void aLoginIsForgottenWhenItsAppIsGone() throws Exception {
        Connected connected = connected();
        keepAt(origin(), login(connected, connected.tokens.access(), LATER));
        connected
                .account
                .dashboard()
                .delete("/dashboard/api/oauth-apps/" + connected.app.app().clientId())
                .expect(200);

        assertThat(finished(here(), "logout")).matches(said -> said.code() == 0, "is signed out");
        assertThat(folder.resolve("streamer/logins.json")).content().doesNotContain("srt_");
    }

    private String origin() {
        return service.stack().authUrl();
    }

    /// The environment in which logins are kept in the test's folder.
    private Map<String, String> here() {
        return Map.of("XDG_CONFIG_HOME", folder.toString());
    }

    private Map<String, Object> login(Connected connected, String access, String expiresAt) {
        return login(connected.app, origin(), access, connected.tokens.refresh(), expiresAt);
    }

    private void keepAt(String origin, Map<String, Object> login) throws IOException {
        keep(origin, Map.of(origin, login));
    }

    private void keep(String last, Map<String, Map<String, Object>> logins) throws IOException {
        Path folderOfLogins = Files.createDirectory(folder.resolve("streamer"));
        Files.writeString(folderOfLogins.resolve("logins.json"), Json.writeText(Map.of("url", last, "logins", logins)));
    }

    private static Map<String, Object> login(
            TestApp app, String origin, String access, String refresh, String expiresAt) {
        return Map.of(
                "client_id",
                app.app().clientId(),
                "token_endpoint",
                origin + "/oauth/token",
                "scope",
                String.join(" ", app.app().scopes()),
                "access_token",
                access,
                "refresh_token",
                refresh,
                "expires_at",
                expiresAt);
    }

    @Test
    void aCredentialGoesToNoOtherAddressThanItsOwn() throws Exception {
        Path info = folder.resolve("local.json");
        Files.writeString(info, "{\"auth_url\":\"http://localhost:1\",\"api_key\":\"sak_local\"}");
        Map<String, String> local = Map.of("LOCAL_INFO", info.toString(), "XDG_CONFIG_HOME", folder.toString());
        try (TestReceiver other = TestReceiver.open()) {
            assertThat(finished(local, "queue", "--url", other.url())).matches(said -> said.code() == 4);
            assertThat(other.received()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:///usr/bin/xcalc",
                "http://example.com/oauth/authorize",
                "https://example.com/oauth/authorize",
                "http://localhost:1/oauth/authorize",
                "javascript:alert(1)",
                "/oauth/authorize",
                "\u001b]0;title",
            })
    void aLoginOpensAddressesOfTheServiceAlone(String named) throws Exception {
        try (TestReceiver server = TestReceiver.open()) {
            String origin = server.url().replaceFirst("(https?://[^/]+).*", "$1");
            for (String endpoint : List.of("authorization_endpoint", "token_endpoint")) {
                Map<String, Object> metadata = new LinkedHashMap<>(Map.of(
                        "issuer", origin,
                        "authorization_endpoint", origin + "/oauth/authorize",
                        "token_endpoint", origin + "/oauth/token"));
                metadata.put(endpoint, named);
                server.saying(Json.writeText(metadata));

                Said said = finished(
                        Map.of("XDG_CONFIG_HOME", folder.toString()),
                        "login",
                        "--url",
                        origin,
                        "--client-id",
                        "oc_1",
                        "--no-browser");

                assertThat(said.code()).as(said.text()).isIn(2, 4);
                assertThat(said.text()).doesNotContain("Open this address").doesNotContain("\u001b");
            }
        }
    }

    @Test
    void nothingThatAServiceSendsReachesTheTerminalAsAControl() throws Exception {
        try (TestReceiver server = TestReceiver.open()) {
            String control = "\u001b[2J\u009b\u202e";
            server.saying(Json.writeText(Map.of(
                    "event_id",
                    "evt" + control,
                    "order_id",
                    "tip" + control,
                    "items",
                    List.of(Map.of(
                            "order_id",
                            control,
                            "name",
                            control,
                            "amount",
                            control,
                            "currency",
                            control,
                            "message",
                            control)))));
            String origin = server.url().replaceFirst("(https?://[^/]+).*", "$1");
            Map<String, String> key = Map.of("STREAMER_KEY", "sak_x", "XDG_CONFIG_HOME", folder.toString());
            for (String command : List.of("queue", "trigger tip.created", "tips send")) {
                String[] arguments = (command + " --url " + origin).split(" ");
                assertThat(finished(key, arguments).text())
                        .as(command)
                        .isNotBlank()
                        .doesNotContain("\u001b")
                        .doesNotContain("\u009b")
                        .doesNotContain("\u202e");
            }
            server.answering(request -> 400)
                    .saying(Json.writeText(Map.of("code", control, "error", control, "field", control)));
            assertThat(finished(key, "queue", "--url", origin).text()).doesNotContain("\u001b");
        }
    }

    @Test
    void itsSourceStartsItAsTheReadmeSays() throws Exception {
        Path said = folder.resolve("help.txt");
        Process help = JavaPrograms.start(
                said, Map.of(), SOURCES.resolve("Streamer.java").toString(), "help");
        assertThat(help.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(said).content().contains("usage: streamer");
    }

    private static Map<String, @Nullable Object> json(Said said) {
        return Json.readObject(said.text().getBytes(StandardCharsets.UTF_8));
    }

    private static HttpRequest get(String address) {
        return HttpRequest.newBuilder(URI.create(address)).build();
    }

    private Said run(Account account, String... arguments) throws Exception {
        return finished(keyOf(account), arguments);
    }

    private Said finished(Map<String, String> variables, String... arguments) throws Exception {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream terminal = new PrintStream(said, true, StandardCharsets.UTF_8);
        Object code = command.invoke(null, arguments, all(variables), terminal, terminal);
        return new Said((int) code, said.toString(StandardCharsets.UTF_8));
    }

    private Process start(Account account, Path said, String... arguments) throws IOException {
        return start(keyOf(account), said, arguments);
    }

    private Process start(Map<String, String> variables, Path said, String... arguments) throws IOException {
        List<String> program = new ArrayList<>(List.of("-cp", built.toString(), "Streamer"));
        program.addAll(List.of(arguments));
        return JavaPrograms.start(said, all(variables), program.toArray(String[]::new));
    }

    private Map<String, String> keyOf(Account account) {
        return Map.of("STREAMER_KEY", account.apiKey(), "XDG_CONFIG_HOME", folder.toString());
    }

    private Map<String, String> all(Map<String, String> variables) {
        Map<String, String> all = new HashMap<>(variables);
        if (!variables.containsKey("LOCAL_INFO")) {
            all.put("STREAMER_URL", service.stack().authUrl());
        }
        return all;
    }
}
