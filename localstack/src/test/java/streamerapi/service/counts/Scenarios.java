package streamerapi.service.counts;

import streamerapi.localstack.videos.StandInVideoSites;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.shared.auth.Role;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Every request whose cost the table names: each endpoint, and what makes it cost more or less.
public final class Scenarios {

    private static final Map<String, Object> TIP = Map.of("name", "Ada", "amount", 5, "message", "Hello there");
    private static final Scenario QUEUE =
            Scenario.of("GET /tts/queue", "10 tips wait", account -> requesting(account, 10, "/tts/queue"));

    private Scenarios() {}

    /// All of them: at least one for each endpoint.
    public static List<Scenario> all() {
        List<Scenario> all = new ArrayList<>();
        all.addAll(identity());
        all.addAll(queueReads());
        all.addAll(queueChanges());
        all.addAll(tips());
        all.addAll(MediaScenarios.all());
        all.addAll(review());
        all.addAll(MoneyScenarios.all());
        all.addAll(tipping());
        all.addAll(counters());
        all.addAll(ChatScenarios.all());
        all.addAll(ImportScenarios.all());
        all.addAll(EventScenarios.all());
        all.addAll(McpScenarios.all());
        all.addAll(webhooks());
        all.add(Scenario.of("POST /realtime/token", "", account -> api -> api.post("/realtime/token")));
        all.addAll(OverlayScenarios.all());
        all.addAll(LibraryScenarios.all());
        all.addAll(dashboard());
        all.addAll(AccountScenarios.all());
        all.addAll(ConnectionScenarios.all());
        all.addAll(OAuthScenarios.all());
        all.addAll(PeopleScenarios.all());
        all.addAll(IngestScenarios.all());
        all.addAll(PaymentScenarios.all());
        all.addAll(PageScenarios.all());
        return all;
    }

    /// A read of the queue as the n-th request of its key within a minute.
    static Scenario queueReadAfter(int requests) {
        return QUEUE.after(requests, "request " + (requests + 1));
    }

    private static List<Scenario> identity() {
        return List.of(
                Scenario.of("GET /openapi.json", "no credential", account -> api -> api.get("/openapi.json")),
                Scenario.of("GET /asyncapi.json", "no credential", account -> api -> api.get("/asyncapi.json")),
                Scenario.of("GET /events", "", account -> api -> api.get("/events")),
                Scenario.of("GET /events", "the key's first use in an hour, which is noted", account -> {
                    account.noteUse(false);
                    return api -> api.get("/events");
                }),
                Scenario.of("GET /me", "", account -> api -> api.get("/me")));
    }

    private static List<Scenario> queueReads() {
        return List.of(
                Scenario.of("GET /tts/queue", "empty", account -> api -> api.get("/tts/queue")),
                QUEUE,
                QUEUE.after(3, "10 tips wait, the key's count is due (every 4th request)"),
                QUEUE.after(6, "10 tips wait, the address's count is due (every 7th request)"),
                QUEUE.after(27, "10 tips wait, both counts are due"),
                Scenario.of("GET /tts/queue", "100 tips wait", account -> requesting(account, 100, "/tts/queue")),
                Scenario.of("GET /tts/queue", "second page", account -> {
                    List<String> tips = tips(account, 10);
                    return api -> api.get("/tts/queue?limit=5&after=" + tips.get(4));
                }),
                Scenario.of("GET /tts/history", "25 of 30 tips", account -> {
                    played(account, 30);
                    return api -> api.get("/tts/history");
                }),
                Scenario.of("GET /tts/history", "second page", account -> {
                    List<String> tips = played(account, 10);
                    return api -> api.get("/tts/history?limit=5&before=" + tips.get(5));
                }),
                Scenario.of("GET /tts/now", "nothing plays", account -> api -> api.get("/tts/now")),
                Scenario.of("GET /tts/now", "a tip plays", account -> {
                    started(account);
                    return api -> api.get("/tts/now");
                }));
    }

