package streamerapi.hooks;

import streamerapi.shared.json.Json;
import streamerapi.shared.tasks.Host;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;

/// The key that Kick publishes: `GET /public/v1/public-key`.
///
/// @param origin of Kick's API
record PublishedKey(String origin) implements KickPublicKey.Source {

    /// Kick waits for the answer to its event meanwhile.
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private static final int MAX_BYTES = 64 * 1024;

    @Override
    public String read() throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                Host.client(URI.create(origin + "/public/v1/public-key").toURL().openConnection());
        connection.setConnectTimeout((int) TIMEOUT.toMillis());
        connection.setReadTimeout((int) TIMEOUT.toMillis());
        connection.setInstanceFollowRedirects(false);
        if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
            throw new IOException("it answers " + connection.getResponseCode());
        }
        try (InputStream in = connection.getInputStream()) {
            Object data = Json.readObject(in.readNBytes(MAX_BYTES)).get("data");
            if (Json.asObject(data).get("public_key") instanceof String key) {
                return key;
            }
        } catch (Json.Malformed e) {
            throw new IOException("its answer is unreadable", e);
        }
        throw new IOException("its answer has no key");
    }
}
