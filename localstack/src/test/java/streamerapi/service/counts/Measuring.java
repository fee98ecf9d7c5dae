package streamerapi.service.counts;

import streamerapi.connections.Provider;
import streamerapi.localstack.Options;
import streamerapi.localstack.engines.Engines;
import streamerapi.localstack.engines.TableEngine;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;
import streamerapi.service.TestPlatform;
import streamerapi.service.TestReceiver;
import streamerapi.service.TestSocket;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Query;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A stack of its own, in which one thing happens at a time and its calls are counted.
final class Measuring implements AutoCloseable {

    private static final Duration WINDOW = Duration.ofMinutes(1);

    /// Events of Twitch.
    static final Map<String, Object> LINE = TestPlatform.line("77", "ada", "l1", "hello");

    static final Map<String, Object> FOLLOW = Map.of("user_id", "77", "user_login", "ada", "user_name", "Ada");

    /// How many tips are archived at once.
    static final int ARCHIVED = 25;

    private static final Duration UNTIL_OLD = Duration.ofDays(62);

    private final Recorder recorder;
    private final Service service;

    Measuring() {
        recorder = new Recorder(false);
        service = Service.start(options());
    }

    /// A stack over DynamoDB Local, which says what each call consumed.
    private Measuring(TableEngine.Start engine) {
        recorder = new Recorder(true);
        service = Service.start(options().withTables(engine));
    }

    /// Lets something happen while each call to AWS takes so many times as long.
    <T> T slowly(int times, Supplier<T> happening) {
        recorder.hold(Recorder.HELD.multipliedBy(times));
        try {
            return happening.get();
        } finally {
            recorder.hold(Recorder.HELD);
        }
    }

    static Measuring withConsumedCapacity() {
        return new Measuring(Engines.DYNAMODB_LOCAL);
    }

    private Options options() {
        return Service.listenedTo(Map.of("RATE_LIMIT_FACTOR", "100", "ARCHIVE_FROM_GB", "0"), recorder);
    }

    Service service() {
        return service;
    }

    /// Makes the request, in a new account and as the first of its key and address within a minute, but not within the
    /// hour, unless the scenario says otherwise.
    Calls request(Scenario scenario) {
        stayWithinAnHour();
        Account account = service.newAccount();
        account.noteUse(true);
        return request(account, scenario.prepare().apply(account), scenario.before());
    }

