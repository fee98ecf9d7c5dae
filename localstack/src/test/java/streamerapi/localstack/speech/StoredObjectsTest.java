package streamerapi.localstack.speech;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@NullMarked
class StoredObjectsTest {

    private static final StoredObjects.Stored WORD = stored("one");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void anObjectOutlivesTheProcessUntilItIsRemoved() throws IOException {
        new StoredObjects(folder).put("word", WORD);
        new StoredObjects(folder).put("word", stored("two"));

        StoredObjects later = new StoredObjects(folder);
        assertThat(text(later)).isEqualTo("text/plain two");
        later.remove("word");
        assertThat(later.get("word")).isNull();
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void anObjectThatCannotBeWrittenWholeIsNotThere() throws IOException {
        Files.createDirectories(folder.resolve("word.type/taken"));
        StoredObjects objects = new StoredObjects(folder);

        assertThatThrownBy(() -> objects.put("word", WORD)).isInstanceOf(IOException.class);

        assertThat(objects.get("word")).isNull();
    }

    @Test
    void anObjectThatCannotBeReplacedStaysAsItIs() throws IOException {
        StoredObjects objects = new StoredObjects(folder);
        objects.put("word", WORD);
        Files.delete(folder.resolve("word.type"));
        Files.createDirectories(folder.resolve("word.type/taken"));

        assertThatThrownBy(() -> objects.put("word", stored("two"))).isInstanceOf(IOException.class);

        assertThat(Files.readString(folder.resolve("word"))).isEqualTo("one");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(Path::getFileName).map(Path::toString)).containsExactlyInAnyOrder("word", "word.type");
        }
    }

    private static StoredObjects.Stored stored(String text) {
        return new StoredObjects.Stored("text/plain", text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(StoredObjects objects) throws IOException {
        StoredObjects.Stored object = Objects.requireNonNull(objects.get("word"));
        return object.type() + " " + new String(object.bytes(), StandardCharsets.UTF_8);
    }
}
