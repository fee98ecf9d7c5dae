package streamerapi.localstack;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.regex.Pattern;

/// The checks of the environment before anything starts, so that a bad value is one line that names its variable.
final class Checks {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final Pattern DELAYS = Pattern.compile("[0-9]{1,9}( *, *[0-9]{1,9})*");
    private static final Pattern FACTOR = Pattern.compile("[0-9]{1,6}(\\.[0-9]{1,6})?");

    private Checks() {}

    /// A variable's value, if it is acceptable.
    ///
    /// @throws StartException if it is not
    static String checked(String name, String value) {
        switch (name) {
            case "WEBHOOK_RETRY_DELAYS", "EFFECT_RETRY_DELAYS" ->
                require(
                        DELAYS.matcher(value).matches(),
                        name + " is " + value + "; it must be whole seconds, comma-separated: 1,5,30");
            case "WEBHOOK_ALLOW_PRIVATE", "LISTEN_EVERYWHERE" ->
                require(
                        value.equals("true") || value.equals("false"),
                        name + " is " + value + "; it must be true or false");
            case "RATE_LIMIT_FACTOR" ->
                require(
                        FACTOR.matcher(value).matches() && Double.parseDouble(value) > 0,
                        name + " is " + value + "; it must be a number above 0: 0.5, or 10");
            default -> {
                /* addresses: a wrong one is told by the request that needs it */
            }
        }
        return value;
    }

    /// A count of accounts.
    static int accounts(String value) {
        require(value.matches("[1-9][0-9]?"), "ACCOUNTS is " + value + "; it must be a number from 1 to 99");
        return Integer.parseInt(value);
    }

    /// Looks whether an emulator listens.
    ///
    /// @throws StartException if it does not
    static void answers(String address) {
        try (Socket socket = new Socket()) {
            URI uri = URI.create(address);
            int port = uri.getPort() < 0 ? ("https".equals(uri.getScheme()) ? 443 : 80) : uri.getPort();
            socket.connect(new InetSocketAddress(uri.getHost(), port), (int) CONNECT_TIMEOUT.toMillis());
        } catch (IOException | IllegalArgumentException e) {
            throw new StartException("AWS_ENDPOINT_URL is " + address
                    + ", where nothing listens: start the emulator, or unset it to use the embedded engines");
        }
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new StartException(problem);
        }
    }
}
