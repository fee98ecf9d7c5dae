package streamerapi.service;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.node.NodeTools;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Our pieces of docs/integrations do what their pages say; the tests play the other program's part.
class IntegrationsTest {

    private static final Path PAGES = Service.root().resolve("docs/integrations");
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern RIGHT = Pattern.compile("(?m)^ +\\| ([A-Za-z ]+) \\| (?:Read|Write) \\|");
    private static final Pattern FRAME = Pattern.compile("\"(\\{(?:[^\"\\\\]|\\\\.)*)\"");

    /// A stack of its own: the programs check signatures by the machine's clock, and other tests move a shared one's.
    @AutoClose
    private static Service service;

    private final Account account = service.newAccount();
    private final String origin = service.stack().authUrl();

    @TempDir
    private Path folder;

    @BeforeAll
    static void startService() {
        service = Service.start(Map.of());
    }

    /// A signature is old after five minutes, and the stack's clock stands still.
    @BeforeEach
    void itIsNow() {
        service.clock().catchUp();
    }

    @ParameterizedTest
    @ValueSource(strings = {"firebot", "stream-deck"})
    void everyRequestIsAnsweredWell(String page) throws IOException {
        account.tip("Ada");
        List<String> requests = blocks(page, "http");
        assertThat(requests).isNotEmpty();
        for (String request : requests) {
            String[] halves = request.split("\n\n", 2);
            String[] lines = halves[0].split("\n", -1);
            String[] first = lines[0].split(" ", -1);
            assertThat(lines[1]).isEqualTo("Authorization: Bearer sak_…");
            byte[] body = halves.length == 1 ? null : halves[1].strip().getBytes(StandardCharsets.UTF_8);
            Answer answer = account.api().send(first[0], first[1].replace("http://localhost:3000/v1", ""), body);
            assertThat(answer.status()).as(request + answer.text()).isBetween(200, 299);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"discord", "stream-deck"})
    void everyShellCommandIsAnsweredWell(String page) throws Exception {
        account.tip("Ada");
        for (String command : blocks(page, "sh")) {
            NodeTools.Result result = NodeTools.run(
                    folder,
                    List.of(
                            "env",
                            "STREAMER_KEY=" + account.apiKey(),
                            "bash",
                            "-c",
                            command.replace("curl ", "curl -sS --fail-with-body ")
                                    .replace("http://localhost:3000", origin)));
            assertThat(result.succeeded()).as(result.output()).isTrue();
        }
    }

    @Test
    void thePageAsksForTheRightsOfAStripeKeyThatTheGuideNames() throws IOException {
        String page = account.dashboard()
                .page("/dashboard/connections/stripe", null)
                .expect(200)
                .text();
        assertThat(RIGHT.matcher(Files.readString(PAGES.resolve("stripe.md"))).results())
                .extracting(right -> right.group(1))
                .contains("Events")
                .allSatisfy(resource -> assertThat(page).contains("<em>" + resource + "</em>"));
    }

