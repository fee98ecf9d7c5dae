package streamerapi.localstack.platforms;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Plays Twitch and Kick, each below [#PATH] and its name, where the service is told to find them.
///
/// The paths are the platforms' own. Those below `control/` make things happen there.
public final class StandInPlatforms extends Handler.Wrapper implements AutoCloseable {

    /// What stands before a platform's name.
    public static final String PATH = "/stand-ins/";

    /// The variables that have a platform's addresses, by its name.
    public static final Map<String, List<String>> VARIABLES = Map.copyOf(new TreeMap<>(Map.of(
            "twitch", List.of("TWITCH_API_URL", "TWITCH_AUTH_URL"),
            "kick", List.of("KICK_API_URL", "KICK_AUTH_URL"))));

    private static final Duration HANG = Duration.ofSeconds(8);

    /// What a streamer enters to connect.
    public record AppCredentials(String clientId, String clientSecret) {}

    private final StandInState state;
    private final EventSender sender = new EventSender();
    private final Map<String, StandInPlatform> platforms;

    /// @param next   answers every other path
    /// @param folder where apps, tokens and subscriptions are kept; null to keep nothing
    /// @param clock  what events are dated by
    /// @param kicks  the addresses that take the events of a Kick channel in this stack, by the channel's id: for an
    /// app               whose webhook was not entered
    public StandInPlatforms(
            Handler next, @Nullable Path folder, InstantSource clock, Function<String, List<String>> kicks) {
        super(next);
        state = new StandInState(folder);
        platforms = Map.of(
                "twitch", StandInTwitch.of(state, sender, clock),
                "kick", StandInKick.of(state, sender, clock, kicks));
        state.keep();
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

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        String path = request.getHttpURI().getPath();
        if (!path.startsWith(PATH)) {
            return super.handle(request, response, callback);
        }
        int end = path.indexOf('/', PATH.length());
        StandInPlatform platform = end < 0 ? null : platforms.get(path.substring(PATH.length(), end));
        if (platform == null) {
            write(StandInAnswer.text(404, "There is no such stand-in\n"), response, callback);
            return true;
        }
        StandInCall call = StandInCall.of(request, path.substring(end));
        StandInLog.Told told = isOfService(call) ? platform.log().told(call) : null;
        StandInAnswer answer = told != null && told.misbehaviour() == StandInLog.Misbehaviour.REFUSED
                ? told.answer()
                : platform.answer(call);
        if (!call.method().equals("GET")) {
            state.keep();
        }
        if (isOfService(call)) {
            platform.log().add(call, answer.status());
        }
        switch (told == null ? StandInLog.Misbehaviour.REFUSED : told.misbehaviour()) {
            case REFUSED -> write(answer, response, callback);
            case HANG ->
                CompletableFuture.delayedExecutor(HANG.toSeconds(), TimeUnit.SECONDS)
                        .execute(() -> write(answer, response, callback));
            case DROP -> {
                request.getConnectionMetaData().getConnection().close();
                callback.succeeded();
            }
        }
        return true;
    }

    /// Whether a call is one that the service makes; scripts and people make the others.
    private static boolean isOfService(StandInCall call) {
        return !call.path().startsWith(StandInPlatform.CONTROL)
                && !call.path().equals("/app")
                && !call.path().endsWith("/authorize");
    }

    private static void write(StandInAnswer answer, Response response, Callback callback) {
        response.setStatus(answer.status());
        answer.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        response.write(true, ByteBuffer.wrap(answer.body().getBytes(StandardCharsets.UTF_8)), callback);
    }

    @Override
    public void close() {
        sender.close();
    }
}
