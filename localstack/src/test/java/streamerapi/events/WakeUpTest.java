package streamerapi.events;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

import static org.assertj.core.api.Assertions.assertThat;

/// What is started when a stream begins.
class WakeUpTest {

    @Test
    void eachGroupOfEndpointsIsAskedOncePerCopy() throws IOException {
        assertThat(asked(1)).hasSize(9).doesNotHaveDuplicates().contains("OPTIONS /v1/tips", "OPTIONS /overlay");
        assertThat(asked(2)).hasSize(18);
        assertThat(asked(0)).isEmpty();
    }

    @Test
    void whatDoesNotAnswerKeepsNothingFromBeingDone() {
        assertThat(new WakeUp("http://localhost:1", 1).call()).isZero();
    }

    private static List<String> asked(int copies) throws IOException {
        ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        try {
            long answered = new WakeUp("http://localhost:" + server.getAddress().getPort(), copies).call();
            assertThat(answered).isEqualTo(asked.size());
        } finally {
            server.stop(0);
        }
        return List.copyOf(asked);
    }
}
