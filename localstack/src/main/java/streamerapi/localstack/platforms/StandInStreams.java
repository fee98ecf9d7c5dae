package streamerapi.localstack.platforms;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInState;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/// The channels of a platform that are live, by the broadcaster's id, as the events say that were sent.
final class StandInStreams {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, String> since = new ConcurrentSkipListMap<>();
    private final StandInState state;

    /// @param name of the part of the state: `twitch-streams`
    StandInStreams(StandInState state, String name) {
        this.state = state;
        JsonNode kept = state.part(name, () -> JSON.valueToTree(since));
        if (!kept.isMissingNode()) {
            since.putAll(JSON.convertValue(kept, new TypeReference<Map<String, String>>() {}));
        }
    }

    /// @param at in RFC 3339
    void began(String broadcasterId, String at) {
        since.put(broadcasterId, at);
        state.keep();
    }

    void ended(String broadcasterId) {
        since.remove(broadcasterId);
        state.keep();
    }

    /// The streams of these people that are live, as Twitch lists them.
    StandInAnswer listed(List<StandInUser> people) {
        ObjectNode body = StandInPlatform.node();
        ArrayNode data = body.putArray("data");
        people.forEach(user -> since(user.id())
                .ifPresent(began -> data.addObject()
                        .put("id", "4" + user.id())
                        .put("user_id", user.id())
                        .put("user_login", user.login())
                        .put("user_name", user.name())
                        .put("type", "live")
                        .put("title", "Lantern run, second attempt")
                        .put("viewer_count", 12)
                        .put("started_at", began)
                        .put("language", "en")));
        body.putObject("pagination");
        return StandInAnswer.json(200, body);
    }

    /// When a channel's stream began, in RFC 3339; empty if it is offline.
    Optional<String> since(String broadcasterId) {
        return Optional.ofNullable(since.get(broadcasterId));
    }
}
