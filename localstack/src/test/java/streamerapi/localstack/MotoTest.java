package streamerapi.localstack;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

/// The service over an emulator of another make, as `AWS_ENDPOINT_URL` uses it: moto's server, if it is installed.
class MotoTest {

    private @Nullable Process moto;

    @AfterEach
    void stop() {
        if (moto != null) {
            moto.destroy();
        }
    }

    @Test
    void theServiceStartsAndWorksOverAnotherEmulator() throws IOException {
        OtherEmulator.carriesATip(start());
    }

    private URI start() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try {
            moto = new ProcessBuilder("moto_server", "-H", "127.0.0.1", "-p", Integer.toString(port))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException notThere) {
            System.out.println(
                    "SKIPPED: moto_server is not on the PATH, so AWS_ENDPOINT_URL is tried with nothing else");
            abort("moto_server is not on the PATH");
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> answers(port));
        return URI.create("http://127.0.0.1:" + port);
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }
}
