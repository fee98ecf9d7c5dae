package streamerapi.paypal;

import streamerapi.connections.ProviderException;
import streamerapi.shared.tasks.Host;
import streamerapi.shared.tasks.TimeLimit;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;

/// The file at a certificate's address. No redirect is followed.
final class CertificateFile {

    static final int MAX_BYTES = 64 * 1024;

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int TOO_MANY_REQUESTS = 429;

    private CertificateFile() {}

    /// The file's bytes.
    ///
    /// @throws ProviderException.Refused if there is none: an answer other than 200, or more than 64 KiB
    /// @throws ProviderException.Unavailable for silence, a 5xx, or a 429
    static byte[] read(URI address) {
        try {
            return TimeLimit.within(TIMEOUT, () -> fetch(address)).content();
        } catch (IOException e) {
            throw new ProviderException.Unavailable("PayPal's certificate cannot be read: " + e.getMessage(), null);
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Fetched(int status, byte[] bytes) {
        byte[] content() {
            if (status >= 500 || status == TOO_MANY_REQUESTS) {
                throw new ProviderException.Unavailable("the certificate's address answers " + status, null);
            }
            if (status != HttpURLConnection.HTTP_OK || bytes.length > MAX_BYTES) {
                throw new ProviderException.Refused(status, "the certificate's address has no certificate");
            }
            return bytes;
        }
    }

    private static Fetched fetch(URI address) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) Host.client(address.toURL().openConnection());
        try {
            connection.setInstanceFollowRedirects(false);
            connection.setConnectTimeout((int) TIMEOUT.toMillis());
            connection.setReadTimeout((int) TIMEOUT.toMillis());
            connection.setRequestProperty("Connection", "close");
            int status = connection.getResponseCode();
            if (status != HttpURLConnection.HTTP_OK) {
                return new Fetched(status, new byte[0]);
            }
            try (InputStream in = connection.getInputStream()) {
                return new Fetched(status, in.readNBytes(MAX_BYTES + 1));
            }
        } finally {
            connection.disconnect();
        }
    }
}
