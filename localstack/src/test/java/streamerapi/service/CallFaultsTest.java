package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import streamerapi.localstack.functions.CallFault;
import streamerapi.localstack.functions.CallFaults;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Keys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/// A table that throttles, conflicts or is full, and functions that die at a call: what callers see of it.
@NullMarked
class CallFaultsTest {

    private static final Faults FAULTS = new Faults();

    @AutoClose
    private static Service service;

    private final Account account = service.newAccount();
    private final ApiClient once =
            account.api().with("Idempotency-Key", UUID.randomUUID().toString());

    /// The faults of the next calls of an operation by one function.
    private static final class Faults implements CallFaults {
        private volatile String function = "";
        private volatile String operation = "";
        private final Queue<CallFault> faults = new ConcurrentLinkedQueue<>();
        private volatile CallFaults rule = CallFaults.NONE;

        void next(String calls, List<CallFault> what) {
            next("TipsFunction", calls, what);
        }

        void next(String caller, String calls, List<CallFault> what) {
            faults.clear();
            faults.addAll(what);
            function = caller;
            operation = calls;
        }

        @Override
        public @Nullable CallFault next(String caller, String service, String called) {
            return caller.equals(function) && called.equals(operation)
                    ? faults.poll()
                    : rule.next(caller, service, called);
        }
    }

    @AfterEach
    void mend() {
        FAULTS.next("", List.of());
        FAULTS.rule = CallFaults.NONE;
    }

    @BeforeAll
    static void startService() {
        service = Service.start(Service.options()
                .withOverrides(Map.of("RATE_LIMIT_FACTOR", "10000"))
                .withFaults(FAULTS));
    }

    /// API Gateway does not report every close: here the function that takes the report dies.
    @Test
    void aSocketThatCannotBecomeLiveIsForgottenThoughItsCloseIsNotReported() {
        AtomicBoolean isReady = new AtomicBoolean();
        FAULTS.rule = (caller, called, operation) -> {
            if (!caller.equals("RealtimeFunction")) {
                return null;
            }
            if (called.equals("execute-api")) {
                isReady.set(true);
            }
            return !isReady.get()
                    ? null
                    : switch (operation) {
                        case "UpdateItem" -> CallFault.CONFLICT;
                        case "GetItem" -> CallFault.KILLED_BEFORE;
                        default -> null;
                    };
        };
        try (TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
            socket.next("ready");
            assertThat(Json.asObject(socket.next("error").get("data"))).containsEntry("code", "unavailable");
            await().until(() -> account.rows(Keys.SUBSCRIBER + "socket_").isEmpty());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = CallFault.class,
            names = {"THROTTLED", "CONFLICT"})
    void aTipIsTakenOnceByATableThatRefusesAtFirst(CallFault fault) {
        FAULTS.next("TransactWriteItems", List.of(fault, fault));
        once.post("/tips", Map.of("name", "Ada")).expect(201);
        assertThat(FAULTS.faults).isEmpty();
        assertThat(account.eventTypes()).containsExactly("tip.created");
    }

    @Test
    void aThrottledTableIsAskedThreeTimesAndThenTheCallerIsToldWhenToComeAgain() {
        FAULTS.next("TransactWriteItems", Collections.nCopies(10, CallFault.THROTTLED));
        Answer refused = account.api().post("/tips", Map.of("name", "Ada")).refuses(503, "unavailable");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(FAULTS.faults).as("left of ten").hasSize(7);
        assertThat(account.eventTypes()).isEmpty();
    }

    @Test
    void aChangeThatMeetsOthersIsDecidedAgainAndAgainAndThenGivenUp() {
        FAULTS.next("TransactWriteItems", Collections.nCopies(50, CallFault.CONFLICT));
        Answer refused = account.api().post("/tips", Map.of("name", "Ada")).refuses(503, "unavailable");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(FAULTS.faults).as("left of fifty").hasSize(10);
    }

    @Test
    void aReadOfAThrottledTableIsTriedAgain() {
        FAULTS.next("GetItem", List.of(CallFault.THROTTLED, CallFault.THROTTLED));
        account.api().post("/tips", Map.of("name", "Ada")).expect(201);
        assertThat(FAULTS.faults).isEmpty();
    }

    @Test
    void theLogNamesRouteAndAccountOfARequestThatMetAFault() throws IOException {
        FAULTS.next("TtsFunction", "Query", Collections.nCopies(10, CallFault.THROTTLED));
        Answer refused = account.api().get("/tts/queue").refuses(503, "unavailable");
        String id = "\"request_id\":\"" + refused.header("Request-Id") + '"';
        Path log = Path.of(Objects.requireNonNull(System.getProperty("functions.log")));
        assertThat(Files.readAllLines(log))
                .filteredOn(line -> line.contains(id) && line.contains("\"message\":\"request\""))
                .singleElement()
                .satisfies(line -> assertThat(Json.asObject(Json.read(line)))
                        .containsEntry("level", "ERROR")
                        .containsEntry("code", "unavailable")
                        .containsEntry("route", "/tts/queue")
                        .containsEntry("tenant_id", account.tenantId())
                        .containsKey("credential"));
    }

    @Test
    void anAccountWhoseRowsAreFullIsToldThatTheServiceIsUnavailable() {
        account.tip("Ada");
        FAULTS.next("TransactWriteItems", List.of(CallFault.COLLECTION_FULL));
        account.api().post("/tips", Map.of("name", "Bob")).refuses(503, "unavailable");
        assertThat(account.eventTypes()).as("nothing was written").containsExactly("tip.created");
        assertThat(account.api().get("/tts/queue").expect(200).each("items", "name"))
                .containsExactly("Ada");
    }

    @ParameterizedTest
    @EnumSource(
            value = CallFault.class,
            names = {"KILLED_BEFORE", "KILLED_AFTER"})
    void aTipWhoseFunctionDiedIsTakenOnceIfItIsSentAgain(CallFault fault) {
        FAULTS.next("TransactWriteItems", List.of(fault));
        assertThatThrownBy(() -> once.post("/tips", Map.of("name", "Ada")))
                .as("an answer of API Gateway's own, which the document does not have")
                .hasMessageContaining("Internal Server Error");
        once.post("/tips", Map.of("name", "Ada")).expect(201);
        assertThat(account.eventTypes()).containsExactly("tip.created");
    }

    @ParameterizedTest
    @EnumSource(
            value = CallFault.class,
            names = {"KILLED_BEFORE", "KILLED_AFTER"})
    void linesOfChatWhoseFunctionDiedAreTakenOnceIfTheyAreSentAgain(CallFault fault) {
        account.api()
                .send("PUT", "/counters/wins", Json.write(Map.of("value", 0)))
                .expect(201);
        Chatter ada = Chatter.moderator(account.connector("alpha"), "Ada");
        Map<String, @Nullable Object> message = ada.connector()
                .message("batch", "chat.lines", Map.of("lines", List.of(ada.line("!wins+"), ada.line("!wins+"))));
        FAULTS.next("IngestFunction", "TransactWriteItems", List.of(fault));
        assertThatThrownBy(() -> ada.connector().post(message)).hasMessageContaining("Internal Server Error");
        assertThat(ada.connector().post(message).expect(202).at("duplicate")).isEqualTo(false);
        assertThat(ada.connector().post(message).expect(202).at("duplicate")).isEqualTo(true);
        assertThat(account.api().get("/counters/wins").at("counter.value")).hasToString("2");
    }
}
