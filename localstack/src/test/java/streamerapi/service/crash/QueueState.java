package streamerapi.service.crash;

import org.jspecify.annotations.Nullable;
import streamerapi.service.Account;
import streamerapi.shared.json.Json;
import streamerapi.tts.Tip;
import streamerapi.tts.TtsQueries;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// How a TTS queue stands: told by its events alone, or read from its rows. The two agree at every moment.
///
/// @param current the tip that is claimed, or null
/// @param waiting the tips that wait or play
/// @param played the history
record QueueState(boolean isPaused, @Nullable String current, Set<String> waiting, Set<String> played) {

    /// The state as the events tell it.
    static QueueState told(List<String> envelopes) {
        boolean paused = false;
        @Nullable String current = null;
        Set<String> waiting = new TreeSet<>();
        Set<String> played = new TreeSet<>();
        for (String text : envelopes) {
            Map<String, @Nullable Object> envelope = Json.asObject(Json.read(text));
            Map<String, @Nullable Object> data = Json.asObject(envelope.get("data"));
            switch ((String) Objects.requireNonNull(envelope.get("type"))) {
                case "tip.created" -> waiting.add(orderId(data));
                case "queue.tts.started" -> current = orderId(data);
                case "queue.tts.released" -> current = null;
                case "queue.tts.removed" -> waiting.remove(orderId(data));
                case "queue.tts.paused" -> paused = true;
                case "queue.tts.resumed" -> {
                    paused = false;
                    current = null;
                }
                case "queue.tts.cleared" -> {
                    waiting.clear();
                    current = null;
                }
                case "queue.tts.finished", "queue.tts.skipped" -> {
                    waiting.remove(orderId(data));
                    played.add(orderId(data));
                    current = null;
                }
                default -> {}
            }
        }
        return new QueueState(paused, current, waiting, played);
    }

    /// The state as the rows tell it.
    static QueueState stored(Account account) {
        TtsQueries pages = new TtsQueries(account.table(), account.service().clock());
        Map<String, @Nullable Object> queue = pages.snapshot(account.tenantId(), 1_000);
        return new QueueState(
                Boolean.TRUE.equals(queue.get("is_paused")),
                (String) queue.get("current_order_id"),
                orderIds(queue.get("items")),
                pages.history(account.tenantId(), 1_000, null).items().stream()
                        .map(Tip::orderId)
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    private static Set<String> orderIds(@Nullable Object items) {
        Set<String> ids = new TreeSet<>();
        for (Object item : (List<?>) Objects.requireNonNull(items)) {
            ids.add((String) Objects.requireNonNull(Json.asObject(item).get("order_id")));
        }
        return ids;
    }

    private static String orderId(Map<String, @Nullable Object> data) {
        Object own = data.get("order_id");
        return (String) Objects.requireNonNull(
                own != null ? own : Json.asObject(data.get("tip")).get("order_id"));
    }
}
