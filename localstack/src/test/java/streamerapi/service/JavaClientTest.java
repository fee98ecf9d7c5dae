package streamerapi.service;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.auth.Authorization;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Keys;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// The client for Java: it compiles without a warning, its README's code does what it says, and its stream outlives
/// its sockets.
class JavaClientTest {

    private static final Path CLIENT = Service.root().resolve("docs/clients/java");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String JACKSON = JavaPrograms.jars("jackson-core", "jackson-databind", "jackson-annotations");

    /// After the code of the README: a webhook's handler plays a tip, and a forged delivery is refused.
    private static final String EVENING = """
            import java.net.URI;
            import java.net.http.HttpClient;
            import java.net.http.HttpRequest;
            import java.net.http.HttpResponse;
            import java.util.List;
            import java.util.Map;
            import java.util.concurrent.CountDownLatch;
            import java.util.concurrent.TimeUnit;
            String hook = "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
            System.setProperty("webhook.secret", api.post("/webhook-endpoints", Map.of("url", hook)).path("secret").asText());
            HttpResponse<Void> forged = HttpClient.newHttpClient().send(
                    HttpRequest.newBuilder(URI.create(hook))
                            .header("Service-Signature", "t=" + System.currentTimeMillis() / 1000 + ",v1=" + "0".repeat(64))
                            .POST(HttpRequest.BodyPublishers.ofString("{}"))
                            .build(),
                    HttpResponse.BodyHandlers.discarding());
            System.out.println("forged " + forged.statusCode());
            CountDownLatch ready = new CountDownLatch(1);
            CountDownLatch finished = new CountDownLatch(1);
            RealtimeStream player = new RealtimeStream(System.getenv("STREAMER_WS_URL"), System.getenv("STREAMER_KEY"))
                    .onFrame(frame -> {
                        if (frame.path("type").asText().equals("ready")) {
                            ready.countDown();
                        }
                    });
            Thread.startVirtualThread(() -> {
                try (player) {
                    player.run(event -> {
                        try {
                            if (event.type().equals("tip.created")) {
                                String id = event.data().path("order_id").asText();
                                api.post(StreamerApi.path("/tts/{orderId}/start", id));
                                api.post(StreamerApi.path("/tts/{orderId}/finish", id));
                            }
                        } catch (InterruptedException interrupted) {
                            throw new IllegalStateException(interrupted);
                        }
                        if (event.type().equals("queue.tts.finished")) {
                            finished.countDown();
                        }
                    });
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                }
            });
            ready.await();
            String counter = StreamerApi.path("/counters/{name}", "wins");
            System.out.println("set to " + api.put(counter, Map.of("value", 3)).path("counter").path("value").asInt());
            System.out.println("deleted " + api.delete(counter).path("success").asBoolean());
            api.post("/tips/test", Map.of("name", "Grace"));
            System.out.println("finished " + finished.await(60, TimeUnit.SECONDS));
            while (seen.size() < 3) {
                Thread.sleep(50);
            }
            stream.close();
            server.stop(0);
            System.exit(0);
            """;

    /// Prints each event's place and id until it is ended.
    private static final String FOLLOWER = """
            import streamer.client.*;
            RealtimeStream follower = new RealtimeStream(arguments[0], arguments[1])
                    .onFrame(frame -> System.out.println("frame " + frame.path("type").asText()));
            follower.run(event -> System.out.println("event " + event.data().path("name").asText()));
            """;

    /// Follows as an app does that reads its newest access token from a file.
    private static final String OF_AN_APP = """
            import java.io.IOException;
            import java.io.UncheckedIOException;
            import java.nio.file.Files;
            import java.nio.file.Path;
            import streamer.client.*;
            RealtimeStream follower = new RealtimeStream(arguments[0], () -> {
                try {
                    return Files.readString(Path.of(arguments[1]));
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            }).onFrame(frame -> System.out.println("frame " + frame.path("type").asText()));
            follower.run(event -> System.out.println("event " + event.data().path("name").asText()));
            """;

    /// Follows a rare type, and prints where it would go on.
    private static final String RARE = """
            import streamer.client.*;
            RealtimeStream follower = new RealtimeStream(arguments[0], arguments[1])
                    .events("tipping.opened")
                    .since(arguments[2]);
            Thread.startVirtualThread(() -> {
                String shown = "";
                while (true) {
                    String last = follower.lastEventId();
                    if (!shown.equals(last)) {
                        System.out.println("last " + last);
                        shown = last;
                    }
                    try {
                        Thread.sleep(20);
                    } catch (InterruptedException interrupted) {
                        return;
                    }
                }
            });
            follower.run(event -> System.out.println("event " + event.type()));
            """;

