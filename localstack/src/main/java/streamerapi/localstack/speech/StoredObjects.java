package streamerapi.localstack.speech;

import org.jspecify.annotations.Nullable;
import streamerapi.localstack.files.WholeFile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The objects of all buckets by name, in a folder or in memory.
///
/// An object is there whole or not at all, as in S3: also if the process dies while it is written, or the disk is full.
final class StoredObjects {

    private static final String TYPE_FILE = ".type";

    private final Map<String, Stored> inMemory = new ConcurrentHashMap<>();
    private final @Nullable Path folder;

    /// An object.
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Stored(String type, byte[] bytes) {

        /// Its entity tag.
        String tag() {
            try {
                return '"'
                        + HexFormat.of()
                                .formatHex(MessageDigest.getInstance("MD5").digest(bytes))
                        + '"';
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /// @param folder null to keep them in memory
    StoredObjects(@Nullable Path folder) {
        this.folder = folder;
    }

    void put(String name, Stored object) throws IOException {
        Path kept = folder;
        if (kept == null) {
            inMemory.put(name, object);
        } else {
            WholeFile.write(kept.resolve(name + TYPE_FILE), object.type.getBytes(StandardCharsets.UTF_8));
            WholeFile.write(kept.resolve(name), object.bytes);
        }
    }

    /// An object; null if there is none.
    @Nullable
    Stored get(String name) throws IOException {
        Path kept = folder;
        if (kept == null) {
            return inMemory.get(name);
        }
        Path file = kept.resolve(name);
        Path type = kept.resolve(name + TYPE_FILE);
        if (!Files.exists(file)) {
            return null;
        }
        return new Stored(
                Files.exists(type) ? Files.readString(type) : "binary/octet-stream", Files.readAllBytes(file));
    }

    void remove(String name) throws IOException {
        Path kept = folder;
        if (kept == null) {
            inMemory.remove(name);
        } else {
            Files.deleteIfExists(kept.resolve(name));
            Files.deleteIfExists(kept.resolve(name + TYPE_FILE));
        }
    }
}
