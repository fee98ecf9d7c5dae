package streamerapi.localstack;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import streamerapi.shared.secrets.KeyList;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@NullMarked
class KeyFileTest {

    @TempDir
    private Path directory;

    @Test
    void aDataDirectoryKeepsItsKeysWhereTheirOwnerAloneReadsThem() throws IOException {
        String keys = KeyFile.keys(directory);
        assertThat(KeyList.parse(keys, "it")).hasSize(1);
        assertThat(KeyFile.keys(directory)).isEqualTo(keys);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("secrets.key"))))
                .isEqualTo("rw-------");
        try (var files = Files.list(directory)) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void aStackThatKeepsNothingHasKeysOfItsOwn() {
        assertThat(KeyFile.keys(null)).isNotEqualTo(KeyFile.keys(null));
    }

    @Test
    void aStartThatDiedWhileItMadeThemLeavesNothingInTheWay() throws IOException {
        Files.writeString(directory.resolve("secrets.key.new"), "k1:AAA");
        assertThat(KeyList.parse(KeyFile.keys(directory), "it")).hasSize(1);
    }

    @Test
    void aFileThatHoldsSomethingElseStopsTheStartAndStays() throws IOException {
        Path file = Files.writeString(directory.resolve("secrets.key"), "something");
        assertThatThrownBy(() -> KeyFile.keys(directory))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("secrets.key must hold");
        assertThat(file).hasContent("something");
    }
}