    private static List<Scenario> queueChanges() {
        return List.of(
                Scenario.of("POST /tts/{orderId}/start", "", account -> {
                    String tip = account.tip("Ada");
                    return api -> api.post("/tts/" + tip + "/start");
                }),
                Scenario.of("POST /tts/{orderId}/next", "10 tips wait", account -> {
                    List<String> tips = tips(account, 10);
                    return api -> api.post("/tts/" + tips.getLast() + "/next");
                }),
                Scenario.of("POST /tts/{orderId}/finish", "", account -> on(started(account), "finish")),
                Scenario.of("POST /tts/{orderId}/release", "", account -> on(started(account), "release")),
                Scenario.of(
                        "POST /tts/{orderId}/replay",
                        "",
                        account -> on(played(account, 1).getFirst(), "replay")),
                Scenario.of("POST /tts/skip", "nothing plays", account -> api -> api.post("/tts/skip")),
                Scenario.of("POST /tts/skip", "a tip plays", account -> {
                    started(account);
                    return api -> api.post("/tts/skip");
                }),
                Scenario.of("DELETE /tts/{orderId}", "", account -> {
                    String tip = account.tip("Ada");
                    return api -> api.delete("/tts/" + tip);
                }),
                Scenario.of("POST /tts/pause", "", account -> api -> api.post("/tts/pause")),
                Scenario.of("POST /tts/resume", "", account -> {
                    account.api().post("/tts/pause").expect(200);
                    return api -> api.post("/tts/resume");
                }),
                Scenario.of("POST /tts/clear", "10 tips wait", account -> {
                    tips(account, 10);
                    return api -> api.post("/tts/clear");
                }));
    }

    private static List<Scenario> tips() {
        return List.of(
                Scenario.of("POST /tips", "", account -> api -> api.post("/tips", TIP)),
                Scenario.of(
                        "POST /tips",
                        "with `currency`",
                        account -> api -> api.post("/tips", and(TIP, "currency", "EUR"))),
                Scenario.of("POST /tips", "with `paid`", account -> api -> api.post("/tips", and(TIP, "paid", true))),
                Scenario.of(
                        "POST /tips",
                        "with `external_ref`",
                        account -> api -> api.post("/tips", and(TIP, "external_ref", "payment 1"))),
                Scenario.of(
                        "POST /tips",
                        "with `Idempotency-Key`",
                        account -> api -> api.with("Idempotency-Key", "first").post("/tips", TIP)),
                Scenario.of("POST /tips", "the same `Idempotency-Key` again", account -> {
                    account.api()
                            .with("Idempotency-Key", "first")
                            .post("/tips", TIP)
                            .expect(201);
                    return api -> api.with("Idempotency-Key", "first").post("/tips", TIP);
                }),
                Scenario.of(
                        "POST /tips",
                        "with `media`, beside them the video site is asked",
                        account ->
                                api -> api.post("/tips", and(TIP, "media", Map.of("url", StandInVideoSites.PLAYABLE)))),
                Scenario.of("POST /tips", "a word is replaced", account -> {
                    filter(account, "replace");
                    return api -> api.post("/tips", TIP);
                }),
                Scenario.of("POST /tips", "it is held", account -> {
                    filter(account, "hold");
                    return api -> api.post("/tips", TIP);
                }),
                Scenario.of("POST /tips/test", "", account -> api -> api.post("/tips/test", Map.of())));
    }

    private static List<Scenario> review() {
        String place = "/dashboard/api/held-tips";
        return List.of(
                Scenario.of("GET /dashboard/api/held-tips", "10 tips wait", account -> {
                    filter(account, "hold");
                    IntStream.range(0, 10).forEach(i -> held(account));
                    Account.SignedIn session = account.signIn();
                    return api -> session.on(api).get(place);
                }),
                on(
                        "POST /dashboard/api/held-tips/{orderId}/approve",
                        (api, path) -> api.post(path + "/approve"),
                        account -> place + "/" + held(account)),
                on(
                        "POST /dashboard/api/held-tips/{orderId}/reject",
                        (api, path) -> api.post(path + "/reject"),
                        account -> place + "/" + held(account)));
    }

