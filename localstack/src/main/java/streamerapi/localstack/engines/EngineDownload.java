package streamerapi.localstack.engines;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Properties;

/// The download of DynamoDB Local at the first start of an unpacked release.
///
/// AWS's licence of it lets each user install it and lets no other program pass it on, so an archive has its address
/// and its SHA-256 in the place of the file. `DYNAMODB_LOCAL_URL` names another address for the same bytes.
public final class EngineDownload {

    private static final String OTHER_ADDRESS = "DYNAMODB_LOCAL_URL";

    private final Path source;
    private final Path jar;
    private final Map<String, String> environment;
    private final PrintStream console;

    /// @param source the properties file with `url` and `sha256`
    /// @param jar where the file is to be
    EngineDownload(Path source, Path jar, Map<String, String> environment, PrintStream console) {
        this.source = source;
        this.jar = jar;
        this.environment = environment;
        this.console = console;
    }

    /// The command.
    ///
    /// @param arguments the properties file, and where DynamoDB Local is to be
    public static void main(String[] arguments) {
        System.exit(
                new EngineDownload(Path.of(arguments[0]), Path.of(arguments[1]), System.getenv(), System.err).run());
    }

    /// Fetches the file, and keeps it if its sum is right.
    ///
    /// @return the exit code
    int run() {
        String address = "";
        try {
            Properties properties = new Properties();
            try (InputStream in = Files.newInputStream(source)) {
                properties.load(in);
            }
            address = environment.getOrDefault(OTHER_ADDRESS, properties.getProperty("url", ""));
            console.println(
                    "Fetching DynamoDB Local from " + address + ", once. It is AWS's, under the licence in it.");
            fetch(new URI(address), properties.getProperty("sha256", ""));
            return 0;
        } catch (IOException | URISyntaxException | IllegalArgumentException e) {
            console.println("DynamoDB Local cannot be fetched from " + address + ": " + e.getMessage()
                    + ". Fetch it by other means and put it here as " + jar + ", or set " + OTHER_ADDRESS + ".");
            return 1;
        }
    }

    private void fetch(URI address, String expected) throws IOException {
        Files.createDirectories(jar.toAbsolutePath().getParent());
        Path part = jar.resolveSibling(jar.getFileName() + ".part");
        try {
            try (InputStream in = address.toURL().openStream()) {
                Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
            }
            String sum = sha256(part);
            if (!sum.equals(expected)) {
                throw new IOException("its SHA-256 is " + sum + " in the place of " + expected);
            }
            Files.move(part, jar, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }
}