    /// Begins the next hour if the preparation and the request could be in two: a sum asks for the part of each hour by
    /// itself.
    private void stayWithinAnHour() {
        Instant now = service.clock().instant();
        Instant next = now.truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS);
        if (next.isBefore(now.plus(WINDOW.multipliedBy(3)))) {
            service.clock().advance(Duration.between(now, next).plusSeconds(1));
        }
    }

    /// Makes the request in a new minute, after others of its kind.
    Calls request(Account account, Function<ApiClient, Answer> request, int before) {
        service.clock().advance(WINDOW);
        for (int i = 0; i < before; i++) {
            assertThat(request.apply(account.api()).status()).isBetween(200, 399);
        }
        String mark = "Measured/" + UUID.randomUUID();
        Answer answer = undisturbed(() -> request.apply(account.api().with("User-Agent", mark)));
        assertThat(answer.status()).as(answer.text()).isBetween(200, 399);
        return one(recorder.ended(mark));
    }

    /// The fan-out of one tip's event to so many endpoints and sockets.
    Calls fanOut(int endpoints, int sockets) {
        Account account = service.newAccount();
        List<TestSocket> open = new ArrayList<>();
        try (TestReceiver receiver = TestReceiver.open()) {
            for (int i = 0; i < endpoints; i++) {
                subscribe(account, receiver.url());
            }
            for (int i = 0; i < sockets; i++) {
                TestSocket socket = TestSocket.signIn(service, account.apiKey());
                open.add(socket);
                socket.next("ready");
            }
            await().until(() -> account.hasJoined(sockets));
            return recorded(() -> one(of("FanOutFunction", tip(account))));
        } finally {
            open.forEach(TestSocket::close);
        }
    }

    /// The first attempt of the n-th delivery to an endpoint that answers with this status.
    Calls attempt(int status, int deliveries) {
        return attempts(status, deliveries, 1);
    }

    /// The first attempts of the n-th event's deliveries to so many endpoints.
    Calls attempts(int status, int deliveries, int endpoints) {
        Account account = service.newAccount();
        try (TestReceiver receiver = TestReceiver.open().answering(delivery -> status)) {
            for (int i = 0; i < endpoints; i++) {
                subscribe(account, receiver.url());
            }
            return recorded(() -> {
                for (int i = 1; i < deliveries; i++) {
                    assertThat(of("WorkerFunction", tip(account))).hasSize(1);
                }
                return one(of("WorkerFunction", tip(account)));
            });
        }
    }

    /// The cost of so many paid and spoken tips for each partition key.
    PartitionLoad spokenTips(int tips) {
        return new SpokenTips(service, recorder).load(tips);
    }

    /// A tip's audio is made.
    Calls audio() {
        return new SpokenTips(service, recorder).audio();
    }

    /// A socket opens.
    Calls open() {
        return recorded(() -> {
            int before = connects().size();
            TestSocket socket = TestSocket.open(service);
            await().until(() -> connects().size() > before);
            socket.close();
            return connects().getLast();
        });
    }

    /// A socket signs in, while so many tips wait.
    Calls signIn(int tips) {
        return signIn(tips, account -> Map.of("data", Map.of("apiKey", account.apiKey())));
    }

    /// A socket signs in with a realtime token, while so many tips wait.
    Calls signInByToken(int tips) {
        return signIn(
                tips,
                account -> Map.of(
                        "data",
                        Map.of(
                                "token",
                                Objects.requireNonNull(account.api()
                                        .post("/realtime/token")
                                        .expect(200)
                                        .at("token")))));
    }

    /// A socket signs in, and is sent the events of all tips but the first.
    Calls signInAgain(int tips) {
        return signIn(
                tips,
                account -> Map.of(
                        "data",
                        Map.of("apiKey", account.apiKey()),
                        "since",
                        Objects.requireNonNull(
                                Json.asObject(Json.read(account.events().getFirst()))
                                        .get("id"))));
    }

    /// An overlay's first socket signs in, while so many tips wait.
    Calls signInOverlay(int tips) {
        return signIn(tips, Measuring::overlayKey);
    }

    private static Map<String, ?> overlayKey(Account account) {
        return Map.of(
                "data",
                Map.of(
                        "overlayKey",
                        Objects.requireNonNull(OverlayScenarios.overlay(account).at("key"))));
    }

    /// The fan-out of a command to an overlay with one socket.
    Calls command() {
        Account account = service.newAccount();
        Answer overlay = OverlayScenarios.overlay(account);
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send(Map.of("data", Map.of("overlayKey", Objects.requireNonNull(overlay.at("key")))))
                    .next("ready");
            await().until(() -> account.hasJoined(1));
            return recorded(() -> {
                account.api()
                        .post("/overlays/" + overlay.at("overlay.id") + "/reload")
                        .expect(200);
                String command = account.table()
                        .query(Query.of(Keys.command(account.tenantId(), "").partition(), "cmd_"))
                        .getLast()
                        .key()
                        .sort();
                return one(of("FanOutFunction", command));
            });
        }
    }

    /// An overlay's page says what it does.
    Calls report() {
        Account account = service.newAccount();
        try (TestSocket socket = TestSocket.open(service)) {
            socket.send(overlayKey(account)).next("ready");
            await().until(() -> account.hasJoined(1));
            return recorded(() -> {
                socket.send(Map.of("type", "report", "data", Map.of("state", "playing")));
                await().until(() -> of("RealtimeFunction", "playing").size() == 1);
                return one(of("RealtimeFunction", "playing"));
            });
        }
    }

    /// As many old tips move as one message moves at once, not the first of their month.
    Calls archive() {
        Account account = service.newAccount();
        for (int i = 0; i <= ARCHIVED; i++) {
            String order = account.tip("Ada, Countess of Lovelace");
            account.api().post("/tts/" + order + "/start").expect(200);
            account.api().post("/tts/" + order + "/finish").expect(200);
        }
        service.clock().advance(UNTIL_OLD);
        archive(account, 1);
        return archive(account, ARCHIVED);
    }

    private Calls archive(Account account, int tips) {
        Map<String, Object> archive = Map.of("tenant_id", account.tenantId(), "left", tips);
        String id = "archive-" + tips + "-" + account.tenantId();
        Map<String, Object> record = Map.of("messageId", id, "body", Json.writeText(Map.of("archive", archive)));
        return recorded(() -> {
            try {
                service.stack().invoke("WorkerFunction", Json.write(Map.of("Records", List.of(record))));
            } catch (FunctionError e) {
                throw new AssertionError("The tips do not move", e);
            }
            return one(of("WorkerFunction", id));
        });
    }

    /// An event that Twitch sends is taken from the queue, not the first within a minute.
    Calls taken(String type, Map<String, Object> event) {
        TestPlatform twitch = TestPlatform.connected(service.newAccount(), Provider.TWITCH);
        String first = "first-" + twitch.id();
        recorded(() -> {
            twitch.sendAs(first, "channel.follow", FOLLOW).expect(204);
            return of("WorkerFunction", first);
        });
        String measured = "measured-" + twitch.id();
        return undisturbed(() -> {
            twitch.sendAs(measured, type, event).expect(204);
            return one(of("WorkerFunction", measured));
        });
    }

    private Calls signIn(int tips, Function<Account, Map<String, ?>> frame) {
        Account account = service.newAccount();
        return recorded(() -> {
            for (int i = 0; i < tips; i++) {
                tip(account);
            }
            service.clock().advance(WINDOW);
            Map<String, ?> signIn = frame.apply(account);
            String credential = Json.writeText(signIn).replaceAll(".*\"(s[awo][ksv]_[^\"]*)\".*", "$1");
            return whileTheStreamRests(() -> {
                try (TestSocket socket = TestSocket.open(service)) {
                    socket.send(signIn).next("ready");
                    return one(of("RealtimeFunction", credential));
                }
            });
        });
    }

    /// A socket closes.
    Calls leave() {
        return leave(account -> Map.of("data", Map.of("apiKey", account.apiKey())));
    }

    /// An overlay's socket closes.
    Calls leaveOverlay() {
        return leave(Measuring::overlayKey);
    }

    private Calls leave(Function<Account, Map<String, ?>> frame) {
        Account account = service.newAccount();
        TestSocket socket = TestSocket.open(service).send(frame.apply(account));
        Map<String, ?> ready = socket.next("ready");
        String connection =
                (String) Objects.requireNonNull(Json.asObject(ready.get("data")).get("connection_id"));
        return recorded(() -> {
            socket.close();
            await().until(() -> disconnects(connection).size() == 1);
            return one(disconnects(connection));
        });
    }

    /// The operations of AWS that each function was seen to call.
    Map<String, Set<String>> operations() {
        return recorder.operations();
    }

    /// As [#recorded], while nothing reads the stream: the fan-out gives an event's row its place, which is no cost of
    /// the request.
    private <T> T undisturbed(Supplier<T> happening) {
        return whileTheStreamRests(() -> recorded(happening));
    }

    private <T> T whileTheStreamRests(Supplier<T> happening) {
        try {
            service.stack().streams().pause();
            return happening.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } finally {
            service.stack().streams().resume();
        }
    }

    private <T> T recorded(Supplier<T> happening) {
        return recorder.during(service.stack().engines().dynamoDb(), happening);
    }

    private List<Calls> connects() {
        return recorder.ended("RealtimeFunction", "\"CONNECT\"");
    }

    private List<Calls> disconnects(String connection) {
        return recorder.ended("RealtimeFunction", connection).stream()
                .filter(calls -> calls.event().contains("$disconnect"))
                .toList();
    }

    private List<Calls> of(String function, String text) {
        await().until(() -> !recorder.ended(function, text).isEmpty());
        return recorder.ended(function, text);
    }

    private static void subscribe(Account account, String url) {
        account.api().post("/webhook-endpoints", Map.of("url", url)).expect(201);
    }

    /// Sends a tip, and tells its event's id once the fan-out has ended.
    private String tip(Account account) {
        String order = account.tip("Ada");
        String event = account.table()
                .query(Query.of(Keys.events(account.tenantId()), "evt_"))
                .getLast()
                .key()
                .sort();
        assertThat(account.events().getLast()).contains(order);
        await().until(() -> !recorder.ended("FanOutFunction", event).isEmpty());
        return event;
    }

    private static Calls one(List<Calls> found) {
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    @Override
    public void close() {
        service.close();
    }
}
