package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;
import streamerapi.localstack.fixtures.EventSubscriber;
import streamerapi.localstack.fixtures.StandInServer;
import streamerapi.localstack.fixtures.StandInServer.Said;
import streamerapi.localstack.standins.StandIns;
import streamerapi.service.TestClock;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// A processor's stand-in on a port of its own.
final class ProcessorStage implements AutoCloseable {

    private final String processor;
    private final StandInProcessors processors;
    private final StandInServer server;
    private final TestClock clock = new TestClock();

    /// @param processor `stripe`, `paypal` or `kofi`
    /// @param folder   what it keeps its state in, or null
    ProcessorStage(String processor, @Nullable Path folder) {
        this.processor = processor;
        processors = new StandInProcessors(StandInServer.nothing(), folder, clock);
        server = new StandInServer(processors);
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
        return server.url(StandIns.PATH + processor);
    }

    /// Sends a request; headers come in pairs.
    Said call(String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(path.startsWith("http") ? path : url() + path))
                .method(method, BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return server.send(request.build());
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
        return call("POST", "/control/" + name, body).success();
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

    @Override
    public void close() {
        server.close();
        processors.close();
    }
}
