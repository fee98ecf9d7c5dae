package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import streamerapi.checkouts.StartedCheckout;
import streamerapi.localstack.engines.Engines;
import streamerapi.localstack.functions.CallFault;
import streamerapi.localstack.functions.CallFaults;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.localstack.template.Template;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.auth.Secret;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// Holds the functions' log: one line for each request, and never a secret.
@NullMarked
@Isolated("Tests that call a platform without a function write to the same log")
class LogTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final String origin = service.stack().authUrl();

    @Test
    void everyRequestWritesOneLineAndNoSecret() {
        long begin = length();
        List<Answer> answers = new ArrayList<>();
        List<String> secrets = new ArrayList<>();
        dashboard(answers, secrets);
        try (TestReceiver receiver = TestReceiver.open().answering(delivery -> 500)) {
            traffic(receiver, answers, secrets);
            await().untilAsserted(() -> assertThat(receiver.received()).isNotEmpty());
        }
        secrets.addAll(faults());
        await().untilAsserted(() -> assertThat(linesSince(begin)).anyMatch(line -> line.contains("\"unavailable\"")));

        List<String> lines = linesSince(begin);
        for (Answer answer : answers) {
            String id = Objects.requireNonNull(answer.header("Request-Id"));
            assertThat(requests(lines, id))
                    .as(answer.text())
                    .singleElement()
                    .satisfies(line -> assertThat(Json.asObject(line))
                            .containsEntry("status", new java.math.BigDecimal(answer.status()))
                            .containsKeys("method", "duration_ms"));
        }
        assertThat(secrets)
                .hasSizeGreaterThan(20)
                .allSatisfy(secret -> assertThat(lines).noneMatch(line -> line.contains(secret)));
        assertThat(lines)
                .noneMatch(line -> line.contains("whsec_")
                        || line.contains("Bearer ")
                        || line.contains("ses_")
                        || line.contains("$argon2id"));
    }

    @Test
    void aLineNamesItsRequestOrItsFunctionAndInvocation() {
        long begin = length();
        account.api().get("/tts/queue").expect(200);
        try (TestReceiver receiver = TestReceiver.open()) {
            account.api()
                    .post("/webhook-endpoints", Map.of("url", receiver.url()))
                    .expect(201);
            account.tip("Ada");
            await().until(() -> linesSince(begin).stream().anyMatch(line -> line.contains("\"attempt\"")));
        }
        assertThat(linesSince(begin)).hasSizeGreaterThan(4).allSatisfy(line -> {
            assertThat(line).doesNotContain("function_arn", "\"cold_start\":false");
            assertThat(Json.asObject(Json.read(line)))
                    .containsKeys("level", "timestamp", "message")
                    .satisfiesAnyOf(
                            fields -> assertThat(fields).containsKeys("request_id", "message"),
                            fields -> assertThat(fields).containsKeys("function_name", "function_request_id"));
        });
    }

    @Test
    void aLineSaysWhoAskedForWhatAndWhatCameOfIt() {
        long begin = length();
        Object credential = account.api().get("/me").at("key.id");

        Answer answer = account.api().post("/tts/tip_1_a/start").refuses(404, "not_found");

        Map<String, @Nullable Object> line = requests(
                        linesSince(begin), Objects.requireNonNull(answer.header("Request-Id")))
                .getFirst();
        assertThat(line)
                .containsEntry("method", "POST")
                .containsEntry("route", "/tts/{orderId}/start")
                .containsEntry("status", new java.math.BigDecimal(404))
                .containsEntry("code", "not_found")
                .containsEntry("tenant_id", account.tenantId())
                .containsEntry("credential", credential);
    }

    @Test
    void aPathThatNoRouteHasIsLoggedWithoutTheTokensAndIdsThatOpenThings() {
        long begin = length();
        String token = "Zx9".repeat(14) + "_";
        Answer answer = new ApiClient(origin, null)
                .page("/tip/nova/status/" + token + "/", null)
                .expect(404);

        assertThat(requests(linesSince(begin), Objects.requireNonNull(answer.header("Request-Id"))))
                .singleElement()
                .satisfies(line -> assertThat(line).containsEntry("path", "/tip/nova/status/…/"));
    }

    @Test
    void aMistypedAddressOfAnAudioOrAnOwnPictureIsLoggedWithoutItsId() {
        long begin = length();
        String id = "0123456789abcdef".repeat(2);
        List<String> paths = List.of("/audio/tip_1/" + id + ".mp3/", "/overlay/files/" + id + ".png/");
        paths.forEach(path -> new ApiClient(origin, null).page(path, null).expect(404));

        assertThat(linesSince(begin)).isNotEmpty().noneMatch(line -> line.contains(id));
    }

    @Test
    void aCallOfAnotherServiceThatDidNotSucceedHasALine() {
        long begin = length();

        Answer answer = account.api()
                .post("/media", Map.of("url", "https://www.youtube.com/watch?v=aMissingOne"))
                .refuses(400, "invalid_media");

        assertThat(linesSince(begin))
                .filteredOn(line -> line.contains(Objects.requireNonNull(answer.header("Request-Id"))))
                .map(line -> Json.asObject(Json.read(line)))
                .filteredOn(line -> "call".equals(line.get("message")))
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .containsEntry("host", "localhost")
                        .containsEntry("status", new java.math.BigDecimal(404))
                        .containsKey("duration_ms"));
    }

    /// Each count is a step towards the alarm that wakes the operator.
    @Test
    void aTableThatTakesNoMoreIsCountedAndAVideoSiteThatDoesNotAnswerIsNot() {
        CallFaults throttled = (function, aws, operation) ->
                function.equals("TipsFunction") && operation.equals("TransactWriteItems") ? CallFault.THROTTLED : null;
        try (Service busy = Service.start(Service.options()
                .withOverrides(Map.of("VIDEO_SITES_URL", "http://127.0.0.1:9/"))
                .withFaults(throttled))) {
            ApiClient api = busy.newAccount().api();
            String url = "https://www.youtube.com/watch?v=aMissingOne";

            assertThat(PrintedLines.during(
                            () -> api.post("/media", Map.of("url", url)).refuses(503, "unavailable")))
                    .doesNotContain("\"Unavailable\"");
            assertThat(PrintedLines.during(
                            () -> api.post("/tips", Map.of("name", "Ada")).refuses(503, "unavailable")))
                    .contains("\"Unavailable\":1");
        }
    }

    @Test
    void aLineTellsHowLongEachCallOfAwsTook() {
        long begin = length();
        Answer answer;
        // A table in memory answers in less than what a line counts.
        try (Service local = Service.start(Service.options().withTables(Engines.DYNAMODB_LOCAL))) {
            answer = local.newAccount().api().post("/tts/pause").expect(200);
        }

        Object calls = requests(linesSince(begin), Objects.requireNonNull(answer.header("Request-Id")))
                .getFirst()
                .get("aws_ms");
        Map<String, ?> milliseconds = Json.asObject(calls);
        assertThat(milliseconds).containsKeys("UpdateItem", "TransactWriteItems");
        assertThat(milliseconds.values())
                .allSatisfy(each -> assertThat((List<?>) each)
                        .isNotEmpty()
                        .allSatisfy(
                                one -> assertThat((java.math.BigDecimal) one).isPositive()));
    }

    @Test
    void whatTheOperatorAsksOfAnEventIsInTheLinesOfItsAttempts() throws IOException {
        long begin = length();
        try (TestReceiver receiver = TestReceiver.open().answering(delivery -> 500)) {
            account.api()
                    .post("/webhook-endpoints", Map.of("url", receiver.url()))
                    .expect(201);
            account.tip("Ada");
            await().until(() -> linesSince(begin).stream().anyMatch(line -> line.contains("\"attempt\":1")));
        }
        String asked = Files.readAllLines(Service.root().resolve("docs/operating.md")).stream()
                .filter(line -> line.startsWith("filter event_id = "))
                .findFirst()
                .orElseThrow();

        assertThat(linesSince(begin))
                .filteredOn(line -> line.contains("\"attempt\":1"))
                .map(line -> Json.asObject(Json.read(line)))
                .first()
                .satisfies(line -> assertThat(line)
                        .containsKeys("event_id")
                        .containsKeys(asked.replaceFirst(".* display @timestamp, ", "")
                                .split(", ")));
    }

    @Test
    void anEventOfAProcessorThatIsNotConnectedAnyMoreHasALine() throws FunctionError {
        long begin = length();
        Map<String, Object> paid = Map.of(
                "tenant_id", account.tenantId(),
                "provider", "stripe",
                "paid", "evt_1",
                "type", "charge.refunded",
                "occurred_at", "2026-11-21T12:00:00Z",
                "data", Map.of(),
                "is_news", true);

        assertThat(work(Map.of("platform", paid))).isEqualTo("{\"batchItemFailures\":[]}");
        assertThat(ofAccount(begin, "refused event"))
                .anySatisfy(line ->
                        assertThat(line).containsEntry("provider", "stripe").containsEntry("code", "not_connected"));
    }

    /// An invocation of the worker handles messages of many accounts.
    @Test
    void aMessageThatCannotBeHandledSaysWhoseItIsWhatItAsksForAndWhy() throws FunctionError {
        long begin = length();

        work(Map.of("delivery", Map.of("tenant_id", account.tenantId(), "endpoint_id", "we_1", "event_id", "evt_1")));

        assertThat(ofAccount(begin, "message"))
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .containsEntry("level", "ERROR")
                        .containsEntry("task", "delivery")
                        .containsEntry("endpoint_id", "we_1")
                        .containsEntry("event_id", "evt_1")
                        .containsKeys("message_id", "error"));
    }

    @Test
    void workThatIsLateSaysWhoseItIsAndWhatItAsksFor() throws FunctionError {
        long begin = length();

        work(Map.of("effect", Map.of("tenant_id", account.tenantId(), "subject", "tip_1#refund#1", "due", 0)));

        assertThat(ofAccount(begin, "late"))
                .singleElement()
                .satisfies(
                        line -> assertThat(line).containsEntry("task", "effect").containsKey("late_s"));
    }

    /// A payment is looked for by what the processor calls it, which the streamer can read there.
    @Test
    void aPaymentIsFoundByItsProcessorsNameAndLeadsToItsCheckout() {
        long begin = length();
        StripeShop shop = new StripeShop(account);
        shop.connected();
        StartedCheckout started = shop.paid("5", false);

        await().untilAsserted(() -> assertThat(ofAccount(begin, "payment"))
                .anySatisfy(line -> assertThat(line)
                        .containsEntry("provider", "stripe")
                        .containsEntry("fact", "Captured")
                        .containsEntry("payment_id", shop.checkout(started).paymentId())
                        .containsEntry("checkout", shop.checkout(started).orderId())));
        Object event = ofAccount(begin, "payment").getFirst().get("source_event");
        assertThat(ofAccount(begin, "request"))
                .as("the processor's own request")
                .anySatisfy(line -> assertThat(line).containsEntry("source_event", event));
    }

    /// The query finds a fault of any function, by a field that its line has, and no failure of another party.
    @Test
    void theQueryOfFaultsNamesFieldsThatLinesHave() throws FunctionError {
        long begin = length();
        work(Map.of("delivery", Map.of("tenant_id", account.tenantId(), "event_id", "evt_2")));
        faults();
        String query = Template.read(Service.root().resolve("template.yaml"), Map.of())
                .resources("AWS::Logs::QueryDefinition")
                .stream()
                .filter(one -> one.id().equals("FaultsQuery"))
                .findFirst()
                .orElseThrow()
                .properties()
                .text("QueryString");

        assertThat(query)
                .startsWith(
                        "filter level = \"ERROR\" or (message = \"request\" and status >= 500) | display @timestamp, ");
        Set<String> fields = linesSince(begin).stream()
                .map(line -> Json.asObject(Json.read(line)))
                .filter(line -> "ERROR".equals(line.get("level")))
                .flatMap(line -> Stream.concat(
                        line.keySet().stream(),
                        Json.asObject(line.getOrDefault("error", Map.of())).keySet().stream()
                                .map(name -> "error." + name)))
                .collect(Collectors.toSet());
        assertThat(fields)
                .contains(query.replaceFirst(".* display @timestamp, (.*) \\| sort .*", "$1")
                        .split(", "));
    }

    /// Has the worker handle a message.
    ///
    /// @return its answer
    private String work(Map<String, ?> body) throws FunctionError {
        Map<String, Object> record = Map.of("messageId", "one", "body", Json.writeText(body));
        byte[] answer = service.stack().invoke("WorkerFunction", Json.write(Map.of("Records", List.of(record))));
        return new String(answer, StandardCharsets.UTF_8);
    }

    private List<Map<String, @Nullable Object>> ofAccount(long begin, String message) {
        return linesSince(begin).stream()
                .map(line -> Json.asObject(Json.read(line)))
                .filter(line -> message.equals(line.get("message")))
                .filter(line -> account.tenantId().equals(line.get("tenant_id")))
                .toList();
    }

    @Test
    void aLineNamesTheUserWhoIsSignedIn() {
        long begin = length();
        ApiClient owner = account.dashboard();
        Object user = owner.get("/dashboard/api/session").at("user.id");

        Answer answer = owner.post("/dashboard/api/tts/pause").expect(200);

        assertThat(requests(linesSince(begin), Objects.requireNonNull(answer.header("Request-Id")))
                        .getFirst())
                .containsEntry("route", "/dashboard/api/tts/pause")
                .containsEntry("tenant_id", account.tenantId())
                .containsEntry("user", user)
                .doesNotContainKey("credential");
    }

    @Test
    void aRefusedSignInSaysFromWhereAndOfWhomWithoutTheEmail() {
        long begin = length();
        Map<String, String> wrong = Map.of("email", account.email(), "password", "a-wrong-password-51d2");
        for (int i = 0; i < 2; i++) {
            new ApiClient(service.stack().authUrl(), null)
                    .post("/dashboard/api/sign-in", wrong)
                    .refuses(401, "invalid_login");
        }
        List<Map<String, @Nullable Object>> refused = linesSince(begin).stream()
                .filter(line -> line.contains("sign-in refused") && line.contains("email_hash"))
                .map(line -> Json.asObject(Json.read(line)))
                .filter(line -> "127.0.0.0/24".equals(line.get("network")))
                .toList();
        assertThat(refused).hasSizeGreaterThanOrEqualTo(2);
        assertThat(refused.stream().map(line -> line.get("email_hash")).distinct())
                .hasSizeLessThan(refused.size())
                .noneMatch(hash -> account.email().equals(hash));
    }

    private void dashboard(List<Answer> answers, List<String> secrets) {
        ApiClient nobody = new ApiClient(origin, null);
        secrets.addAll(List.of(account.email(), account.password(), "a-wrong-password-51d2", "mo-" + account.email()));
        Answer signedIn = nobody.post(
                        "/dashboard/api/sign-in", Map.of("email", account.email(), "password", account.password()))
                .expect(200);
        answers.add(signedIn);
        answers.add(nobody.post(
                        "/dashboard/api/sign-in", Map.of("email", account.email(), "password", "a-wrong-password-51d2"))
                .expect(401));
        Account.SignedIn session = account.signIn();
        secrets.add(session.cookie());
        secrets.add(session.cookie().substring(session.cookie().indexOf('.') + 1));
        secrets.add(session.csrfToken());
        secrets.add(String.valueOf(signedIn.at("csrf_token")));
        ApiClient owner = session.on(nobody);
        Answer key = owner.post("/dashboard/api/api-keys", Map.of("name", "Deck", "scopes", List.of()))
                .expect(201);
        answers.add(key);
        secrets.add(String.valueOf(key.at("secret")));
        Answer rotated = owner.post("/dashboard/api/api-keys/" + key.at("key.id") + "/rotate")
                .expect(200);
        answers.add(rotated);
        secrets.add(String.valueOf(rotated.at("secret")));
        Answer overlay =
                owner.post("/dashboard/api/overlays", Map.of("name", "Main")).expect(201);
        answers.add(overlay);
        secrets.add(String.valueOf(overlay.at("key")));
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send(Map.of("data", Map.of("overlayKey", String.valueOf(overlay.at("key")))))
                    .next("ready");
        }
        answers.add(owner.post(
                        "/dashboard/api/team",
                        Map.of(
                                "email",
                                "mo-" + account.email(),
                                "password",
                                "a-new-password-77e0",
                                "role",
                                "moderator"))
                .expect(201));
        secrets.add("a-new-password-77e0");
        answers.add(owner.with("X-CSRF-Token", "a-wrong-token-90ab")
                .post("/dashboard/api/sign-out")
                .expect(403));
        secrets.add("a-wrong-token-90ab");
        answers.add(owner.post("/dashboard/api/sign-out").expect(200));
        answers.add(owner.get("/dashboard/api/team").expect(401));
    }

    private void traffic(TestReceiver receiver, List<Answer> answers, List<String> secrets) {
        secrets.add(account.apiKey());
        ApiClient api = account.api();
        Answer endpoint = api.post("/webhook-endpoints", Map.of("url", receiver.url() + "?token=hook-token-5c1f"))
                .expect(201);
        answers.add(endpoint);
        secrets.add("hook-token-5c1f");
        secrets.add(String.valueOf(endpoint.at("secret")).substring("whsec_".length()));

        Map<String, String> tip = Map.of(
                "name",
                "ada.lovelace@mail.example",
                "message",
                "Call me: +44 20 7946 0958",
                "external_ref",
                "pi_3Nx9bK2eZvKYlo2C",
                "nobody-reads",
                "unread-value-77aa");
        secrets.addAll(tip.values());
        ApiClient once = api.with("Idempotency-Key", "idempotency-key-19ce");
        secrets.add("idempotency-key-19ce");
        answers.add(once.post("/tips", tip).expect(201));
        answers.add(once.post("/tips", tip).expect(201));
        answers.add(api.post("/tips", tip).expect(409));
        answers.add(api.get("/tts/queue").expect(200));
        answers.add(api.get("/tts/history?before=query-secret-4b4b").expect(400));
        secrets.add("query-secret-4b4b");
        answers.add(api.send("POST", "/tips", "{\"name\": body-secret-0d0d".getBytes(StandardCharsets.UTF_8))
                .expect(400));
        secrets.add("body-secret-0d0d");
        answers.add(api.send("PUT", "/me", null).expect(405));
        answers.add(api.send("HEAD", "/me", null).expect(200));
        answers.add(api.send("OPTIONS", "/me", null).expect(204));

        String weak = account.newKey(Set.of(Scope.TTS_READ));
        secrets.add(weak);
        answers.add(new ApiClient(origin, weak).post("/tts/pause").expect(403));
        for (String bad : List.of(
                Secret.make(Secret.Kind.API_KEY, account.tenantId()).text(),
                Secret.make(Secret.Kind.ACCESS_TOKEN, account.tenantId()).text(),
                "sak_not-a-key-at-all",
                "some-password-8e8e")) {
            secrets.add(bad);
            answers.add(new ApiClient(origin, bad).get("/tts/queue").expect(401));
        }
        secrets.add("dXNlcjpwYXNzd29yZC05");
        answers.add(new ApiClient(origin, null)
                .with("Authorization", "Basic dXNlcjpwYXNzd29yZC05")
                .get("/me")
                .expect(401));
        try (TestSocket socket = TestSocket.signIn(service, account.apiKey())) {
            socket.next("ready");
        }
    }

    private List<String> faults() {
        WarmProcess broken = new WarmProcess(service, Map.of("TABLE", "no-such-table"));
        Map<String, @Nullable Object> answer =
                broken.answer(GatewayEvent.get("/v1/tts/now", account.apiKey(), "192.0.2.5"));
        assertThat(answer.get("statusCode")).isEqualTo(new java.math.BigDecimal(503));
        return List.of(account.apiKey());
    }

    private static List<Map<String, @Nullable Object>> requests(List<String> lines, String id) {
        return lines.stream()
                .filter(line -> line.contains(id))
                .map(line -> Json.asObject(Json.read(line)))
                .filter(line -> "request".equals(line.get("message")) && id.equals(line.get("request_id")))
                .toList();
    }

    private static Path log() {
        return Path.of(Objects.requireNonNull(System.getProperty("functions.log"), "functions.log"));
    }

    private static long length() {
        try {
            return Files.size(log());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> linesSince(long begin) {
        try {
            byte[] all = Files.readAllBytes(log());
            String text = new String(all, (int) begin, all.length - (int) begin, StandardCharsets.UTF_8);
            return text.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
