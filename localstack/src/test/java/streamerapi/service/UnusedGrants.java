package streamerapi.service;

import streamerapi.localstack.functions.Permissions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;

/// The report of what template.yaml allows its functions and no call of theirs has needed, written to
/// `localstack/target/unused-grants.txt` when the tests are over. After a run of all tests, what stands there can go.
final class UnusedGrants {

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(UnusedGrants::write));
    }

    private UnusedGrants() {}

    /// Sees to it that the report is written, once.
    static void report() {}

    private static void write() {
        try {
            Files.write(
                    Files.createDirectories(Service.root().resolve("localstack/target"))
                            .resolve("unused-grants.txt"),
                    Permissions.unusedByAll());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
