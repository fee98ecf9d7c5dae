package streamerapi.localstack;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The folder in which a stack keeps everything, held by one stack at a time: two would spoil each other's rows.
final class DataDirectory implements AutoCloseable {

    private final FileChannel file;

    private DataDirectory(FileChannel file) {
        this.file = file;
    }

    /// Makes the folder if there is none, and holds it until this is closed, or the process ends.
    ///
    /// @throws StartException if it cannot be written, or another stack holds it
    static DataDirectory hold(Path folder) {
        try {
            Files.createDirectories(folder);
            FileChannel file =
                    FileChannel.open(folder.resolve("stack.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (locked(file) == null) {
                file.close();
                throw new StartException(
                        "DATA_DIR " + folder + " is in use by another local stack: stop it, or set another folder");
            }
            return new DataDirectory(file);
        } catch (IOException e) {
            throw new StartException("DATA_DIR " + folder + " cannot be written: set a folder that can be");
        }
    }

    private static @Nullable FileLock locked(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
