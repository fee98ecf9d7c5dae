package streamerapi.localstack.platforms;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import streamerapi.service.TestClock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/// A platform's stand-in on a port of its own, and an app that uses it.
final class PlatformStage implements AutoCloseable {

    static final String REDIRECT = "http://localhost:3999/callback";

    private static final ObjectMapper JSON = new ObjectMapper();

    /// An answer of the stand-in.
    record Said(int status, String text, String location) {

        JsonNode json() {
            try {
                return text.isEmpty() ? MissingNode.getInstance() : JSON.readTree(text);
            } catch (IOException e) {
                throw new AssertionError(text, e);
            }
        }

        /// A parameter of the address that it redirects to, or an empty text.
        String back(String name) {
            return Arrays.stream(URI.create(location).getRawQuery().split("&"))
                    .filter(parameter -> parameter.startsWith(name + "="))
                    .map(parameter -> URLDecoder.decode(parameter.substring(name.length() + 1), StandardCharsets.UTF_8))
                    .findFirst()
                    .orElse("");
        }
    }

    private final String platform;
    private final Server server;
    private final StandInPlatforms platforms;
    private final HttpClient http = HttpClient.newHttpClient();
    private final TestClock clock = new TestClock();
    private final List<String> receivers = new CopyOnWriteArrayList<>();

    /// @param platform `twitch` or `kick`
    /// @param folder   what it keeps its state in, or null
    PlatformStage(String platform, @Nullable Path folder) {
        this.platform = platform;
        QueuedThreadPool threads = new QueuedThreadPool();
        threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
        server = new Server(threads);
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        platforms = new StandInPlatforms(
                new Handler.Abstract() {
                    @Override
                    public boolean handle(
                            org.eclipse.jetty.server.Request request,
                            org.eclipse.jetty.server.Response response,
                            org.eclipse.jetty.util.Callback callback) {
                        return false;
                    }
                },
                folder,
                clock,
                channel -> List.copyOf(receivers));
        server.setHandler(platforms);
        try {
            server.start();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
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
        return server.getURI().resolve(StandInPlatforms.PATH + platform).toString();
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
        return send(request.build());
    }

    Said get(String path) {
        return send(HttpRequest.newBuilder(URI.create(url() + path)).build());
    }

    /// Posts a form; its fields come in pairs.
    Said form(String path, String... fields) {
        return send(HttpRequest.newBuilder(URI.create(url() + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(encoded(fields)))
                .build());
    }

    /// Posts to a path below `control/`, and returns what it says.
    JsonNode control(String name, String body) {
        Said said = call("POST", "/control/" + name, Map.of(), body);
        if (said.status() >= 300) {
            throw new AssertionError(said.status() + " " + said.text());
        }
        return said.json();
    }

    static String encoded(String... fields) {
        return java.util.stream.IntStream.range(0, fields.length / 2)
                .mapToObj(i -> fields[2 * i] + "=" + URLEncoder.encode(fields[2 * i + 1], StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    private Said send(HttpRequest request) {
        try {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            return new Said(
                    response.statusCode(),
                    response.body(),
                    response.headers().firstValue("Location").orElse(""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        LifeCycle.stop(server);
        platforms.close();
        http.close();
    }
}
