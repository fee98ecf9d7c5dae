package streamerapi.priming;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Test;
import streamerapi.connections.Provider;
import streamerapi.events.WorkerFunction;
import streamerapi.hooks.HooksFunction;
import streamerapi.service.Account;
import streamerapi.service.Service;
import streamerapi.service.TestPlatform;
import streamerapi.shared.json.Json;
import streamerapi.tts.TtsFunction;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/// How much a function loads to start without a snapshot and to handle its first event: classes that are not the JDK's,
/// lambdas among them. A cold start is nearly all loading of classes, so their number holds its time on every machine.
///
/// A few more or fewer are loaded as threads meet. What adds a library to this path must be worth it (ADR 23).
class ColdStartTest {

    private static final int MOST_OF_A_READ = 690;
    private static final int MOST_OF_A_DELIVERY = 920;
    private static final int MOST_OF_A_HOOK = 480;

    /// By these Powertools' metrics name themselves in what every client of the SDK sends.
    private static final Pattern OF_EVERY_CLIENT =
            Pattern.compile(".*\\.powertools\\.(common\\.internal\\..*|metrics\\.internal\\.MetricsUserAgent.*)");

    private static final Service SERVICE = Service.shared();

    @Test
    void aReadLoadsFewClassesAndNoLoggingFrameworkOrDataBinding() throws Exception {
        Account account = SERVICE.newAccount();
        account.tip("NovaFox");

        ChildProcess process = ChildProcess.cold(
                TtsFunction.class,
                PrimingTest.variables(SERVICE, TtsFunction.class),
                PrimingTest.request(account, "GET", "/v1/tts/queue", null));

        assertThat(process.output()).contains("\"statusCode\":200").contains("NovaFox");
        assertThat(process.loadedFromTheZip()).hasSizeBetween(MOST_OF_A_READ / 2, MOST_OF_A_READ);
        holds(process);
    }

    @Test
    void aDeliveryLoadsFewClassesAndNoLoggingFrameworkOrDataBinding() throws Exception {
        Account account = SERVICE.newAccount();
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        receiver.start();
        try {
            String url = "http://127.0.0.1:" + receiver.getAddress().getPort();
            Object endpointId = account.api()
                    .post("/webhook-endpoints", Map.of("url", url, "events", List.of("tipping.opened")))
                    .expect(201)
                    .at("endpoint.id");

            ChildProcess process = ChildProcess.cold(
                    WorkerFunction.class,
                    PrimingTest.variables(SERVICE, WorkerFunction.class),
                    PrimingTest.delivery(account, String.valueOf(endpointId)));

            assertThat(process.output()).contains("\"batchItemFailures\":[]", "\"response_status\":204");
            assertThat(process.loadedFromTheZip()).hasSizeBetween(MOST_OF_A_DELIVERY / 2, MOST_OF_A_DELIVERY);
            holds(process);
        } finally {
            receiver.stop(0);
        }
    }

    @Test
    void anEventOfAPlatformLoadsStillFewerClasses() throws Exception {
        Account account = SERVICE.newAccount();
        TestPlatform twitch = TestPlatform.connected(account, Provider.TWITCH);
        HttpServer ssm = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        Map<String, String> variables = PrimingTest.variables(SERVICE, HooksFunction.class);
        byte[] keys = Json.write(
                Map.of("Parameter", Map.of("Value", Objects.requireNonNull(variables.remove("SECRETS_KEY")))));
        ssm.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, keys.length);
            exchange.getResponseBody().write(keys);
            exchange.close();
        });
        ssm.start();
        try {
            variables.put(
                    "AWS_ENDPOINT_URL_SSM",
                    "http://127.0.0.1:" + ssm.getAddress().getPort());

            ChildProcess process = ChildProcess.cold(HooksFunction.class, variables, twitch.event(Instant.now()));

            assertThat(process.output()).contains("\"statusCode\":204").doesNotContain("\"ignored\"");
            assertThat(process.loadedFromTheZip()).hasSizeBetween(MOST_OF_A_HOOK / 2, MOST_OF_A_HOOK);
            holds(process);
        } finally {
            ssm.stop(0);
        }
    }

    private static void holds(ChildProcess process) {
        assertThat(process.loadedFromTheZip())
                .noneMatch(name -> name.startsWith("org.apache.logging.")
                        || name.startsWith("com.fasterxml.jackson.databind.")
                        || (name.startsWith("software.amazon.lambda.")
                                && !OF_EVERY_CLIENT.matcher(name).matches())
                        || name.startsWith("software.amazon.awssdk.regions.servicemetadata."));
    }
}
