package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;
import streamerapi.service.TestPlatform;
import streamerapi.shared.json.Json;
import streamerapi.shared.secrets.KeyList;
import streamerapi.shared.secrets.SecretCipher;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/// An account as every simulation begins with it: made by the service itself, once for all seeds, because a password
/// takes long to hash.
///
/// @param rows what the table holds
record Prepared(MemoryTable.Snapshot rows, YearAccount account, YearAccount neighbour) {

    /// Events that the endpoints ask for.
    static final List<String> EVENTS = List.of(
            "tip.created", "tip.held", "tip.reviewed", "tip.refunded", "queue.tts.started", "queue.tts.finished");

    private static final Duration LONG_ENOUGH = Duration.ofMinutes(5);
    static final String PASSWORD = "correct-horse-battery-staple";

    private static final ReentrantLock MAKING = new ReentrantLock();

    private static @Nullable Prepared made;

    /// The account. It is not made while the class is loaded, because threads of the simulation need the class too; and
    /// no monitor is held meanwhile: the JVM can lose one whose thread carries virtual threads ([Carrier]), and the
    /// next thread that wants it waits for ever.
    static Prepared one() {
        MAKING.lock();
        try {
            Prepared one = made;
            if (one == null) {
                one = make();
                made = one;
            }
            return one;
        } finally {
            MAKING.unlock();
        }
    }

    private static Prepared make() {
        World world = new World(1, 0, Mutation.NONE, null, YearAccount.NONE);
        YearAccount[] account = {YearAccount.NONE, YearAccount.NONE};
        world.turns().start(() -> {
            account[0] = account(world);
            account[1] = neighbour(world);
        });
        world.turns().runUntil(Turns.BEGINNING.plus(LONG_ENOUGH));
        Row connection = world.lambdas().as("CreateAccountFunction", () -> connection(account[0].tenantId()));
        TableService.over(world.table().transport()).write(List.of(Write.put(connection)));
        MemoryTable.Snapshot rows = world.table().table().snapshot();
        world.close();
        if (account[1].equals(YearAccount.NONE)) {
            throw new IllegalStateException("The account was not made");
        }
        return new Prepared(rows, account[0], account[1]);
    }

    /// The connection to a platform whose tokens end.
    private static Row connection(String tenantId) {
        SecretCipher cipher = new SecretCipher(() -> KeyList.parse(Lambdas.SECRETS_KEY, "SECRETS_KEY"));
        return TestPlatform.row(
                tenantId, EndingTokens.PROVIDER, "connected", EndingTokens.first(), cipher, Turns.BEGINNING);
    }

    private static YearAccount neighbour(World world) {
        YearAccount account = created(world, "Neighbour", "bob@example.com");
        ApiUser user = new ApiUser(world, account);
        for (String url : Neighbour.ENDPOINTS) {
            expect(user.send("POST", "/v1/webhook-endpoints", """
                    {"url": "%s", "events": ["counter.updated"]}""".formatted(url), null));
        }
        return account;
    }

    private static void expect(ApiUser.Reply reply) {
        if (!reply.isDone()) {
            throw new IllegalStateException(reply.text());
        }
    }

    private static YearAccount created(World world, String name, String email) {
        byte[][] answer = {new byte[0]};
        CompletableFuture<Boolean> isMade = new CompletableFuture<>();
        String asked = """
                {"name": "%s", "currency": "EUR", "email": "%s", "password": "%s"}""".formatted(name, email, PASSWORD);
        world.lambdas().invoke("CreateAccountFunction", asked.getBytes(StandardCharsets.UTF_8), come -> {
            answer[0] = Objects.requireNonNull(come, "no account");
            isMade.complete(true);
        });
        world.turns().join(isMade, LONG_ENOUGH);
        Map<String, @Nullable Object> fields = Json.readObject(answer[0]);
        Map<String, String> secrets = new LinkedHashMap<>();
        Json.asObject(fields.get("ingest_secrets"))
                .forEach((source, secret) -> secrets.put(source, String.valueOf(secret)));
        return YearAccount.of(String.valueOf(fields.get("tenant_id")), String.valueOf(fields.get("api_key")), secrets);
    }

    private static String text(ApiUser.Reply reply, String... names) {
        return String.valueOf(Objects.requireNonNull(reply.at(names), reply.text()));
    }

    private static YearAccount account(World world) {
        YearAccount first = created(world, "Year", "ada@example.com");
        ApiUser owner = new ApiUser(world, first);
        ApiUser.Reply session = owner.once("POST", "/dashboard/api/sign-in", Map.of(), """
                {"email": "ada@example.com", "password": "%s"}""".formatted(PASSWORD));
        String cookie = String.valueOf(
                Objects.requireNonNull((List<?>) session.headers().get("cookies"), session.text())
                        .getFirst());
        YearAccount signedIn =
                first.signedIn(cookie.substring(0, cookie.indexOf(';')), String.valueOf(session.at("csrf_token")));
        ApiUser withSession = new ApiUser(world, signedIn);
        ApiUser.Reply key = withSession.dashboard("POST", "/api-keys", """
                {"name": "Second", "scopes": ["tts:read", "tips:create"]}""");
        expect(key);
        String wanted = Json.writeText(EVENTS);
        for (String receiver : List.of("good", "bad", "brief")) {
            expect(withSession.send("POST", "/v1/webhook-endpoints", """
                    {"url": "https://%s.example/hook", "events": %s}""".formatted(receiver, wanted), null));
        }
        expect(withSession.send("PUT", "/v1/counters/deaths", """
                {"value": 0}""", null));
        expect(withSession.dashboard("PATCH", "/settings", ModeratedTexts.filter()));
        owner.ingest("beta", "bot-1", "bot.connected", """
                {"channel": "novaplays"}""");
        ApiUser.Reply overlay = withSession.dashboard("POST", "/overlays", """
                {"name": "Main", "widgets": ["alert", "goal", "tts"]}""");
        expect(overlay);
        return signedIn.withSecondKey(text(key, "secret"), text(key, "key", "id"))
                .withOverlay(text(overlay, "overlay", "id"), text(overlay, "key"));
    }
}
