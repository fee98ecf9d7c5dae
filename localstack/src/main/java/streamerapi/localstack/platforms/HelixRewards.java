package streamerapi.localstack.platforms;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.RandomText;
import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInCall;
import streamerapi.localstack.standins.StandInState;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// `/helix/channel_points/custom_rewards` and its redemptions.
///
/// Each channel has a reward that its streamer made by hand, which no app can resolve.
final class HelixRewards {

    private static final int MAX_REWARDS = 50;
    private static final int MAX_TITLE = 45;
    private static final int MAX_PROMPT = 200;
    private static final int MAX_IDS = 50;
    private static final String READ = "channel:read:redemptions";
    private static final String MANAGE = "channel:manage:redemptions";
    private static final ObjectMapper JSON = new ObjectMapper();

    /// The states of a redemption, as the API spells them.
    enum Resolution {
        UNFULFILLED,
        FULFILLED,
        CANCELED
    }

    /// @param redemptions by id
    private record Books(List<TwitchReward> rewards, Map<String, Redeeming> redemptions) {}

    /// @param event as it was sent
    private record Redeeming(String rewardId, String broadcasterId, Resolution status, JsonNode event) {}

    private final Helix helix;
    private final Books books;

    HelixRewards(OAuthServer oauth, StandInState state) {
        helix = new Helix(oauth);
        JsonNode kept = state.part("twitch-rewards", this::kept);
        books = kept.isMissingNode()
                ? new Books(new ArrayList<>(), new LinkedHashMap<>())
                : JSON.convertValue(kept, new TypeReference<>() {});
    }

    private synchronized JsonNode kept() {
        return JSON.valueToTree(books);
    }

    synchronized StandInAnswer list(StandInCall call) {
        StandInUser broadcaster = helix.broadcaster(call, READ, MANAGE);
        boolean manageable = call.parameter("only_manageable_rewards").equals("true");
        List<String> ids = call.parameters("id");
        ObjectNode body = StandInPlatform.node();
        ArrayNode data = body.putArray("data");
        rewards(broadcaster)
                .filter(reward -> !manageable || reward.clientId().equals(call.header("Client-Id")))
                .filter(reward -> ids.isEmpty() || ids.contains(reward.id()))
                .map(TwitchReward::json)
                .forEach(data::add);
        if (!ids.isEmpty() && data.isEmpty()) {
            throw Helix.refusal(404, "The custom rewards specified in the id query parameter were not found.");
        }
        return StandInAnswer.json(200, body);
    }

    synchronized StandInAnswer create(StandInCall call) {
        StandInUser broadcaster = helix.broadcaster(call, MANAGE);
        JsonNode body = Helix.body(call);
        String title = body.path("title").asText();
        long cost = body.path("cost").asLong();
        String prompt = body.path("prompt").asText("");
        if (title.isEmpty() || title.codePointCount(0, title.length()) > MAX_TITLE) {
            throw Helix.refusal(400, "The title must contain a minimum of 1 character and a maximum of 45 characters.");
        }
        if (cost < 1 || cost > Integer.MAX_VALUE) {
            throw Helix.refusal(400, "The value in the cost field must be a minimum of 1 point.");
        }
        if (prompt.codePointCount(0, prompt.length()) > MAX_PROMPT) {
            throw Helix.refusal(400, "The prompt is limited to a maximum of 200 characters.");
        }
        if (rewards(broadcaster).anyMatch(reward -> reward.title().equalsIgnoreCase(title))) {
            throw Helix.refusal(400, "CREATE_CUSTOM_REWARD_DUPLICATE_REWARD");
        }
        if (rewards(broadcaster).count() >= MAX_REWARDS) {
            throw Helix.refusal(400, "CREATE_CUSTOM_REWARD_TOO_MANY_REWARDS");
        }
        TwitchReward reward = new TwitchReward(
                RandomText.uuid(),
                broadcaster,
                call.header("Client-Id"),
                title,
                cost,
                prompt,
                body.path("is_user_input_required").asBoolean());
        books.rewards.add(reward);
        return Helix.one(200, reward.json());
    }