    private static void filter(Account account, String onMatch) {
        Map<String, Object> filter = Map.of("replace", List.of("hello"), "on_match", onMatch);
        account.dashboard()
                .patch("/dashboard/api/settings", Map.of("filter", filter))
                .expect(200);
    }

    private static String held(Account account) {
        filter(account, "hold");
        return String.valueOf(account.api().post("/tips", TIP).expect(202).at("order_id"));
    }

    private static List<Scenario> tipping() {
        return List.of(
                Scenario.of("GET /tipping", "", account -> api -> api.get("/tipping")),
                Scenario.of("POST /tipping/close", "", account -> api -> api.post("/tipping/close")),
                Scenario.of("POST /tipping/close", "it is closed", account -> {
                    account.api().post("/tipping/close").expect(200);
                    return api -> api.post("/tipping/close");
                }),
                Scenario.of("POST /tipping/open", "", account -> {
                    account.api().post("/tipping/close").expect(200);
                    return api -> api.post("/tipping/open");
                }));
    }

    private static List<Scenario> dashboard() {
        String place = "/dashboard/api";
        Map<String, Object> user =
                Map.of("email", "mo@example.com", "password", "a quiet otter sings", "role", "moderator");
        Map<String, Object> key = Map.of("name", "Deck", "scopes", List.of("tts:read"));
        return List.of(
                Scenario.of("POST /dashboard/api/sign-in", "", account -> {
                    Map<String, Object> login = Map.of("email", account.email(), "password", account.password());
                    return api -> api.post(place + "/sign-in", login);
                }),
                signedIn("POST /dashboard/api/sign-out", api -> api.post(place + "/sign-out")),
                signedIn("GET /dashboard/api/session", api -> api.get(place + "/session")),
                signedIn("POST /dashboard/api/tts/pause", api -> api.post(place + "/tts/pause")),
                signedIn("POST /dashboard/api/manual-tips", api -> api.post(place + "/manual-tips", TIP)),
                signedIn("GET /dashboard/api/api-keys", api -> api.get(place + "/api-keys")),
                signedIn("POST /dashboard/api/api-keys", api -> api.post(place + "/api-keys", key)),
                onKey("GET /dashboard/api/api-keys/{keyId}", ApiClient::get),
                onKey("PATCH /dashboard/api/api-keys/{keyId}", (api, path) -> api.patch(path, Map.of("name", "x"))),
                onKey("POST /dashboard/api/api-keys/{keyId}/rotate", (api, path) -> api.post(path + "/rotate")),
                onKey("DELETE /dashboard/api/api-keys/{keyId}", ApiClient::delete),
                signedIn("GET /dashboard/api/team", api -> api.get(place + "/team")),
                signedIn("POST /dashboard/api/team", api -> api.post(place + "/team", unique(user))),
                onUser("GET /dashboard/api/team/{userId}", ApiClient::get),
                onUser(
                        "PATCH /dashboard/api/team/{userId}",
                        (api, path) -> api.patch(path, Map.of("role", "super_admin"))),
                onUser("DELETE /dashboard/api/team/{userId}", ApiClient::delete),
                signedIn("GET /dashboard/api/settings", api -> api.get(place + "/settings")),
                Scenario.of("GET /dashboard/api/settings/voice-sample", "", account -> {
                    Account.SignedIn session = account.signIn();
                    session.on(account.api()).post(place + "/settings/voice-sample", Map.of("voice", "Joanna"));
                    return api -> session.on(api).get(place + "/settings/voice-sample");
                }),
                signedIn(
                        "POST /dashboard/api/settings/voice-sample",
                        api -> api.post(place + "/settings/voice-sample", Map.of("voice", "Joanna"))),
                signedIn(
                        "PATCH /dashboard/api/settings",
                        api -> api.patch(place + "/settings", Map.of("currency", "JPY"))),
                Scenario.of("PATCH /dashboard/api/settings", "with If-Match", account -> {
                    Account.SignedIn session = account.signIn();
                    String tag = Objects.requireNonNull(
                            session.on(account.api()).get(place + "/settings").header("ETag"));
                    return api ->
                            session.on(api).with("If-Match", tag).patch(place + "/settings", Map.of("currency", "JPY"));
                }));
    }