    /// Asks what stands behind a proxy that names the end of its pause by a date (RFC 9110, 10.2.3).
    private static final String BEHIND_A_PROXY = """
            import com.sun.net.httpserver.HttpServer;
            import java.net.InetSocketAddress;
            import java.util.concurrent.atomic.AtomicInteger;
            import streamer.client.*;
            AtomicInteger asked = new AtomicInteger();
            HttpServer proxy = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
            proxy.createContext("/", exchange -> {
                exchange.getResponseHeaders().set("Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT");
                exchange.sendResponseHeaders(asked.incrementAndGet() == 1 ? 503 : 404, -1);
                exchange.close();
            });
            proxy.start();
            try {
                new StreamerApi("http://127.0.0.1:" + proxy.getAddress().getPort(), "sak_").get("/me");
            } catch (ApiException refused) {
                System.out.println("refused with " + refused.status() + " after " + asked.get());
            } finally {
                proxy.stop(0);
            }
            """;

    @TempDir
    private static Path classes;

    @TempDir
    private Path folder;

    // A client compares times with its own clock, and one test here moves the service's.
    @AutoClose
    private final Service service = Service.start(Map.of("RATE_LIMIT_FACTOR", "10000"));

    private final Account account = service.newAccount();

    @BeforeAll
    static void compileTheClient() throws Exception {
        JavaPrograms.compile(
                JavaPrograms.below(CLIENT.resolve("src/main/java")),
                classes,
                JACKSON,
                "--release",
                "21",
                "-Xlint:all",
                "-Werror");
    }