    synchronized StandInAnswer resolve(StandInCall call) {
        StandInUser broadcaster = helix.broadcaster(call, MANAGE);
        List<String> ids = call.parameters("id");
        String rewardId = call.parameter("reward_id");
        if (ids.isEmpty() || rewardId.isEmpty()) {
            throw Helix.refusal(400, "Missing required parameter");
        }
        if (ids.size() > MAX_IDS) {
            throw Helix.refusal(400, "This endpoint only supports up to 50 IDs at a time");
        }
        Resolution status = status(Helix.body(call).path("status").asText());
        TwitchReward reward = rewards(broadcaster)
                .filter(one -> one.id().equals(rewardId))
                .findFirst()
                .orElseThrow(() -> Helix.refusal(404, "The custom reward specified in reward_id was not found."));
        if (!reward.clientId().equals(call.header("Client-Id"))) {
            throw Helix.refusal(
                    403,
                    "The ID in the Client-Id header must match the client ID used to create the custom reward, or the"
                            + " broadcaster doesn't have partner or affiliate status.");
        }
        ids.forEach(id -> open(id, rewardId, broadcaster));
        ObjectNode body = StandInPlatform.node();
        ArrayNode data = body.putArray("data");
        ids.forEach(id -> books.redemptions.computeIfPresent(id, (same, one) -> {
            data.add(json(one, status));
            return new Redeeming(one.rewardId, one.broadcasterId, status, one.event);
        }));
        return StandInAnswer.json(200, body);
    }

    private static Resolution status(String text) {
        return switch (text) {
            case "FULFILLED" -> Resolution.FULFILLED;
            case "CANCELED" -> Resolution.CANCELED;
            default -> throw Helix.refusal(400, "Invalid status provided");
        };
    }

    private void open(String id, String rewardId, StandInUser broadcaster) {
        Redeeming redemption = books.redemptions.get(id);
        if (redemption == null
                || !redemption.broadcasterId.equals(broadcaster.id())
                || !redemption.rewardId.equals(rewardId)) {
            throw Helix.refusal(404, "Redemption ID " + id + " does not exist or is not owned by the broadcaster");
        }
        if (redemption.status != Resolution.UNFULFILLED) {
            throw Helix.refusal(400, "ID " + id + " is already fulfilled or cancelled");
        }
    }

    private static ObjectNode json(Redeeming redemption, Resolution status) {
        JsonNode event = redemption.event;
        ObjectNode json = StandInPlatform.node()
                .put("broadcaster_name", event.path("broadcaster_user_name").asText())
                .put("broadcaster_login", event.path("broadcaster_user_login").asText())
                .put("broadcaster_id", event.path("broadcaster_user_id").asText());
        for (String same : List.of("id", "user_id", "user_name", "user_login", "user_input", "redeemed_at", "reward")) {
            json.set(same, event.path(same));
        }
        return json.put("status", status.name());
    }

    /// A redemption's state; nothing of one that never was.
    synchronized Optional<Resolution> status(String broadcasterId, String id) {
        return Optional.ofNullable(books.redemptions.get(id))
                .filter(one -> one.broadcasterId.equals(broadcasterId))
                .map(Redeeming::status);
    }

    /// The reward that is redeemed if a test names none: an app's, or else the streamer's own.
    synchronized TwitchReward usual(StandInUser broadcaster) {
        return rewards(broadcaster)
                .filter(reward -> !reward.clientId().isEmpty())
                .findFirst()
                .orElseGet(() -> rewards(broadcaster).findFirst().orElseThrow());
    }

    /// A reward by its id, if the channel has it.
    synchronized Optional<TwitchReward> find(StandInUser broadcaster, String id) {
        return rewards(broadcaster).filter(reward -> reward.id().equals(id)).findFirst();
    }

    /// Notes a redemption that is about to be told, and its reward if the channel has none of that id: by hand, then.
    synchronized void redeemed(StandInUser broadcaster, JsonNode event) {
        JsonNode reward = event.path("reward");
        String rewardId = reward.path("id").asText();
        if (find(broadcaster, rewardId).isEmpty()) {
            books.rewards.add(new TwitchReward(
                    rewardId,
                    broadcaster,
                    "",
                    reward.path("title").asText(),
                    reward.path("cost").asLong(),
                    reward.path("prompt").asText(),
                    false));
        }
        Resolution status =
                switch (event.path("status").asText()) {
                    case "fulfilled" -> Resolution.FULFILLED;
                    case "canceled" -> Resolution.CANCELED;
                    default -> Resolution.UNFULFILLED;
                };
        books.redemptions.putIfAbsent(
                event.path("id").asText(), new Redeeming(rewardId, broadcaster.id(), status, event));
    }

    private Stream<TwitchReward> rewards(StandInUser broadcaster) {
        if (books.rewards.stream().noneMatch(reward -> reward.broadcaster().id().equals(broadcaster.id()))) {
            books.rewards.add(new TwitchReward(
                    RandomText.uuid(), broadcaster, "", "Drink some water", 300, "One glass, on camera.", false));
        }
        return books.rewards.stream().filter(reward -> reward.broadcaster().id().equals(broadcaster.id()));
    }
}
