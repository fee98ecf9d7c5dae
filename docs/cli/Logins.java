import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The tokens of logins, by the service's address, in a file that its owner alone can read: `streamer/logins.json` below
 * `$XDG_CONFIG_HOME` (else `~/.config`; on Windows `%APPDATA%`).
 */
final class Logins {
    private static final long EARLY_SECONDS = 60;

    private final Path file;

    Logins(Terminal terminal) {
        this.file = folder(terminal).resolve("logins.json");
    }

    private static Path folder(Terminal terminal) {
        String base = terminal.variable("XDG_CONFIG_HOME");
        if (base == null || base.isEmpty()) {
            base = terminal.variable("APPDATA");
        }
        Path home = base == null ? Path.of(System.getProperty("user.home"), ".config") : Path.of(base);
        return home.resolve("streamer");
    }

    Path file() {
        return file;
    }

    /** The address that was signed in to last, or null. */
    String url() {
        return (String) read().get("url");
    }

    /** A token that is good for a while, renewed if it has to be, or null without a login there. */
    String accessToken(String url) throws IOException, InterruptedException {
        return accessToken(url, null);
    }

    /**
     * A token in the place of one that was refused, or null without a login there.
     *
     * @param refused a token of the login, or null
     */
    String accessToken(String url, String refused) throws IOException, InterruptedException {
        Map<String, Object> login = login(url);
        if (login == null || isGood(login, refused)) {
            return login == null ? null : (String) login.get("access_token");
        }
        // A refresh token is good once: two programs that use the same one at the same time would end the login.
        try (FileChannel channel = FileChannel.open(
                        file.resolveSibling("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var _ = channel.lock()) {
            login = login(url);
            if (login == null || isGood(login, refused)) {
                return login == null ? null : (String) login.get("access_token");
            }
            return renewed(url, login);
        }
    }

    private String renewed(String url, Map<String, Object> login) throws IOException, InterruptedException {
        Map<String, Object> tokens;
        try {
            tokens = Json.readObject(Api.send(tokenRequest(
                    String.valueOf(login.get("token_endpoint")),
                    Json.object(
                            "grant_type", "refresh_token",
                            "refresh_token", login.get("refresh_token"),
                            "client_id", login.get("client_id")))));
        } catch (Failure failure) {
            if (failure.exitCode() != Failure.REFUSED || failure.passing()) {
                throw failure;
            }
            throw Failure.notSignedIn("The login at " + url + " has ended. Sign in again: login --url " + url);
        }
        keep(url, String.valueOf(login.get("token_endpoint")), String.valueOf(login.get("client_id")), tokens);
        return (String) tokens.get("access_token");
    }

    static HttpRequest tokenRequest(String endpoint, Map<String, Object> form) {
        return HttpRequest.newBuilder(Api.address(endpoint))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(Login.encoded(form)))
                .build();
    }

    private static boolean isGood(Map<String, Object> login, String refused) {
        return !login.get("access_token").equals(refused)
                && Instant.parse(String.valueOf(login.get("expires_at")))
                .isAfter(Instant.now().plusSeconds(EARLY_SECONDS));
    }

    @SuppressWarnings("unchecked")
    Map<String, Object> login(String url) {
        return read().get("logins") instanceof Map<?, ?> logins ? (Map<String, Object>) logins.get(url) : null;
    }

    /** Writes what a token endpoint answered. */
    void keep(String url, String tokenEndpoint, String clientId, Map<String, Object> tokens) throws IOException {
        long seconds = Long.parseLong(String.valueOf(tokens.get("expires_in")));
        change(url, Json.object(
                "client_id", clientId,
                "token_endpoint", tokenEndpoint,
                "scope", tokens.get("scope"),
                "access_token", tokens.get("access_token"),
                "refresh_token", tokens.get("refresh_token"),
                "expires_at", Instant.now().plusSeconds(seconds).toString()));
    }

    /** Takes this address wherever none is asked for. */
    void prefer(String url) throws IOException {
        Map<String, Object> all = read();
        all.put("url", url);
        write(all);
    }

    void forget(String url) throws IOException {
        change(url, null);
    }

    @SuppressWarnings("unchecked")
    private void change(String url, Map<String, Object> login) throws IOException {
        Map<String, Object> all = read();
        Map<String, Object> logins =
                all.get("logins") instanceof Map<?, ?> kept ? (Map<String, Object>) kept : new LinkedHashMap<>();
        if (login == null) {
            logins.remove(url);
        } else {
            logins.put(url, login);
        }
        Object last = url.equals(all.get("url")) && login == null ? null : all.get("url");
        write(Json.object("url", last, "logins", logins));
    }

    private void write(Map<String, Object> all) throws IOException {
        FileAttribute<?>[] owner = ofOwner("rw-------");
        Files.createDirectories(file.getParent(), ofOwner("rwx------"));
        Path written = Files.createTempFile(file.getParent(), "logins", ".new", owner);
        Files.writeString(written, Json.write(all));
        Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static FileAttribute<?>[] ofOwner(String permissions) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))}
                : new FileAttribute<?>[0];
    }

    private Map<String, Object> read() {
        try {
            return Files.exists(file) ? Json.readObject(Files.readString(file)) : new LinkedHashMap<>();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
