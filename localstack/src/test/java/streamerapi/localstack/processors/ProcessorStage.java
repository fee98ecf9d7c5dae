package streamerapi.localstack.processors;

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
import streamerapi.localstack.fixtures.EventSubscriber;
import streamerapi.localstack.standins.StandIns;
import streamerapi.service.TestClock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A processor's stand-in on a port of its own.
final class ProcessorStage implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    /// An answer of the stand-in.
    record Said(int status, String text, HttpHeaders headers) {

        JsonNode json() {
            try {
                return text.isEmpty() ? MissingNode.getInstance() : JSON.readTree(text);
            } catch (IOException e) {
                throw new AssertionError(text, e);
            }
        }

        String at(String pointer) {
            return json().at(pointer).asText();
        }

        String header(String name) {
            return headers.firstValue(name).orElse("");
        }
    }

    private final String processor;
    private final Server server;
    private final StandInProcessors processors;
    private final HttpClient http = HttpClient.newHttpClient();
    private final TestClock clock = new TestClock();

    /// @param processor `stripe`, `paypal` or `kofi`
    /// @param folder   what it keeps its state in, or null
    ProcessorStage(String processor, @Nullable Path folder) {
        this.processor = processor;
        QueuedThreadPool threads = new QueuedThreadPool();
        threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
        server = new Server(threads);
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        processors = new StandInProcessors(
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
                clock);
        server.setHandler(processors);
        try {
            server.start();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    TestClock clock() {
        return clock;
    }

    StandInProcessors processors() {
        return processors;
    }

    /// A field of what an owner enters to connect the processor.
    String credential(String field) {
        return processors.credentials(processor).getOrDefault(field, "");
    }

    String url() {
        return server.getURI().resolve(StandIns.PATH + processor).toString();
    }

    /// Sends a request; headers come in pairs.
    Said call(String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(path.startsWith("http") ? path : url() + path))
                .method(method, BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            return new Said(response.statusCode(), response.body(), response.headers());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    Said get(String path) {
        return call("GET", path, "");
    }

    /// Presses a button of a checkout's page.
    Said decide(String page, String decision) {
        return call("POST", page, "decision=" + decision, "Content-Type", "application/x-www-form-urlencoded");
    }

    /// Posts to a path below `control/`, and returns what it says.
    JsonNode control(String name, String body) {
        Said said = call("POST", "/control/" + name, body);
        if (said.status() >= 300) {
            throw new AssertionError(said.status() + " " + said.text());
        }
        return said.json();
    }

    /// Waits for a subscriber's events.
    ///
    /// @param pointer to the type in an event
    static List<JsonNode> awaited(EventSubscriber subscriber, String pointer, String... types) {
        await().untilAsserted(() -> assertThat(subscriber.events())
                .extracting(event -> event.json().at(pointer).asText())
                .containsExactlyInAnyOrder(types));
        return subscriber.events().stream().map(EventSubscriber.Arrived::json).toList();
    }

    /// A form of fields that come in pairs.
    static String form(String... fields) {
        return IntStream.range(0, fields.length / 2)
                .mapToObj(i -> URLEncoder.encode(fields[2 * i], StandardCharsets.UTF_8) + "="
                        + URLEncoder.encode(fields[2 * i + 1], StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    @Override
    public void close() {
        LifeCycle.stop(server);
        processors.close();
        http.close();
    }
}
