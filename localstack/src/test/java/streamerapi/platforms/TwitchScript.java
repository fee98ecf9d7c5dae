package streamerapi.platforms;

import streamerapi.platforms.ScriptedPlatform.Call;
import streamerapi.platforms.ScriptedPlatform.Reply;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/// Twitch's OAuth and EventSub, as far as a check asks: subscriptions are taken by the application's token alone,
/// listed three on a page, and enabled at once.
final class TwitchScript {

    static final String TOKEN = "POST /oauth2/token";
    static final String VALIDATE = "GET /oauth2/validate";
    static final String REVOKE = "POST /oauth2/revoke";
    static final String LIST = "GET /helix/eventsub/subscriptions";
    static final String CREATE = "POST /helix/eventsub/subscriptions";
    static final String DELETE = "DELETE /helix/eventsub/subscriptions";

    private static final int PAGE = 3;

    final List<Map<String, Object>> subscriptions = new CopyOnWriteArrayList<>();
    private final AtomicInteger ids = new AtomicInteger();
    private final ConnectionStage stage;

    /// Answers with these from now on.
    TwitchScript(ConnectionStage stage) {
        this.stage = stage;
        stage.rotate(TOKEN);
        stage.server.on(VALIDATE, TwitchScript::validated);
        stage.server.on(REVOKE, call -> Reply.of(200, ""));
        stage.server.on(LIST, this::listed);
        stage.server.on(CREATE, this::created);
        stage.server.on(DELETE, this::deleted);
    }

    private static Reply validated(Call call) {
        return call.header("authorization").startsWith("OAuth access-")
                ? Reply.json(Map.of("user_id", "12345", "login", "novaplays", "expires_in", 3600))
                : Reply.of(401, "{}");
    }

    private static boolean isOfApp(Call call) {
        return call.header("authorization").equals("Bearer app-1")
                && call.header("client-id").equals("client-1");
    }

    private Reply listed(Call call) {
        if (!isOfApp(call)) {
            return Reply.of(401, "{}");
        }
        int from = Integer.parseInt(call.query().getOrDefault("after", "0"));
        int to = Math.min(from + PAGE, subscriptions.size());
        return Reply.json(Map.of(
                "data",
                subscriptions.subList(from, to),
                "pagination",
                to < subscriptions.size() ? Map.of("cursor", Integer.toString(to)) : Map.of()));
    }

    synchronized Reply created(Call call) {
        if (!isOfApp(call)) {
            return Reply.of(401, "{}");
        }
        Map<String, Object> made = new LinkedHashMap<>();
        call.json().forEach((name, value) -> made.put(name, Objects.requireNonNull(value)));
        add(made, "enabled");
        return Reply.of(202, "{\"data\":[{}]}");
    }

    /// Adds a subscription.
    synchronized void add(Map<String, Object> subscription, String status) {
        Map<String, Object> added = new LinkedHashMap<>(subscription);
        added.put("id", "sub-" + ids.incrementAndGet());
        added.put("status", status);
        added.put("created_at", stage.clock.instant().toString());
        subscriptions.add(added);
    }

    Reply deleted(Call call) {
        if (!isOfApp(call)) {
            return Reply.of(401, "{}");
        }
        boolean isGone = subscriptions.removeIf(
                each -> Objects.equals(each.get("id"), call.query().get("id")));
        return Reply.of(isGone ? 204 : 404, "");
    }

    /// Changes the status of the subscription of a type.
    synchronized void change(String type, String status) {
        List<Map<String, Object>> changed = new ArrayList<>();
        for (Map<String, Object> each : subscriptions) {
            Map<String, Object> copy = new LinkedHashMap<>(each);
            if (type.equals(copy.get("type"))) {
                copy.put("status", status);
            }
            changed.add(copy);
        }
        subscriptions.clear();
        subscriptions.addAll(changed);
    }

    /// The types that are enabled, in order.
    List<String> enabled() {
        return subscriptions.stream()
                .filter(each -> "enabled".equals(each.get("status")))
                .map(each -> (String) each.get("type"))
                .sorted()
                .toList();
    }
}
