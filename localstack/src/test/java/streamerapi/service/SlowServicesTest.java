package streamerapi.service;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Write;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Services that chat waits for, and that answer or do not: the AI service of commands (spec "CustomCommand",
/// docs/commands.md), with what is remembered, and a platform's connector.
///
/// The AI service is switched off unless a deployment names one, which [ChatVariablesTest] shows.
@NullMarked
class SlowServicesTest {

    /// The questions that the service was sent, oldest first.
    private static final List<Map<String, @Nullable Object>> ASKED = new CopyOnWriteArrayList<>();

    /// How many prompts of an account are answered in a month.
    private static final int CALLS_LIMIT = 37;

    /// How many calls beta's connector has had.
    private static final AtomicInteger TAKEN = new AtomicInteger();

    private static final CountDownLatch END = new CountDownLatch(1);

    private static final HttpServer AI = listen();
    private static final Service SERVICE = Service.start(Map.of(
            "RATE_LIMIT_FACTOR",
            "10000",
            "AI_URL",
            "http://localhost:" + AI.getAddress().getPort() + "/ask",
            "AI_TOKEN",
            "key-of-the-ai",
            "AI_CALLS_LIMIT",
            Integer.toString(CALLS_LIMIT),
            "BETA_CONNECTOR_URL",
            "http://localhost:" + AI.getAddress().getPort() + "/beta"));

    private static volatile String manner = "";

    private final Account account = SERVICE.newAccount();
    private final TestConnector alpha = account.connector("alpha");
    private final TestConnector beta = account.connector("beta");
    private final Chatter ada = Chatter.viewer(alpha, "Ada");

    private static HttpServer listen() {
        try {
            HttpServer ai = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            ai.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            ai.createContext("/ask", SlowServicesTest::answer);
            ai.createContext("/beta", SlowServicesTest::take);
            ai.start();
            return ai;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @AfterAll
    static void close() {
        END.countDown();
        SERVICE.close();
        AI.stop(0);
    }

    @BeforeEach
    void answers() {
        manner = "answers";
        ASKED.clear();
        TAKEN.set(0);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        Map<String, @Nullable Object> asked =
                new LinkedHashMap<>(Json.readObject(exchange.getRequestBody().readAllBytes()));
        asked.put("authorization", exchange.getRequestHeaders().getFirst("Authorization"));
        ASKED.add(asked);
        switch (manner) {
            case "hangs" -> hang();
            case "takes seven seconds" -> {
                SERVICE.clock().advance(Duration.ofSeconds(7));
                send(exchange, Map.of("text", "late"));
            }
            case "fails" -> exchange.sendResponseHeaders(500, -1);
            case "says nothing" -> send(exchange, Map.of("text", " "));
            case "says marks alone" -> send(exchange, Map.of("text", "\u202E\u200F"));
            case "says marks" -> send(exchange, Map.of("text", "An \u202Eevil\u2066 answer\u0007"));
            default -> send(exchange, Map.of("text", "No. " + ASKED.size() + " to " + asked.get("prompt")));
        }
        exchange.close();
    }

    private static void take(HttpExchange exchange) throws IOException {
        TAKEN.incrementAndGet();
        if (manner.equals("hangs")) {
            hang();
        } else {
            send(exchange, Map.of("sent", true));
        }
        exchange.close();
    }

    private static void hang() {
        try {
            END.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, Map<String, Object> json) throws IOException {
        byte[] body = Json.write(json);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
    }

    @Test
    void theServiceIsAskedWithTheVariablesReplaced() {
        command("ask", "{user}: {ai:Answer {user} about {args}}", Map.of());
        ada.writes("!ask {user} cats");
        assertThat(ada.heard()).containsExactly("Ada: No. 1 to Answer Ada about {user} cats");
        assertThat(ASKED)
                .containsExactly(Map.of(
                        "prompt",
                        "Answer Ada about {user} cats",
                        "history",
                        List.of(),
                        "authorization",
                        "Bearer key-of-the-ai"));
    }

    @Test
    void withoutMemoryNothingIsRemembered() {
        command("ask", "{ai:{args}}", Map.of());
        ada.writes("!ask one");
        ada.writes("!ask two");
        assertThat(history()).isEmpty();
        assertThat(account.rows("AIMEMORY#")).isEmpty();
    }

    @Test
    void theLastFifteenExchangesGoWithAPromptUntilTheCommandIsDeleted() {
        command("ask", "{ai:{args}}", Map.of("ai_memory", true));
        IntStream.rangeClosed(1, 17).forEach(i -> ada.writes("!ask q" + i));
        ada.writes("!ask last");
        assertThat(history())
                .isEqualTo(IntStream.rangeClosed(3, 17)
                        .mapToObj(i -> Map.of("prompt", "q" + i, "answer", "No. " + i + " to q" + i))
                        .toList());
        account.api().delete("/commands/ask").expect(200);
        command("ask", "{ai:{args}}", Map.of("ai_memory", true));
        ada.writes("!ask again");
        assertThat(history()).isEmpty();
    }

    @Test
    void eachPlatformHasAMemoryOfItsOwnUnlessItIsShared() {
        Chatter cy = Chatter.viewer(beta, "Cy");
        command("own", "{ai:{args}}", Map.of("ai_memory", true));
        ada.writes("!own one");
        cy.writes("!own two");
        assertThat(history()).isEmpty();
        command("both", "{ai:{args}}", Map.of("ai_memory", true, "ai_memory_shared", true));
        ada.writes("!both one");
        cy.writes("!both two");
        assertThat(history()).hasSize(1);
    }

    @Test
    void aServiceThatDoesNotAnswerLeavesChatWithoutAnAnswerAndRaisesAWarning() {
        command("ask", "{ai:{args}}", Map.of("ai_memory", true));
        for (String failing : List.of("fails", "says nothing", "hangs")) {
            manner = failing;
            ada.writes("!ask " + failing);
        }
        assertThat(ada.heard()).isEmpty();
        assertThat(ASKED).as("asked once each").hasSize(3);
        assertThat(account.eventTypes())
                .as("one warning an hour")
                .containsExactly("chat.command", "warning", "chat.command", "chat.command");
        Map<String, @Nullable Object> warning =
                new AccountEvents(account).all("warning").getFirst();
        assertThat(Json.asObject(warning.get("data")))
                .containsEntry("code", "ai_unavailable")
                .containsEntry("command", "ask");

        manner = "answers";
        SERVICE.clock().advance(Duration.ofHours(2));
        ada.writes("!ask now");
        assertThat(ada.heard()).containsExactly("No. 4 to now");
        assertThat(history()).as("what was not answered is not remembered").isEmpty();
    }

    @Test
    void anAnswerReordersNothingOfTheLine() {
        command("ask", "{ai:{args}}, said {user}", Map.of("ai_memory", true));
        manner = "says marks";
        ada.writes("!ask one");
        assertThat(ada.heard()).containsExactly("An evil answer , said Ada");
        manner = "says marks alone";
        ada.writes("!ask two");
        assertThat(ada.heard()).as("marks alone are no answer").hasSize(1);
        manner = "answers";
        ada.writes("!ask three");
        assertThat(history()).isEqualTo(List.of(Map.of("prompt", "one", "answer", "An evil answer ")));
    }

    @Test
    void aPlatformThatDoesNotTakeAMessageInTimeIsFalseAndIsNotAskedAgain() {
        for (TestConnector connector : List.of(alpha, beta)) {
            connector.send("bot.connected", Map.of("channel", "nova", "login", "bot", "display_name", "Bot"));
        }
        manner = "hangs";
        Answer sent = account.api().post("/chat/messages", Map.of("message", "hello"));
        assertThat(sent.expect(200).json())
                .isEqualTo(Map.of("success", true, "sent", Map.of("alpha", true, "beta", false)));
        assertThat(TAKEN).hasValue(1);
    }

    @Test
    void theAnswersToALineTakeSixSecondsTogether() {
        command("two", "{ai:one} {ai:two}", Map.of());
        manner = "takes seven seconds";
        ada.writes("!two");
        assertThat(ASKED).as("there was no time for the other").hasSize(1);
        assertThat(ada.heard()).isEmpty();
        assertThat(account.eventTypes()).contains("warning");
    }

    @Test
    void ofMoreTokensThatWereSavedEarlierTwoAreAnswered() {
        command("many", "hi", Map.of());
        account.table()
                .write(List.of(Write.update(account.rows("COMMAND#").getFirst().key())
                        .set(Attribute.any("response"), "{ai:a} {ai:b} {ai:c}{ai:d}")));
        ada.writes("!many");
        assertThat(ada.heard()).containsExactly("No. 1 to a No. 2 to b {ai:c}{ai:d}");
        assertThat(ASKED).hasSize(2);
    }

    @Test
    void anAccountHasSoManyAnswersInAMonth() {
        command("two", "{ai:one} {ai:two}", Map.of());
        for (int line = 0; line < 20; line++) {
            ada.writes("!two");
        }
        assertThat(ASKED).hasSize(CALLS_LIMIT);
        assertThat(account.rows("AIUSAGE#").getFirst().get(Attribute.whole("calls")))
                .isEqualTo(CALLS_LIMIT);
        long heard = ada.heard().size();
        ada.writes("!two");
        assertThat(ada.heard()).hasSize((int) heard);
        assertThat(new AccountEvents(account)
                        .all("warning").stream()
                                .map(event -> Json.asObject(event.get("data")).get("code")))
                .containsExactly("ai_limit_reached");
        DashboardVisitor owner = DashboardVisitor.owner(account);
        String trouble =
                "times in " + YearMonth.from(SERVICE.clock().instant().atZone(ZoneOffset.UTC)) + " (UTC), which";
        await().untilAsserted(() ->
                assertThat(owner.open("/dashboard/home").expect(200).text()).containsOnlyOnce(trouble));

        ASKED.clear();
        SERVICE.clock().advance(Duration.ofDays(31));
        ada.writes("!two");
        assertThat(ASKED).hasSize(2);
    }

    /// The history that the service was sent last.
    private static List<?> history() {
        return (List<?>) Objects.requireNonNull(ASKED.getLast().get("history"));
    }

    private void command(String name, String response, Map<String, ?> more) {
        Map<String, Object> command =
                new LinkedHashMap<>(Map.of("name", name, "response", response, "cooldown_seconds", 0));
        command.putAll(more);
        account.api().post("/commands", command).expect(201);
    }
}