    @Test
    void theFramesOfStreamerBotsCodeAreTaken() throws IOException {
        List<String> frames = blocks("streamer-bot", "csharp").stream()
                .flatMap(code -> FRAME.matcher(code).results())
                .map(found -> found.group(1).replace("\\\"", "\""))
                .toList();
        assertThat(frames).hasSize(2);
        String signIn = frames.get(0).replace("KEY", account.apiKey());
        String last;
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send(signIn.replace("SINCE", "")).next("ready");
            socket.send(frames.get(1)).next("pong");
            account.tip("Ada");
            last = String.valueOf(socket.next("tip.created").get("id"));
        }
        account.tip("Grace");
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send(signIn.replace("SINCE", ",\"since\":\"" + last + "\"")).next("ready");
            assertThat(Json.asObject(socket.next("tip.created").get("data"))).containsEntry("name", "Grace");
        }
    }

    @Test
    void theChannelOnDiscordIsToldOfATipOnce() throws Exception {
        NodeTools.requireNode();
        int port = freePort();
        String hook = "http://127.0.0.1:" + port + "/hook";
        Answer endpoint = account.api()
                .post("/webhook-endpoints", Map.of("url", hook, "events", List.of("tip.created")))
                .expect(201);
        try (TestReceiver discord = TestReceiver.open();
                Program program = run(
                        "discord",
                        Map.of(
                                "WEBHOOK_SECRET", String.valueOf(endpoint.at("secret")),
                                "DISCORD_URL", discord.url(),
                                "PORT", Integer.toString(port)))) {
            await().ignoreExceptions().until(() -> {
                assertThat(program.process().isAlive()).isTrue();
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    return socket.isConnected();
                }
            });
            account.api()
                    .post("/tips", Map.of("name", "@everyone *Ada*", "amount", 5, "message", "a\n[b](http://c)"))
                    .expect(201);
            await().until(() -> !discord.received().isEmpty());
            Map<String, @Nullable Object> told =
                    Json.readObject(discord.received().getFirst().body());
            assertThat(told)
                    .containsEntry("content", "**\\@everyone \\*Ada\\*** tipped 5 EUR\n> a\n> \\[b\\]\\(http\\://c\\)")
                    .containsEntry("allowed_mentions", Map.of("parse", List.of()));

            TestReceiver.Received forged = discord.received().getFirst();
            assertThat(new WebClient("http://127.0.0.1:" + port)
                            .send("POST", "/hook", Map.of("Service-Signature", "t=1,v1=00"), forged.text())
                            .status())
                    .isEqualTo(401);

            Object tip = account.api().get("/tts/queue").at("items.0.order_id");
            for (String step : List.of("start", "finish", "replay")) {
                account.api().post("/tts/" + tip + "/" + step).expect(200);
            }
            String deliveries = "/webhook-endpoints/" + endpoint.at("endpoint.id") + "/deliveries";
            await().until(() -> account.api()
                    .get(deliveries)
                    .each("deliveries", "status")
                    .equals(List.of("succeeded", "succeeded")));
            assertThat(discord.received()).hasSize(1);
        }
    }

    @Test
    void aPresetOfFirebotRunsForATip() throws Exception {
        NodeTools.requireNode();
        try (TestReceiver firebot = TestReceiver.open();
                Program program = run(
                        "firebot",
                        Map.of(
                                "FIREBOT_URL", firebot.url().replace("/hook", ""),
                                "PRESET", "preset-1",
                                "STREAMER_WS_URL", service.stack().wsUrl(),
                                "STREAMER_KEY", account.apiKey()))) {
            await().until(() -> {
                assertThat(program.process().isAlive()).isTrue();
                account.tip("Ada");
                return !firebot.received().isEmpty();
            });
            assertThat(Json.readObject(firebot.received().getFirst().body())).containsEntry("username", "Ada");
        }
    }

    @Test
    void theSceneOfObsHoldsTipsBack() throws Exception {
        NodeTools.requireNode();
        try (TestObs obs = TestObs.open();
                Program program = run(
                        "obs",
                        Map.of(
                                "OBS_URL",
                                obs.url(),
                                "OBS_PASSWORD",
                                TestObs.PASSWORD,
                                "STREAMER_URL",
                                origin + "/v1",
                                "STREAMER_KEY",
                                account.apiKey()))) {
            assertThat(program.process().isAlive()).isTrue();
            obs.show("BRB");
            await().until(() ->
                    Boolean.TRUE.equals(account.api().get("/tts/queue").at("is_paused")));
            obs.show("Game");
            await().until(() ->
                    Boolean.FALSE.equals(account.api().get("/tts/queue").at("is_paused")));

            account.api().post("/tts/pause").expect(200);
            obs.show("Chat");
            obs.show("BRB");
            Path said = folder.resolve("obs.txt");
            await().until(() -> Files.readString(said).split("BRB pause 200", -1).length == 3);
            assertThat(said).content().doesNotContain("Chat");
        }
    }

    @Test
    void aSheetGetsARowForEachTipAndNoFormula() throws Exception {
        NodeTools.requireNode();
        account.api()
                .post("/tips", Map.of("name", "=1+1", "amount", 5, "message", "Hello, sheet!"))
                .expect(201);
        account.tip("Ada");
        await().until(() ->
                account.api().get("/events/log?type=tip.created").text().contains("Ada"));
        NodeTools.Result run = NodeTools.run(
                folder,
                List.of(
                        "env",
                        "STREAMER_URL=" + origin + "/v1",
                        "STREAMER_KEY=" + account.apiKey(),
                        "node",
                        Service.root()
                                .resolve("localstack/src/test/node/apps-script.cjs")
                                .toString(),
                        code("google-sheets", "gs").toString()));
        assertThat(run.succeeded()).as(run.output()).isTrue();
        assertThat(run.output())
                .containsSubsequence("\"'=1+1\",5,\"EUR\",\"Hello, sheet!\",false", "\"Ada\",\"\"", "\"Grace\",2.5");
    }

    /// A program of a page while it runs.
    private record Program(Process process) implements AutoCloseable {
        @Override
        public void close() {
            process.destroy();
            process.onExit().join();
        }
    }

    private Program run(String page, Map<String, String> variables) throws IOException {
        List<String> command = new ArrayList<>(List.of("node", "--no-warnings", "--experimental-websocket"));
        command.add(code(page, "mjs").toString());
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(page + ".txt").toFile());
        builder.environment().putAll(variables);
        return new Program(builder.start());
    }

    /// The JavaScript of a page, in a file.
    private Path code(String page, String extension) throws IOException {
        List<String> code = blocks(page, "js");
        assertThat(code).hasSize(1);
        return Files.writeString(folder.resolve(page + "." + extension), code.getFirst());
    }

    private static List<String> blocks(String page, String language) throws IOException {
        return BLOCK.matcher(Files.readString(PAGES.resolve(page + ".md")))
                .results()
                .filter(found -> found.group(1).equals(language))
                .map(found -> found.group(2))
                .toList();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
