package streamerapi.localstack.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Files that are written whole or not at all. If the process dies or the disk is full meanwhile, the file stays as it
/// was, or away; a reader never reads half of it.
public final class WholeFile {

    private WholeFile() {}

    /// Writes a file, in place of an earlier one.
    ///
    /// @throws IOException if it cannot be written; an earlier one is there still
    public static synchronized void write(Path file, byte[] content) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + ".draft");
        try {
            Files.write(draft, content);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
