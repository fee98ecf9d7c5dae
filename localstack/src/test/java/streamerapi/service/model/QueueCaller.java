package streamerapi.service.model;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.shared.events.EventLog;
import streamerapi.shared.events.LoggedEvent;
import streamerapi.shared.json.Json;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// Carries operations out through the API, and reads back what an account's rows say.
final class QueueCaller {

    private final Account account;
    private final ApiClient api;

    QueueCaller(Account account) {
        this.account = account;
        this.api = account.api();
    }

    /// Sends a tip with this name.
    Reply tip(String name) {
        Answer answer = api.post("/tips", Map.of("name", name)).expect(201);
        return new Reply(201, "", text(answer, "tip.order_id"));
    }

    /// Makes the call. For a tip, the operation's order id is its name.
    Reply perform(QueueOperation operation) {
        String orderId = operation.orderId();
        return switch (operation.action()) {
            case TIP -> tip(orderId);
            case START, FINISH, RELEASE, NEXT ->
                reply(api.post("/tts/" + orderId + "/" + operation.action().verb()), "tip.order_id");
            case REMOVE -> reply(api.delete("/tts/" + orderId), "");
            case REPLAY -> reply(api.post("/tts/" + orderId + "/replay"), "");
            case SKIP -> reply(api.post("/tts/skip"), "skipped_order_id");
            case PAUSE, RESUME -> reply(api.post("/tts/" + operation.action().verb()), "");
            case CLEAR -> reply(api.post("/tts/clear"), "cleared");
            case READ_QUEUE -> queue();
            case READ_HISTORY ->
                Reply.ok(String.valueOf(
                        api.get("/tts/history?limit=100").expect(200).each("tips", "order_id")));
            case READ_NOW -> now();
        };
    }

    /// When the claimed tip was claimed, as `GET /tts/now` has it; null if none is.
    @Nullable
    String startedAt() {
        return (String) api.get("/tts/now").expect(200).at("started_at");
    }

    /// Type and tip of every event of the queue, by event id.
    List<String> events() {
        return ofQueue(account.events().stream());
    }

    /// Type and tip of every event of the queue, in the order of their commits. An event's id is made before its
    /// commit: if a commit takes long, events with later ids are committed before it.
    List<String> committed() {
        EventLog log = new EventLog(account.table());
        int all = account.events().size();
        return ofQueue(Awaitility.await()
                .until(
                        () -> log.after(account.tenantId(), EventLog.BEGINNING, Integer.MAX_VALUE),
                        logged -> logged.size() == all)
                .stream()
                .map(LoggedEvent::body));
    }

    private static List<String> ofQueue(Stream<String> bodies) {
        return bodies.map(body -> Json.asObject(Json.read(body)))
                .filter(event -> isOfQueue(String.valueOf(event.get("type"))))
                .map(event -> event.get("type") + " " + orderId(Json.asObject(event.get("data"))))
                .toList();
    }

    /// The id of the replay that has this name.
    String replayNamed(String name) {
        return account.events().stream()
                .map(body -> Json.asObject(Json.asObject(Json.read(body)).get("data")))
                .filter(data -> Boolean.TRUE.equals(data.get("is_replay")) && name.equals(data.get("name")))
                .map(data -> String.valueOf(data.get("order_id")))
                .reduce((one, other) -> {
                    throw new AssertionError(name + " was replayed twice: " + one + ", " + other);
                })
                .orElseThrow(() -> new AssertionError(name + " was never replayed"));
    }

    private Reply queue() {
        Answer answer = api.get("/tts/queue").expect(200);
        return Reply.ok("paused=" + answer.at("is_paused") + " playing=" + answer.at("current_order_id") + " items="
                + answer.each("items", "order_id"));
    }

    private Reply now() {
        Answer answer = api.get("/tts/now").expect(200);
        Object playing = answer.at("tip") == null ? null : answer.at("tip.order_id");
        return Reply.ok("paused=" + answer.at("is_paused") + " playing=" + playing);
    }

    private static Reply reply(Answer answer, String named) {
        if (answer.status() >= 300) {
            String code = text(answer, "code");
            String detail = code.equals("already_playing") ? text(answer, "current_order_id") : "";
            return new Reply(answer.status(), code, detail);
        }
        return new Reply(answer.status(), "", named.isEmpty() ? "" : text(answer, named));
    }

    private static String text(Answer answer, String path) {
        return String.valueOf(answer.at(path));
    }

    private static boolean isOfQueue(String type) {
        return type.equals("tip.created") || type.startsWith("queue.tts.");
    }

    private static String orderId(Map<String, @Nullable Object> data) {
        if (data.get("order_id") instanceof String orderId) {
            return orderId;
        }
        return data.containsKey("tip")
                ? String.valueOf(
                        Objects.requireNonNull(Json.asObject(data.get("tip")).get("order_id")))
                : "";
    }
}
