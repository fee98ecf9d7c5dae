package streamerapi.simulation.year;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Authenticator;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// A request to a platform or a processor.
final class SimulatedConnection extends HttpURLConnection {

    private final LambdaProcess process;
    private final World world;
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private byte[] answer = new byte[0];

    SimulatedConnection(URL url, LambdaProcess process, World world) {
        super(url);
        this.process = process;
        this.world = world;
    }

    @Override
    public OutputStream getOutputStream() {
        return sent;
    }

    /// Asks the party, in the middle of the time that this takes.
    @Override
    public int getResponseCode() throws IOException {
        process.turns().sleep(world.luck().latency());
        world.lambdas().mayDie(process, "before it asks " + url.getHost());
        String body = sent.toString(StandardCharsets.UTF_8);
        world.story().noteFields(process.name() + " asks " + url, sent.toByteArray());
        if (!url.getPath().equals("/oauth/token")) {
            world.secrecy().look("a request to " + url.getHost(), body);
        }
        PaymentProcessor.Reply reply =
                switch (url.getHost()) {
                    case "card.example" -> world.card().asked(body);
                    case "wallet.example" -> world.wallet().asked(body);
                    case "platform.example" -> world.channel().asked(body);
                    case "www.youtube.com" -> Videos.site(world);
                    default -> world.tokens().asked(url.getPath(), getRequestProperty("Authorization"), body);
                };
        world.lambdas().mayDie(process, "after it asked " + url.getHost());
        if (reply.isLost()) {
            process.turns().sleep(Duration.ofSeconds(5));
            throw new SocketTimeoutException("no answer");
        }
        process.turns().sleep(world.luck().latency());
        answer = reply.body().getBytes(StandardCharsets.UTF_8);
        return reply.status();
    }

    @Override
    public InputStream getInputStream() {
        return new ByteArrayInputStream(answer);
    }

    @Override
    public @Nullable String getHeaderField(String name) {
        return null;
    }

    /// An authenticator matters to connections that are kept for further calls, and this one is not.
    @Override
    public void setAuthenticator(Authenticator auth) {
        // There is nothing to authenticate to.
    }

    @Override
    public void connect() {
        connected = true;
    }

    @Override
    public void disconnect() {
        connected = false;
    }

    @Override
    public boolean usingProxy() {
        return false;
    }
}
