package streamerapi.localstack;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.secrets.KeyList;
import streamerapi.shared.secrets.SecretsUnavailable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// The keys that seal the table's secrets, in place of the parameter of SSM on AWS: the file `secrets.key` of the data
/// directory, which its owner alone can read, or keys in memory if nothing is kept.
final class KeyFile {

    private static final String NAME = "secrets.key";

    private KeyFile() {}

    /// The keys of a data directory, made if it has none.
    ///
    /// @param dataDir held by this stack; null for keys in memory
    /// @throws StartException if the file cannot be read or written, or holds something else
    static String keys(@Nullable Path dataDir) {
        if (dataDir == null) {
            return KeyList.create();
        }
        Path file = dataDir.resolve(NAME);
        try {
            if (!Files.exists(file)) {
                write(file);
            }
            String keys = Files.readString(file).strip();
            KeyList.parse(keys, file.toString());
            return keys;
        } catch (IOException e) {
            throw new StartException("DATA_DIR: " + file + " cannot be read or written: " + e.getMessage());
        } catch (SecretsUnavailable e) {
            throw new StartException("DATA_DIR: " + e.getMessage());
        }
    }

    /// A process that dies here leaves a whole file or none.
    private static void write(Path file) throws IOException {
        boolean isPosix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] ownersAlone = isPosix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
        Path whole = file.resolveSibling(NAME + ".new");
        Files.deleteIfExists(whole);
        try (var channel = Files.newByteChannel(
                whole, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), ownersAlone)) {
            channel.write(ByteBuffer.wrap((KeyList.create() + "\n").getBytes(StandardCharsets.US_ASCII)));
        }
        Files.move(whole, file);
    }
}
