package streamerapi.priming;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import streamerapi.service.webhooks.Certificates;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;

/// Connections to AWS are kept between calls, over TLS: the handshakes that calls come to are counted. A fan-out to 50
/// sockets is 50 calls at once.
///
/// Left alone, the JDK keeps five connections, for five seconds. Its clock cannot be moved, so this test waits a second
/// longer than that; `-Dsilence=20` waits for 20.
@NullMarked
class KeptConnectionsTest {

    private static final Duration SILENCE = Duration.ofSeconds(Integer.getInteger("silence", 6));
    private static final int SOCKETS = 50;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final AtomicInteger handshakes = new AtomicInteger();
    private volatile CountDownLatch allThere = new CountDownLatch(0);

    @Test
    void afterASilenceNeitherFiftyCallsNorOneMakeAHandshake() throws Exception {
        HttpsServer aws = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        try (Certificates certificates = new Certificates(folder)) {
            serve(aws, certificates);
            Process process = start("https://127.0.0.1:" + aws.getAddress().getPort(), certificates);
            try (BufferedReader answers = process.inputReader(StandardCharsets.UTF_8)) {
                assertThat(handshakes(process, answers, SOCKETS)).isGreaterThanOrEqualTo(SOCKETS);
                assertThat(handshakes(process, answers, SOCKETS)).isZero();
                assertThat(handshakes(process, answers, 1)).isZero();
                Thread.sleep(SILENCE);
                assertThat(handshakes(process, answers, SOCKETS)).isZero();
                Thread.sleep(SILENCE);
                assertThat(handshakes(process, answers, 1)).isZero();
            } finally {
                process.destroyForcibly();
            }
        } finally {
            aws.stop(0);
        }
    }

    /// How many handshakes so many calls at once make.
    private int handshakes(Process process, BufferedReader answers, int calls) throws IOException {
        int before = handshakes.get();
        allThere = new CountDownLatch(calls);
        process.outputWriter().append(Integer.toString(calls)).append('\n').flush();
        assertThat(answers.readLine()).isEqualTo(Integer.toString(calls));
        return handshakes.get() - before;
    }

    private void serve(HttpsServer aws, Certificates certificates) {
        aws.setHttpsConfigurator(new HttpsConfigurator(certificates.good()) {
            @Override
            public void configure(HttpsParameters parameters) {
                handshakes.incrementAndGet();
                super.configure(parameters);
            }
        });
        aws.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        aws.createContext("/", this::answer);
        aws.start();
    }

    /// Answers a call when as many have come as are made at once, so that each has a connection of its own.
    private void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        CountDownLatch all = allThere;
        all.countDown();
        try {
            all.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        byte[] nothing = "{}".getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
        exchange.sendResponseHeaders(200, nothing.length);
        exchange.getResponseBody().write(nothing);
        exchange.close();
    }

    private Process start(String url, Certificates certificates) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Djavax.net.ssl.trustStore=" + certificates.trusted(),
                        "-Djavax.net.ssl.trustStorePassword=" + Certificates.PASSWORD,
                        "-Dlog.others=ERROR",
                        "-Dfunctions.log=" + folder.resolve("functions.log"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        CallingProcess.class.getName())
                .redirectError(folder.resolve("errors.txt").toFile());
        builder.environment()
                .putAll(Map.of(
                        "AWS_REGION", "us-east-1",
                        "AWS_ACCESS_KEY_ID", "local",
                        "AWS_SECRET_ACCESS_KEY", "local",
                        "AWS_ENDPOINT_URL_DYNAMODB", url));
        return builder.start();
    }
}