    @Test
    void theCodeOfTheReadmePlaysATip() throws Exception {
        Path said = folder.resolve("said.txt");
        Process run = JavaPrograms.start(
                said,
                Map.of(
                        "STREAMER_URL", service.stack().authUrl() + "/v1",
                        "STREAMER_WS_URL", service.stack().wsUrl(),
                        "STREAMER_KEY", account.apiKey()),
                "-cp",
                compiled("readme", JavaPrograms.blocks(CLIENT.resolve("README.md")) + EVENING),
                "Main");

        assertThat(run.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(said)
                .content()
                .contains("Ada ")
                .contains("forged 401")
                .contains("set to 3")
                .contains("deleted true")
                .contains("finished true")
                .containsPattern("tip_\\S+ Grace");
        assertThat(run.exitValue()).isZero();
    }

    @Test
    void aProxysPauseUntilADateIsNoFault() throws Exception {
        Path said = folder.resolve("said.txt");
        Process run = JavaPrograms.start(said, Map.of(), "-cp", compiled("proxy", BEHIND_A_PROXY), "Main");

        assertThat(run.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(said).content().contains("refused with 404 after 2");
    }

    @Test
    void aStreamMissesAndRepeatsNothingWhenItsSocketBreaksOrGrowsOld() throws Exception {
        Path said = folder.resolve("said.txt");
        try (CutLine line = CutLine.to(service.stack().wsUrl())) {
            Process run = JavaPrograms.start(
                    said, Map.of(), "-cp", compiled("follower", FOLLOWER), "Main", line.url(), account.apiKey());
            try {
                await().atMost(PATIENCE).until(() -> count(said, "frame ready") == 1);
                account.tip("One");
                await().atMost(PATIENCE).until(() -> count(said, "event One") == 1);

                line.cut();
                account.tip("Two");
                line.mend();
                await().atMost(PATIENCE).until(() -> count(said, "event Two") == 1);

                line.say("{\"message\":\"Internal server error\",\"connectionId\":\"Y=\",\"requestId\":\"Z=\"}");
                await().atMost(PATIENCE).until(() -> count(said, "frame ready") == 3);

                grow();
                await().atMost(PATIENCE).until(() -> count(said, "frame ready") == 4);
                account.tip("Three");
                await().atMost(PATIENCE).until(() -> count(said, "event Three") == 1);
                assertThat(Pattern.compile("event (\\w+)")
                                .matcher(Files.readString(said))
                                .results()
                                .map(found -> found.group(1)))
                        .containsExactly("One", "Two", "Three");
            } finally {
                run.destroy();
                run.waitFor();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStreamOfARareTypeDoesNotStayAtAnEventThatTheLogForgets(boolean kept) throws Exception {
        account.tip("One");
        account.tip("Two");
        List<String> ids = account.events().stream()
                .map(event -> String.valueOf(Json.asObject(Json.read(event)).get("id")))
                .toList();
        Path said = folder.resolve("said.txt");
        Process run = JavaPrograms.start(
                said,
                Map.of(),
                "-cp",
                compiled("rare", RARE),
                "Main",
                service.stack().wsUrl(),
                account.apiKey(),
                kept ? ids.getFirst() : "evt_01hv0000000000000000000000");
        try {
            await().atMost(PATIENCE).until(() -> count(said, "last " + ids.getLast()) == 1);
        } finally {
            run.destroy();
            run.waitFor();
        }
    }

    @Test
    void aStreamOfAnAppOutlivesItsAccessTokens() throws Exception {
        TestApp app = TestApp.confidential(account, Scope.TTS_READ);
        TestApp.Tokens tokens = app.connect(account);
        Path token = Files.writeString(folder.resolve("token"), tokens.access());
        Path said = folder.resolve("said.txt");
        String follower = compiled("app", OF_AN_APP);
        try (CutLine line = CutLine.to(service.stack().wsUrl())) {
            Process run = JavaPrograms.start(said, Map.of(), "-cp", follower, "Main", line.url(), token.toString());
            try {
                await().atMost(PATIENCE).until(() -> count(said, "frame ready") == 1);
                account.tip("One");
                await().atMost(PATIENCE).until(() -> count(said, "event One") == 1);
                service.clock().advance(Authorization.ACCESS_LIFE);
                Files.writeString(
                        token, String.valueOf(app.refresh(tokens.refresh()).at("access_token")));

                line.cut();
                account.tip("Two");
                line.mend();
                await().atMost(PATIENCE).until(() -> count(said, "event Two") == 1);
            } finally {
                run.destroy();
                run.waitFor();
            }
        }
    }

    @Test
    void aStreamGoesOnWithFewerScopesAndEndsWithItsKey() throws Exception {
        Path said = folder.resolve("said.txt");
        Object key = account.dashboard().get("/dashboard/api/api-keys").at("keys.0.id");
        Process run = JavaPrograms.start(
                said,
                Map.of(),
                "-cp",
                compiled("follower", FOLLOWER),
                "Main",
                service.stack().wsUrl(),
                account.apiKey());
        try {
            await().atMost(PATIENCE).until(() -> count(said, "frame ready") == 1);

            account.dashboard()
                    .patch("/dashboard/api/api-keys/" + key, Map.of("scopes", List.of("tts:read")))
                    .expect(200);
            await().atMost(PATIENCE).until(() -> count(said, "frame ready") == 2);
            account.dashboard().post("/dashboard/api/manual-tips", Map.of("name", "One"));
            await().atMost(PATIENCE).until(() -> count(said, "event One") == 1);

            account.dashboard().delete("/dashboard/api/api-keys/" + key).expect(200);
            assertThat(run.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(said).content().contains("invalid_api_key");
        } finally {
            run.destroy();
            run.waitFor();
        }
    }

    /// Lets the account's sockets grow so old that they are told to come again.
    private void grow() throws Exception {
        List<String> connections = account.rows(Keys.SUBSCRIBER + "socket_").stream()
                .map(row -> row.key().sort().replaceFirst(".*socket_", ""))
                .toList();
        long opened = service.clock().instant().toEpochMilli();
        service.clock().advance(Duration.ofMinutes(115).plusSeconds(30));
        for (String connection : connections) {
            String body = Json.writeText(Map.of("socket", Map.of("connection_id", connection, "opened", opened)));
            service.stack()
                    .invoke(
                            "WorkerFunction",
                            Json.write(Map.of("Records", List.of(Map.of("messageId", "one", "body", body)))));
        }
    }

    private static int count(Path file, String text) throws java.io.IOException {
        return Files.readString(file, StandardCharsets.UTF_8).split(Pattern.quote(text), -1).length - 1;
    }

    /// The class path of a program.
    private String compiled(String name, String statements) throws java.io.IOException {
        Path program = Files.createDirectories(folder.resolve(name));
        Path source = Files.writeString(program.resolve("Main.java"), JavaPrograms.program(statements));
        String libraries = classes + File.pathSeparator + JACKSON;
        JavaPrograms.compile(List.of(source), program, libraries, "--release", "21");
        return program + File.pathSeparator + libraries;
    }
}
