package streamerapi.service;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import streamerapi.shared.json.Json;
import streamerapi.shared.lambda.Clients;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.InstallationKeys;
import streamerapi.shared.secrets.CipherKeys;
import streamerapi.shared.secrets.KeyList;
import streamerapi.shared.secrets.SecretsUnavailable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// The keys in the Parameter Store, as SSM is asked for them.
@NullMarked
class InstallationKeysTest {

    private static final String NAME = "/streamer-api/secrets-key";

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<Map<String, @Nullable Object>> put = new CopyOnWriteArrayList<>();
    private final TestClock clock = new TestClock();
    private final HttpServer ssm = listen();
    private final CyclicBarrier together = new CyclicBarrier(2);
    private final AtomicInteger refusals = new AtomicInteger();
    private volatile boolean isRace;
    private volatile boolean isHidden;
    private volatile @Nullable String stored;
    private volatile @Nullable String fault;

    private HttpServer listen() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.createContext("/", this::answer);
            server.start();
            return server;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        String operation = Objects.requireNonNull(exchange.getRequestHeaders().getFirst("X-Amz-Target"));
        Map<String, @Nullable Object> body =
                Json.readObject(exchange.getRequestBody().readAllBytes());
        assertThat(body).containsEntry("Name", NAME);
        asked.add(operation.replace("AmazonSSM.", ""));
        if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            send(exchange, 400, Map.of("__type", "ThrottlingException", "message", "Rate exceeded"));
        } else if (fault != null) {
            send(exchange, 400, Map.of("__type", Objects.requireNonNull(fault)));
        } else if (operation.endsWith("GetParameter")) {
            String value = isHidden ? null : stored;
            awaitTheOther();
            if (value == null) {
                send(exchange, 400, Map.of("__type", "ParameterNotFound", "message", ""));
            } else {
                send(exchange, 200, Map.of("Parameter", Map.of("Value", value)));
            }
        } else {
            create(exchange, body);
        }
    }

    /// Two that read at once both find nothing.
    private void awaitTheOther() {
        if (isRace && asked.stream().filter("GetParameter"::equals).count() <= 2) {
            try {
                together.await();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }

    private synchronized void create(HttpExchange exchange, Map<String, @Nullable Object> body) throws IOException {
        put.add(body);
        if (stored != null) {
            send(exchange, 400, Map.of("__type", "com.amazonaws.ssm#ParameterAlreadyExists"));
        } else {
            stored = (String) body.get("Value");
            send(exchange, 200, Map.of("Version", 1));
        }
    }

    private static void send(HttpExchange exchange, int status, Map<String, ?> body) throws IOException {
        byte[] answer = Json.writeText(body).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    @AfterEach
    void close() {
        ssm.stop(0);
    }

    /// The keys as a new process reads them.
    private CipherKeys process() {
        Environment environment = new Environment(
                Map.of(
                        "AWS_REGION", "us-east-1",
                        "AWS_ACCESS_KEY_ID", "id",
                        "AWS_SECRET_ACCESS_KEY", "secret",
                        "SECRETS_KEY_PARAMETER", NAME,
                        "AWS_ENDPOINT_URL_SSM",
                                "http://localhost:" + ssm.getAddress().getPort()),
                clock);
        return InstallationKeys.of(new Clients(environment), environment);
    }

    @Test
    void theyAreMadeAtTheFirstNeedAndReadOnceByEachProcess() {
        CipherKeys first = process();
        assertThat(asked).isEmpty();
        String name = first.byName().firstEntry().getKey();
        assertThat(asked).containsExactly("GetParameter", "PutParameter");
        assertThat(put.getFirst())
                .containsEntry("Type", "SecureString")
                .containsEntry("Overwrite", false)
                .containsEntry("Value", stored);
        clock.advance(Duration.ofDays(1));
        assertThat(first.byName()).containsOnlyKeys(name);
        assertThat(process().byName()).containsOnlyKeys(name);
        assertThat(asked).containsExactly("GetParameter", "PutParameter", "GetParameter");
    }

    /// SSM's reads can lag behind its writes.
    @Test
    void keysThatAnotherHasMadeAndThatAreNotToldYetAreReadLater() {
        process().byName();
        isHidden = true;
        CipherKeys second = process();
        assertThatThrownBy(second::byName)
                .isInstanceOf(SecretsUnavailable.class)
                .hasMessageContaining("SSM does not tell yet what was made a moment ago");
        isHidden = false;
        assertThat(second.byName())
                .containsOnlyKeys(process().byName().firstEntry().getKey());
        assertThat(put).hasSize(2);
    }

    @Test
    void ofTwoThatMakeThemAtOnceOneReadsTheOthers() throws Exception {
        isRace = true;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> one =
                    threads.submit(() -> process().byName().firstEntry().getKey());
            Future<String> other =
                    threads.submit(() -> process().byName().firstEntry().getKey());
            assertThat(one.get()).isEqualTo(other.get());
        }
        assertThat(put).hasSize(2);
        assertThat(asked).hasSize(5);
    }

    @Test
    void aKeyThatWasAddedIsFoundButSsmIsNotAskedAtEachRequest() {
        CipherKeys warm = process();
        String first = warm.byName().firstEntry().getKey();
        String second = KeyList.create();
        stored = stored + "," + second;
        asked.clear();
        warm.readAgain();
        assertThat(asked).as("it has read them a moment ago").isEmpty();
        clock.advance(Duration.ofMinutes(1));
        assertThat(warm.readAgain().sequencedKeySet()).containsExactly(first, second.substring(0, second.indexOf(':')));
        warm.readAgain();
        assertThat(asked).containsExactly("GetParameter");
    }

    @Test
    void aRefusalIsToldWithoutWhatWasSentAndAskedAnew() {
        CipherKeys keys = process();
        fault = "AccessDeniedException";
        assertThatThrownBy(keys::byName)
                .isInstanceOf(SecretsUnavailable.class)
                .hasMessage("The keys in the SSM parameter " + NAME + " cannot be read: SSM answers 400");
        fault = null;
        assertThat(keys.byName()).hasSize(1);
    }

    /// SSM answers 40 reads a second of an account, and each process that starts reads once.
    @Test
    void thatSsmTakesNoMoreAtTheMomentFailsNoRequest() {
        refusals.set(2);
        String made = process().byName().firstEntry().getKey();
        refusals.set(2);
        assertThat(process().byName()).containsOnlyKeys(made);
        refusals.set(3);
        assertThatThrownBy(process()::byName)
                .isInstanceOf(SecretsUnavailable.class)
                .hasMessageEndingWith("cannot be read: SSM answers 400");
    }

    @Test
    void aParameterThatHoldsSomethingElseIsNotReplaced() {
        stored = "not a key";
        assertThatThrownBy(process()::byName)
                .isInstanceOf(SecretsUnavailable.class)
                .hasMessageStartingWith("The SSM parameter " + NAME + " must hold");
        assertThat(put).isEmpty();
    }
}
