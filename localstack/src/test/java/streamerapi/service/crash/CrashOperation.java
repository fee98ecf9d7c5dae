package streamerapi.service.crash;

import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.shared.auth.Role;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/// A request, and what it may bring about when its caller has to send it twice.
///
/// @param function whose invocation answers it
/// @param prepare brings a fresh account, in whose queue a tip waits, to where the request is sent
/// @param fewest events, however often it was sent
/// @param most events, if it was sent twice: more than the fewest only if a second request is a second wish
record CrashOperation(
        String name,
        String function,
        Consumer<Stage> prepare,
        Function<Stage, RepeatableCall> call,
        int fewest,
        int most) {

    private static final String TTS = "TtsFunction";
    private static final String TIPS = "TipsFunction";
    private static final String WEBHOOKS = "WebhooksFunction";
    private static final String DASHBOARD = "DashboardFunction";
    private static final String PLACE = "/dashboard/api";

    @Override
    public String toString() {
        return name;
    }

    static List<CrashOperation> all() {
        return Stream.concat(api().stream(), dashboard().stream()).toList();
    }

    private static List<CrashOperation> dashboard() {
        return List.of(
                unchanging("POST /dashboard/api/sign-in", DASHBOARD, stage -> {}, stage -> {
                    Account account = stage.account();
                    return RepeatableCall.post(
                            PLACE + "/sign-in", Map.of("email", account.email(), "password", account.password()));
                }),
                unchanging("POST /dashboard/api/sign-in, wrong", DASHBOARD, stage -> {}, stage -> {
                    String email = stage.account().email();
                    return RepeatableCall.post(PLACE + "/sign-in", Map.of("email", email, "password", "wrong"));
                }),
                signedIn("POST /dashboard/api/sign-out", stage -> RepeatableCall.post(PLACE + "/sign-out"), 0, 0),
                signedIn("POST /dashboard/api/tts/pause", stage -> RepeatableCall.post(PLACE + "/tts/pause"), 1, 1),
                signedIn(
                        "POST /dashboard/api/manual-tips",
                        stage -> RepeatableCall.post(PLACE + "/manual-tips", Map.of("name", "Cy")),
                        1,
                        2),
                signedIn(
                        "POST /dashboard/api/manual-tips, Idempotency-Key",
                        stage -> RepeatableCall.post(PLACE + "/manual-tips", Map.of("name", "Cy"))
                                .with("Idempotency-Key", "one"),
                        1,
                        1),
                signedIn("POST /dashboard/api/api-keys", stage -> newKey(), 0, 0),
                signedIn(
                        "POST /dashboard/api/api-keys, Idempotency-Key",
                        stage -> newKey().with("Idempotency-Key", "one"),
                        0,
                        0),
                signedIn(
                        "PATCH /dashboard/api/api-keys/{keyId}",
                        stage -> RepeatableCall.patch(key(stage), Map.of("scopes", List.of())),
                        0,
                        0),
                signedIn(
                        "POST /dashboard/api/api-keys/{keyId}/rotate",
                        stage -> RepeatableCall.post(key(stage) + "/rotate"),
                        0,
                        0),
                signedIn("DELETE /dashboard/api/api-keys/{keyId}", stage -> RepeatableCall.delete(key(stage)), 0, 0),
                signedIn(
                        "POST /dashboard/api/team",
                        stage -> RepeatableCall.post(
                                PLACE + "/team",
                                Map.of(
                                        "email",
                                        UUID.randomUUID() + "@example.com",
                                        "password",
                                        "a quiet otter sings",
                                        "role",
                                        "moderator")),
                        0,
                        0),
                signedIn(
                        "PATCH /dashboard/api/team/{userId}",
                        stage -> RepeatableCall.patch(user(stage), Map.of("email", UUID.randomUUID() + "@example.com")),
                        0,
                        0),
                signedIn("DELETE /dashboard/api/team/{userId}", stage -> RepeatableCall.delete(user(stage)), 0, 0),
                signedIn(
                        "PATCH /dashboard/api/settings",
                        stage -> RepeatableCall.patch(PLACE + "/settings", Map.of("currency", "JPY")),
                        0,
                        0));
    }

    private static CrashOperation signedIn(String name, Function<Stage, RepeatableCall> call, int fewest, int most) {
        return new CrashOperation(
                name,
                DASHBOARD,
                stage -> {},
                stage -> call.apply(stage).signedIn(stage.account().signIn()),
                fewest,
                most);
    }

    private static RepeatableCall newKey() {
        return RepeatableCall.post(PLACE + "/api-keys", Map.of("name", "Deck", "scopes", List.of("tts:read")));
    }

    private static String key(Stage stage) {
        Answer created = newKey().signedIn(stage.account().signIn()).send(stage.account());
        return PLACE + "/api-keys/" + created.expect(201).at("key.id");
    }

    private static String user(Stage stage) {
        return PLACE + "/team/" + stage.account().newUser(Role.MODERATOR).id();
    }

    private static List<CrashOperation> api() {
        return List.of(
                unchanging("GET /tts/queue", TTS, stage -> {}, stage -> RepeatableCall.get("/tts/queue")),
                unchanging("GET /tts/history", TTS, CrashOperation::play, stage -> RepeatableCall.get("/tts/history")),
                unchanging("GET /tts/now", TTS, CrashOperation::claim, stage -> RepeatableCall.get("/tts/now")),
                once("POST /tts/pause", stage -> {}, stage -> RepeatableCall.post("/tts/pause")),
                refused("POST /tts/pause, paused", CrashOperation::pause, stage -> RepeatableCall.post("/tts/pause")),
                once(
                        "POST /tts/resume, playing",
                        stage -> {
                            claim(stage);
                            pause(stage);
                        },
                        stage -> RepeatableCall.post("/tts/resume")),
                refused("POST /tts/resume, not paused", stage -> {}, stage -> RepeatableCall.post("/tts/resume")),
                once("POST /tts/skip", CrashOperation::claim, stage -> RepeatableCall.post("/tts/skip")),
                refused("POST /tts/skip, nothing plays", stage -> {}, stage -> RepeatableCall.post("/tts/skip")),
                repeatable("POST /tts/clear", TTS, Stage::addTip, stage -> RepeatableCall.post("/tts/clear")),
                repeatable(
                        "POST /tts/clear, nothing waits",
                        TTS,
                        CrashOperation::play,
                        stage -> RepeatableCall.post("/tts/clear")),
                once("DELETE /tts/{orderId}", stage -> {}, stage -> RepeatableCall.delete("/tts/" + stage.tip())),
                refused(
                        "DELETE /tts/{orderId}, playing",
                        CrashOperation::claim,
                        stage -> RepeatableCall.delete("/tts/" + stage.tip())),
                once("POST /tts/{orderId}/next", Stage::addTip, of("next")),
                refused("POST /tts/{orderId}/next, the only tip", stage -> {}, of("next")),
                once("POST /tts/{orderId}/replay", CrashOperation::play, of("replay")),
                refused(
                        "POST /tts/{orderId}/replay, too soon",
                        stage -> {
                            play(stage);
                            stage.post("/tts/" + stage.tip() + "/replay");
                        },
                        of("replay")),
                once("POST /tts/{orderId}/start", stage -> {}, of("start")),
                refused("POST /tts/{orderId}/start, paused", CrashOperation::pause, of("start")),
                refused(
                        "POST /tts/{orderId}/start, another plays",
                        stage -> {
                            claim(stage);
                            stage.addTip();
                        },
                        of("start")),
                once("POST /tts/{orderId}/finish", CrashOperation::claim, of("finish")),
                refused("POST /tts/{orderId}/finish, not playing", stage -> {}, of("finish")),
                once("POST /tts/{orderId}/release", CrashOperation::claim, of("release")),
                refused("POST /tts/{orderId}/release, not playing", stage -> {}, of("release")),
                repeatable("POST /tips", TIPS, stage -> {}, stage -> newTip()),
                onlyOnce("POST /tips, Idempotency-Key", newTip().with("Idempotency-Key", "one")),
                onlyOnce(
                        "POST /tips, external_ref",
                        RepeatableCall.post("/tips", Map.of("name", "Cy", "external_ref", "r1"))),
                onlyOnce(
                        "POST /tips, Idempotency-Key and external_ref",
                        RepeatableCall.post("/tips", Map.of("name", "Cy", "external_ref", "r1", "currency", "USD"))
                                .with("Idempotency-Key", "one")),
                unchanging(
                        "POST /tips, refused, Idempotency-Key",
                        TIPS,
                        stage -> {},
                        stage -> RepeatableCall.post("/tips", Map.of()).with("Idempotency-Key", "one")),
                repeatable("POST /tips/test", TIPS, stage -> {}, stage -> RepeatableCall.post("/tips/test", Map.of())),
                repeatable(
                        "POST /tips, a field that nobody reads",
                        TIPS,
                        stage -> {},
                        stage -> RepeatableCall.post("/tips", Map.of("name", "Cy", "nobody", "reads"))
                                .with("Idempotency-Key", "one")),
                unchanging("GET /me", "IdentityFunction", stage -> {}, stage -> RepeatableCall.get("/me")),
                unchanging("POST /webhook-endpoints", WEBHOOKS, stage -> {}, CrashOperation::newEndpoint),
                unchanging(
                        "POST /webhook-endpoints, Idempotency-Key",
                        WEBHOOKS,
                        stage -> {},
                        stage -> newEndpoint(stage).with("Idempotency-Key", "one")),
                unchanging(
                        "GET /webhook-endpoints",
                        WEBHOOKS,
                        stage -> {},
                        stage -> RepeatableCall.get("/webhook-endpoints")),
                unchanging(
                        "GET /webhook-endpoints/{endpointId}",
                        WEBHOOKS,
                        stage -> {},
                        stage -> RepeatableCall.get("/webhook-endpoints/" + stage.endpointId())),
                unchanging(
                        "GET /webhook-endpoints/{endpointId}/deliveries",
                        WEBHOOKS,
                        stage -> {},
                        stage -> RepeatableCall.get("/webhook-endpoints/" + stage.endpointId() + "/deliveries")),
                unchanging(
                        "DELETE /webhook-endpoints/{endpointId}",
                        WEBHOOKS,
                        Stage::addEndpoint,
                        stage -> RepeatableCall.delete("/webhook-endpoints/" + stage.endpointId())));
    }

    private static CrashOperation unchanging(
            String name, String function, Consumer<Stage> prepare, Function<Stage, RepeatableCall> call) {
        return new CrashOperation(name, function, prepare, call, 0, 0);
    }

    private static CrashOperation refused(String name, Consumer<Stage> prepare, Function<Stage, RepeatableCall> call) {
        return unchanging(name, TTS, prepare, call);
    }

    private static CrashOperation once(String name, Consumer<Stage> prepare, Function<Stage, RepeatableCall> call) {
        return new CrashOperation(name, TTS, prepare, call, 1, 1);
    }

    private static CrashOperation onlyOnce(String name, RepeatableCall call) {
        return new CrashOperation(name, TIPS, stage -> {}, stage -> call, 1, 1);
    }

    private static CrashOperation repeatable(
            String name, String function, Consumer<Stage> prepare, Function<Stage, RepeatableCall> call) {
        return new CrashOperation(name, function, prepare, call, 1, 2);
    }

    private static Function<Stage, RepeatableCall> of(String transition) {
        return stage -> RepeatableCall.post("/tts/" + stage.tip() + "/" + transition);
    }

    private static RepeatableCall newTip() {
        return RepeatableCall.post("/tips", Map.of("name", "Cy"));
    }

    private static RepeatableCall newEndpoint(Stage stage) {
        return RepeatableCall.post(
                "/webhook-endpoints", Map.of("url", stage.receiver().url()));
    }

    private static void pause(Stage stage) {
        stage.post("/tts/pause");
    }

    private static void claim(Stage stage) {
        stage.post("/tts/" + stage.tip() + "/start");
    }

    private static void play(Stage stage) {
        claim(stage);
        stage.post("/tts/" + stage.tip() + "/finish");
    }
}
