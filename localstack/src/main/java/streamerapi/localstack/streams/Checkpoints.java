package streamerapi.localstack.streams;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;
import streamerapi.localstack.files.WholeFile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/// How far each shard of a stream has been worked on, kept in a file if there is a data directory.
///
/// A position is written after its records were handed over, so a process that dies in between hands them over again.
final class Checkpoints {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String END = "END";

    private final @Nullable Path file;
    private final Map<String, String> positions = new TreeMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    /// @param file where positions are kept, or null to forget them
    Checkpoints(@Nullable Path file) {
        this.file = file;
        if (file != null && Files.exists(file)) {
            try {
                positions.putAll(JSON.readValue(file.toFile(), new TypeReference<Map<String, String>>() {}));
            } catch (IOException e) {
                throw new UncheckedIOException("The checkpoints in " + file + " cannot be read", e);
            }
        }
    }

    /// Whether nothing was ever read.
    boolean isEmpty() {
        lock.lock();
        try {
            return positions.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /// The last sequence number of a shard that was worked on.
    Optional<String> position(String shard) {
        lock.lock();
        try {
            return Optional.ofNullable(positions.get(shard)).filter(position -> !position.equals(END));
        } finally {
            lock.unlock();
        }
    }

    boolean isFinished(String shard) {
        lock.lock();
        try {
            return END.equals(positions.get(shard));
        } finally {
            lock.unlock();
        }
    }

    void advance(String shard, String sequenceNumber) {
        lock.lock();
        try {
            positions.put(shard, sequenceNumber);
            save();
        } finally {
            lock.unlock();
        }
    }

    void finish(String shard) {
        advance(shard, END);
    }

    private void save() {
        if (file == null) {
            return;
        }
        try {
            WholeFile.write(file, JSON.writeValueAsBytes(positions));
        } catch (IOException e) {
            throw new UncheckedIOException("The checkpoints in " + file + " cannot be written", e);
        }
    }
}
