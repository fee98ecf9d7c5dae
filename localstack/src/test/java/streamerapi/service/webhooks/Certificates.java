package streamerapi.service.webhooks;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// Certificates for receivers on loopback: good ones, and ones that nobody should believe.
///
/// While this is open, the JVM trusts the good one and the one of another host, and no other.
public final class Certificates implements AutoCloseable {

    private static final String TRUST_STORE = "javax.net.ssl.trustStore";
    private static final String TRUST_STORE_PASSWORD = "javax.net.ssl.trustStorePassword";
    /// The password of every store.
    public static final String PASSWORD = "changeit";

    private final Path folder;
    private final @Nullable String trustedBefore = System.getProperty(TRUST_STORE);

    /// @param folder holds the stores
    public Certificates(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        make("trusted", "good", "ip:127.0.0.1");
        make("trusted", "elsewhere", "dns:hooks.example.com");
        make("unknown", "selfsigned", "ip:127.0.0.1");
        System.setProperty(TRUST_STORE, folder.resolve("trusted").toString());
        System.setProperty(TRUST_STORE_PASSWORD, PASSWORD);
    }

    /// The store of those that are trusted.
    public Path trusted() {
        return folder.resolve("trusted");
    }

    /// A trusted certificate of 127.0.0.1.
    public SSLContext good() {
        return context("trusted", "good");
    }

    /// Trusted, and of another host.
    SSLContext ofAnotherHost() {
        return context("trusted", "elsewhere");
    }

    /// A certificate of 127.0.0.1 that signs itself, and is not trusted.
    SSLContext selfSigned() {
        return context("unknown", "selfsigned");
    }

    @Override
    public void close() {
        if (trustedBefore == null) {
            System.clearProperty(TRUST_STORE);
        } else {
            System.setProperty(TRUST_STORE, trustedBefore);
        }
        System.clearProperty(TRUST_STORE_PASSWORD);
    }

    private void make(String store, String alias, String name) throws IOException, InterruptedException {
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        folder.resolve(store).toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-alias",
                        alias,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + alias,
                        "-ext",
                        "san=" + name))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.txt").toFile())
                .start();
        if (keytool.waitFor() != 0) {
            throw new IOException(Files.readString(folder.resolve("keytool.txt")));
        }
    }

    private SSLContext context(String store, String alias) {
        try {
            KeyStore all = KeyStore.getInstance(folder.resolve(store).toFile(), PASSWORD.toCharArray());
            KeyStore one = KeyStore.getInstance("PKCS12");
            one.load(null, null);
            one.setEntry(
                    alias,
                    all.getEntry(alias, new KeyStore.PasswordProtection(PASSWORD.toCharArray())),
                    new KeyStore.PasswordProtection(PASSWORD.toCharArray()));
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(one, PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }
}