    /// A request of the owner, who has signed in before.
    private static Scenario signedIn(String operation, Function<ApiClient, Answer> request) {
        return Scenario.of(operation, "", account -> {
            Account.SignedIn session = account.signIn();
            return api -> request.apply(session.on(api));
        });
    }

    private static Scenario onKey(String operation, BiFunction<ApiClient, String, Answer> request) {
        return on(operation, request, account -> {
            Map<String, Object> key = Map.of("name", "Deck", "scopes", List.of("tts:read"));
            Answer created = account.dashboard().post("/dashboard/api/api-keys", key);
            return "/dashboard/api/api-keys/" + created.at("key.id");
        });
    }

    private static Scenario onUser(String operation, BiFunction<ApiClient, String, Answer> request) {
        return on(
                operation,
                request,
                account ->
                        "/dashboard/api/team/" + account.newUser(Role.MODERATOR).id());
    }

    private static Scenario on(
            String operation, BiFunction<ApiClient, String, Answer> request, Function<Account, String> prepare) {
        return Scenario.of(operation, "", account -> {
            String path = prepare.apply(account);
            Account.SignedIn session = account.signIn();
            return api -> request.apply(session.on(api), path);
        });
    }

    private static Map<String, Object> unique(Map<String, Object> user) {
        return and(user, "email", UUID.randomUUID() + "@example.com");
    }

    private static List<Scenario> counters() {
        return List.of(
                Scenario.of("GET /counters", "100 counters", account -> {
                    IntStream.range(0, 100).forEach(i -> setCounter(account.api(), "counter" + i, i));
                    return api -> api.get("/counters");
                }),
                Scenario.of("GET /counters/{name}", "", account -> {
                    setCounter(account.api(), "deaths", 1);
                    return api -> api.get("/counters/deaths");
                }),
                Scenario.of("PUT /counters/{name}", "new", account -> api -> setCounter(api, "deaths", 1)),
                Scenario.of("PUT /counters/{name}", "set", account -> {
                    setCounter(account.api(), "deaths", 1);
                    return api -> setCounter(api, "deaths", 2);
                }),
                Scenario.of("POST /counters/{name}/increment", "", account -> {
                    setCounter(account.api(), "deaths", 1);
                    return api -> api.post("/counters/deaths/increment");
                }),
                Scenario.of("DELETE /counters/{name}", "", account -> {
                    setCounter(account.api(), "deaths", 1);
                    return api -> api.delete("/counters/deaths");
                }));
    }

    private static Answer setCounter(ApiClient api, String name, int value) {
        return api.send("PUT", "/counters/" + name, Json.write(Map.of("value", value)));
    }

