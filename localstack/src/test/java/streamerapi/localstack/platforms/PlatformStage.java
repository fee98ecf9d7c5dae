package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import streamerapi.localstack.fixtures.StandInServer;
import streamerapi.localstack.fixtures.StandInServer.Said;
import streamerapi.service.TestClock;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/// A platform's stand-in on a port of its own, and an app that uses it.
final class PlatformStage implements AutoCloseable {

    static final String REDIRECT = "http://localhost:3999/callback";

    private final String platform;
    private final StandInPlatforms platforms;
    private final StandInServer server;
    private final TestClock clock = new TestClock();
    private final List<String> receivers = new CopyOnWriteArrayList<>();

    /// @param platform `twitch` or `kick`
    /// @param folder   what it keeps its state in, or null
    PlatformStage(String platform, @Nullable Path folder) {
        this.platform = platform;
        platforms = new StandInPlatforms(StandInServer.nothing(), folder, clock, channel -> List.copyOf(receivers));
        server = new StandInServer(platforms);
    }

    /// Takes the events of every Kick channel, as an account does that is connected in the same stack.
    void receiving(String address) {
        receivers.add(address);
    }

    TestClock clock() {
        return clock;
    }

    String clientId() {
        return platforms.app(platform).clientId();
    }

    String clientSecret() {
        return platforms.app(platform).clientSecret();
    }

    String url() {
        return server.url(StandInPlatforms.PATH + platform);
    }

    /// Sends a request with a token and the app's id.
    ///
    /// @param body JSON, or empty
    Said call(String method, String path, String token, String body) {
        return call(method, path, Map.of("Authorization", "Bearer " + token, "Client-Id", clientId()), body);
    }

    Said call(String method, String path, Map<String, String> headers, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url() + path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return server.send(request.build());
    }

    Said get(String path) {
        return server.send(HttpRequest.newBuilder(URI.create(url() + path)).build());
    }

    /// Posts a form; its fields come in pairs.
    Said form(String path, String... fields) {
        return server.send(HttpRequest.newBuilder(URI.create(url() + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(StandInServer.form(fields)))
                .build());
    }

    /// Asks the token endpoint as the app; the fields of the grant come in pairs.
    Said token(String grant, String... fields) {
        return tokenOf(clientId(), clientSecret(), grant, fields);
    }

    /// Asks the token endpoint as another app, or with another secret.
    Said tokenOf(String clientId, String clientSecret, String grant, String... fields) {
        String[] app = {"client_id", clientId, "client_secret", clientSecret, "grant_type", grant};
        return form(
                platform.equals("twitch") ? "/oauth2/token" : "/oauth/token",
                Stream.of(app, fields).flatMap(Stream::of).toArray(String[]::new));
    }

    /// Posts to a path below `control/`, and returns what it says.
    JsonNode control(String name, String body) {
        return call("POST", "/control/" + name, Map.of(), body).success();
    }

    @Override
    public void close() {
        server.close();
        platforms.close();
    }
}
