package streamerapi.localstack.platforms;

import org.eclipse.jetty.server.Handler;
import org.jspecify.annotations.Nullable;
import streamerapi.localstack.standins.StandInState;
import streamerapi.localstack.standins.StandIns;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Plays Twitch and Kick, each below [StandIns#PATH] and its name, where the service is told to find them.
///
/// The paths are the platforms' own. Those below `control/` make things happen there.
public final class StandInPlatforms extends StandIns {

    /// The variables that have a platform's addresses, by its name.
    public static final Map<String, List<String>> VARIABLES = Map.copyOf(new TreeMap<>(Map.of(
            "twitch", List.of("TWITCH_API_URL", "TWITCH_AUTH_URL"),
            "kick", List.of("KICK_API_URL", "KICK_AUTH_URL"))));

    /// The values that a streamer enters to connect.
    public record AppCredentials(String clientId, String clientSecret) {}

    private final Map<String, StandInPlatform> platforms;

    /// @param next   answers every other path
    /// @param folder where apps, tokens and subscriptions are kept; null to keep nothing
    /// @param clock  what events are dated by
    /// @param kicks  the addresses that take the events of a Kick channel in this stack, by the channel's id: for an
    /// app               whose webhook was not entered
    public StandInPlatforms(
            Handler next, @Nullable Path folder, InstantSource clock, Function<String, List<String>> kicks) {
        this(next, new StandInState(folder, "stand-ins"), clock, kicks);
    }

    private StandInPlatforms(
            Handler next, StandInState state, InstantSource clock, Function<String, List<String>> kicks) {
        super(next, state);
        platforms = Map.of(
                "twitch", StandInTwitch.of(state, sender(), clock),
                "kick", StandInKick.of(state, sender(), clock, kicks));
        play(Map.copyOf(platforms));
    }

    /// The app that a platform knows from the start.
    ///
    /// @param platform `twitch` or `kick`
    public AppCredentials app(String platform) {
        StandInApp app =
                Objects.requireNonNull(platforms.get(platform), platform).app();
        return new AppCredentials(app.clientId(), app.clientSecret());
    }

    /// Every secret that the platforms gave or were given in this process: client secrets, codes, tokens and what signs
    /// events. A test looks for them where they should not be.
    public Set<String> secrets() {
        return platforms.values().stream()
                .flatMap(platform -> platform.secrets().stream())
                .collect(Collectors.toSet());
    }
}
