package streamerapi.twitch;

import org.jspecify.annotations.Nullable;
import streamerapi.connections.AccountAccess;
import streamerapi.connections.ChannelReward;
import streamerapi.connections.NewChannelReward;
import streamerapi.providers.JsonFields;
import streamerapi.providers.ProviderCalls;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The custom rewards of a channel at Twitch, by a user's token. Twitch has 50 of them at most, on one page.
public final class TwitchRewards {

    private static final String PATH = "/channel_points/custom_rewards";

    private final TwitchApi api;

    public TwitchRewards(TwitchApi api) {
        this.api = api;
    }

    /// The ids of the rewards that the application made.
    public Set<String> managed(AccountAccess access) {
        return list(access, true).stream().map(reward -> reward.text("id")).collect(Collectors.toUnmodifiableSet());
    }

    /// All rewards of the channel.
    public List<ChannelReward> all(AccountAccess access) {
        Set<String> managed = managed(access);
        return list(access, false).stream()
                .map(reward -> reward(reward, managed.contains(reward.text("id"))))
                .toList();
    }

    /// Makes a reward.
    public ChannelReward create(AccountAccess access, NewChannelReward reward) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("title", reward.title());
        body.put("cost", reward.cost());
        body.put("is_user_input_required", reward.userInput());
        if (reward.prompt() != null) {
            body.put("prompt", reward.prompt());
        }
        URI address = api.helix(PATH, Map.of("broadcaster_id", access.account().id()));
        List<JsonFields> made = ProviderCalls.data(
                api.calls().body(api.post(address, access.credentials(), access.accessToken(), body)));
        if (made.isEmpty()) {
            throw api.calls().unreadable();
        }
        return reward(made.getFirst(), true);
    }

    private List<JsonFields> list(AccountAccess access, boolean isManaged) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("broadcaster_id", access.account().id());
        query.put("only_manageable_rewards", Boolean.toString(isManaged));
        return ProviderCalls.data(
                api.calls().body(api.get(api.helix(PATH, query), access.credentials(), access.accessToken())));
    }

    private static ChannelReward reward(JsonFields fields, boolean isManaged) {
        String prompt = fields.text("prompt");
        return new ChannelReward(
                fields.text("id"),
                fields.text("title"),
                fields.number("cost"),
                prompt.isEmpty() ? null : prompt,
                fields.flag("is_user_input_required"),
                isManaged);
    }
}
