package streamerapi.localstack.platforms;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInState;

import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// `/public/v1/events/subscriptions`.
///
/// A subscription that is there is not made again: its id is told.
final class StandInKickSubscriptions {

    private static final ObjectMapper JSON = new ObjectMapper();

    /// A subscription. Its events go to the webhook of its app.
    record Entry(String id, String clientId, String broadcasterId, String type, String createdAt) {

        ObjectNode json() {
            return StandInPlatform.node()
                    .put("app_id", clientId)
                    .put("broadcaster_user_id", Long.parseLong(broadcasterId))
                    .put("created_at", createdAt)
                    .put("event", type)
                    .put("id", id)
                    .put("method", "webhook")
                    .put("updated_at", createdAt)
                    .put("version", KickTopic.VERSION);
        }
    }

    private final InstantSource clock;
    private final List<Entry> all = new ArrayList<>();

    StandInKickSubscriptions(InstantSource clock, StandInState state) {
        this.clock = clock;
        JsonNode kept = state.part("kick-subscriptions", this::kept);
        if (!kept.isMissingNode()) {
            all.addAll(JSON.convertValue(kept, new TypeReference<List<Entry>>() {}));
        }
    }

    private synchronized JsonNode kept() {
        return JSON.valueToTree(all);
    }

    /// @param broadcasterId the channel, which the caller may subscribe to
    synchronized StandInAnswer create(String clientId, String broadcasterId, JsonNode body) {
        if (!body.path("method").asText().equals("webhook")
                || body.path("events").isEmpty()) {
            throw KickPublic.refusal(400, "Invalid request");
        }
        ObjectNode answer = StandInPlatform.node();
        ArrayNode data = answer.putArray("data");
        for (JsonNode asked : body.path("events")) {
            ObjectNode made = data.addObject()
                    .put("name", asked.path("name").asText())
                    .put("version", asked.path("version").asInt());
            if (KickTopic.of(asked.path("name").asText()).isEmpty()
                    || !asked.path("version").isInt()
                    || asked.path("version").asInt() != KickTopic.VERSION) {
                made.put("error", "invalid event name or version").put("subscription_id", "");
            } else {
                made.put("error", "")
                        .put(
                                "subscription_id",
                                id(clientId, broadcasterId, asked.path("name").asText()));
            }
        }
        return StandInAnswer.json(200, answer.put("message", "OK"));
    }

    private String id(String clientId, String broadcasterId, String type) {
        return all.stream()
                .filter(one -> one.clientId.equals(clientId)
                        && one.broadcasterId.equals(broadcasterId)
                        && one.type.equals(type))
                .findFirst()
                .orElseGet(() -> {
                    String now = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
                    Entry made = new Entry(RandomText.ulid(clock.instant()), clientId, broadcasterId, type, now);
                    all.add(made);
                    return made;
                })
                .id();
    }

    /// @param broadcasterId empty for every channel
    synchronized StandInAnswer list(String clientId, String broadcasterId) {
        ObjectNode answer = StandInPlatform.node();
        ArrayNode data = answer.putArray("data");
        all.stream()
                .filter(one -> one.clientId.equals(clientId))
                .filter(one -> broadcasterId.isEmpty() || one.broadcasterId.equals(broadcasterId))
                .forEach(one -> data.add(one.json()));
        return StandInAnswer.json(200, answer.put("message", "OK"));
    }

    synchronized StandInAnswer delete(String clientId, List<String> ids) {
        if (ids.isEmpty()) {
            throw KickPublic.refusal(400, "Invalid request");
        }
        all.removeIf(one -> one.clientId.equals(clientId) && ids.contains(one.id));
        return StandInAnswer.empty(204);
    }

    synchronized List<Entry> of(KickTopic topic) {
        return all.stream().filter(one -> one.type.equals(topic.type())).toList();
    }

    synchronized List<Entry> all() {
        return List.copyOf(all);
    }

    synchronized boolean has(String id) {
        return all.stream().anyMatch(one -> one.id.equals(id));
    }

    /// Forgets subscriptions without a word.
    synchronized void forget(Predicate<Entry> which) {
        all.removeIf(which);
    }
}
