package streamerapi.platforms;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import streamerapi.connections.ChannelReward;
import streamerapi.connections.NewChannelReward;
import streamerapi.connections.ProviderConnection;
import streamerapi.connections.ProviderException;
import streamerapi.platforms.ScriptedPlatform.Call;
import streamerapi.platforms.ScriptedPlatform.Reply;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static streamerapi.connections.Provider.TWITCH;

@NullMarked
class KeptRewardsTest {

    private static final String LIST = "GET /helix/channel_points/custom_rewards";
    private static final String CREATE = "POST /helix/channel_points/custom_rewards";

    private final ConnectionStage stage = new ConnectionStage();

    @AfterEach
    void close() {
        stage.close();
    }

    private static Map<String, Object> reward(String id) {
        return Map.of("id", id, "title", "Hydrate!", "cost", 500, "prompt", "", "is_user_input_required", true);
    }

    private ProviderConnection connected() {
        ProviderConnection connection = stage.connected(TWITCH);
        stage.server.on(
                LIST,
                call -> Reply.json(Map.of(
                        "data",
                        "true".equals(call.query().get("only_manageable_rewards"))
                                ? List.of(reward("ours"))
                                : List.of(reward("ours"), reward("theirs")))));
        return connection;
    }

    @Test
    void allRewardsSayWhetherTheApplicationMadeThem() {
        ProviderConnection connection = connected();
        assertThat(stage.platforms.rewards().all(connection))
                .containsExactly(
                        new ChannelReward("ours", "Hydrate!", 500, null, true, true),
                        new ChannelReward("theirs", "Hydrate!", 500, null, true, false));
        assertThat(stage.server.calls(LIST).getFirst().query()).containsEntry("broadcaster_id", "12345");
    }

    @Test
    void aRewardIsMade() {
        ProviderConnection connection = connected();
        stage.server.on(CREATE, call -> Reply.json(Map.of("data", List.of(reward("new")))));
        assertThat(stage.platforms.rewards().create(connection, new NewChannelReward("Hydrate!", 500, null, true)))
                .isEqualTo(new ChannelReward("new", "Hydrate!", 500, null, true, true));
        Call call = stage.server.calls(CREATE).getFirst();
        assertThat(call.query()).isEqualTo(Map.of("broadcaster_id", "12345"));
        assertThat(call.json())
                .isEqualTo(Map.of("title", "Hydrate!", "cost", new BigDecimal(500), "is_user_input_required", true));

        stage.server.on(CREATE, unreadable -> Reply.json(Map.of("data", List.of())));
        assertThatThrownBy(() -> stage.platforms
                        .rewards()
                        .create(connection, new NewChannelReward("Hydrate!", 500, "Drink", false)))
                .isInstanceOf(ProviderException.Unavailable.class);
        stage.server.on(CREATE, refused -> Reply.of(400, "{}"));
        assertThatThrownBy(() -> stage.platforms
                        .rewards()
                        .create(connection, new NewChannelReward("Hydrate!", 500, "Drink", false)))
                .isInstanceOf(ProviderException.Refused.class);
    }

    @Test
    void managedRewardsAreKeptForFiveMinutes() {
        ProviderConnection connection = connected();
        assertThat(stage.platforms.managedRewards().isManaged(connection, "ours"))
                .isTrue();
        assertThat(stage.platforms.managedRewards().isManaged(connection, "ours"))
                .isTrue();
        assertThat(stage.server.calls(LIST)).hasSize(1);

        assertThat(stage.platforms.managedRewards().isManaged(connection, "theirs"))
                .isFalse();
        assertThat(stage.platforms.managedRewards().isManaged(connection, "theirs"))
                .isFalse();
        assertThat(stage.server.calls(LIST)).hasSize(2);

        stage.clock.advance(Duration.ofMinutes(5));
        assertThat(stage.platforms.managedRewards().isManaged(connection, "ours"))
                .isTrue();
        assertThat(stage.server.calls(LIST)).hasSize(3);
    }

    @Test
    void anotherAuthorizationIsAskedAnew() {
        ProviderConnection before = connected();
        assertThat(stage.platforms.managedRewards().isManaged(before, "ours")).isTrue();
        stage.clock.advance(Duration.ofMinutes(1));
        ProviderConnection after = stage.connected(TWITCH);
        stage.server.on(LIST, call -> Reply.json(Map.of("data", List.of(reward("theirs")))));

        assertThat(stage.platforms.managedRewards().isManaged(after, "ours")).isFalse();
        assertThat(stage.platforms.managedRewards().isManaged(after, "theirs")).isTrue();
    }
}
