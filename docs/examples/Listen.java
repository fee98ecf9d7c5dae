import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A small client of the realtime stream: signs in, prints every frame, and pings so that the socket stays open. */
public class Listen implements WebSocket.Listener {
    private static final long PING_MINUTES = 9;

    private final StringBuilder frame = new StringBuilder();
    private final CountDownLatch closed = new CountDownLatch(1);

    public static void main(String[] arguments) throws InterruptedException {
        if (arguments.length != 2) {
            System.err.println("usage: java Listen.java ws://localhost:3000/realtime sak_...");
            System.exit(2);
        }
        Listen listen = new Listen();
        WebSocket socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create(arguments[0]), listen)
                .join();
        socket.sendText("{\"data\": {\"apiKey\": \"" + arguments[1] + "\"}}", true).join();
        while (!listen.closed.await(PING_MINUTES, TimeUnit.MINUTES)) {
            socket.sendText("{\"type\": \"ping\"}", true).join();
        }
    }

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
        frame.append(part);
        if (last) {
            System.out.println(frame);
            frame.setLength(0);
        }
        socket.request(1);
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
        System.err.println("the connection broke: " + error);
        closed.countDown();
    }

    @Override
    public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
        closed.countDown();
        return null;
    }
}