    private static List<Scenario> webhooks() {
        String path = "/webhook-endpoints";
        return List.of(
                Scenario.of("GET /webhook-endpoints", "", account -> {
                    endpoint(account);
                    return api -> api.get(path);
                }),
                Scenario.of(
                        "POST /webhook-endpoints",
                        "",
                        account -> api -> api.post(path, Map.of("url", "https://example.com/hook"))),
                Scenario.of("GET /webhook-endpoints/{endpointId}", "", account -> {
                    String id = endpoint(account);
                    return api -> api.get(path + "/" + id);
                }),
                Scenario.of("GET /webhook-endpoints/{endpointId}/deliveries", "", account -> {
                    String id = endpoint(account);
                    return api -> api.get(path + "/" + id + "/deliveries");
                }),
                Scenario.of("PATCH /webhook-endpoints/{endpointId}", "", account -> {
                    String id = endpoint(account);
                    return api -> api.patch(path + "/" + id, Map.of("description", "Mine"));
                }),
                Scenario.of("POST /webhook-endpoints/{endpointId}/rotate-secret", "", account -> {
                    String id = endpoint(account);
                    return api -> api.post(path + "/" + id + "/rotate-secret");
                }),
                Scenario.of("POST /webhook-endpoints/{endpointId}/ping", "", account -> {
                    String id = endpoint(account, "http://127.0.0.1:1/");
                    return api -> api.post(path + "/" + id + "/ping");
                }),
                Scenario.of("POST /webhook-endpoints/{endpointId}/recover", "nothing failed", account -> {
                    String id = endpoint(account);
                    String since = account.service().clock().instant().toString();
                    return api -> api.post(path + "/" + id + "/recover", Map.of("since", since));
                }),
                Scenario.of("GET /webhook-deliveries/{deliveryId}", "", account -> {
                    String delivery = failedDelivery(account, endpoint(account, "http://127.0.0.1:1/"));
                    return api -> api.get("/webhook-deliveries/" + delivery);
                }),
                Scenario.of("POST /webhook-deliveries/{deliveryId}/redeliver", "", account -> {
                    String delivery = failedDelivery(account, endpoint(account, "http://127.0.0.1:1/"));
                    return api -> api.post("/webhook-deliveries/" + delivery + "/redeliver");
                }),
                Scenario.of("DELETE /webhook-endpoints/{endpointId}", "", account -> {
                    String id = endpoint(account);
                    return api -> api.delete(path + "/" + id);
                }));
    }

    private static Function<ApiClient, Answer> requesting(Account account, int tips, String path) {
        tips(account, tips);
        return api -> api.get(path);
    }

    private static Function<ApiClient, Answer> on(String tip, String transition) {
        return api -> api.post("/tts/" + tip + "/" + transition);
    }

    private static List<String> tips(Account account, int count) {
        List<String> tips = new ArrayList<>();
        tips.add(account.tip("Ada"));
        tips.addAll(Copies.inQueue(account, tips.getFirst(), count - 1));
        return tips;
    }

    private static String started(Account account) {
        String tip = account.tip("Ada");
        account.api().post("/tts/" + tip + "/start").expect(200);
        return tip;
    }

    static List<String> played(Account account, int count) {
        List<String> tips = new ArrayList<>();
        tips.add(started(account));
        account.api().post("/tts/" + tips.getFirst() + "/finish").expect(200);
        tips.addAll(Copies.inHistory(account, tips.getFirst(), count - 1));
        return tips;
    }

    private static String endpoint(Account account) {
        return endpoint(account, "https://example.com/" + UUID.randomUUID());
    }

    private static String endpoint(Account account, String url) {
        Map<String, String> body = Map.of("url", url, "description", "Test");
        Answer answer = account.api().post("/webhook-endpoints", body).expect(201);
        return (String) Objects.requireNonNull(answer.at("endpoint.id"));
    }

    /// A delivery of the account's first event that failed, made as the record that it leaves.
    private static String failedDelivery(Account account, String endpointId) {
        account.tip("Ada");
        String eventId = String.valueOf(
                Json.asObject(Json.read(account.events().getFirst())).get("id"));
        Row row = Row.of(Keys.delivery(account.tenantId(), endpointId, eventId))
                .with(Attribute.any("status"), "failed")
                .with(Attribute.any("event_type"), "tip.created")
                .with(Attribute.any("attempts"), 8)
                .with(Attribute.any("created_at"), account.service().clock().instant());
        account.table().write(List.of(Write.put(row)));
        return "wd_" + eventId.substring("evt_".length()) + endpointId.substring("we_".length());
    }

    private static Map<String, Object> and(Map<String, Object> body, String name, Object value) {
        Map<String, Object> all = new LinkedHashMap<>(body);
        all.put(name, value);
        return all;
    }
}
