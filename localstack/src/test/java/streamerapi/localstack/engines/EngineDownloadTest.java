package streamerapi.localstack.engines;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

class EngineDownloadTest {

    /// The SHA-256 of `abc` (FIPS 180-2, appendix B.1).
    private static final String SUM = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    private Path folder;

    private Path jar;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @BeforeEach
    void offer() throws IOException {
        jar = folder.resolve("engine/DynamoDBLocal.jar");
        Files.writeString(folder.resolve("offered"), "abc");
    }

    @Test
    void itKeepsTheFileWhoseSumIsRight() throws IOException {
        assertThat(run(folder.resolve("offered").toUri().toString(), SUM, Map.of()))
                .isZero();

        assertThat(jar).hasContent("abc");
        assertThat(said()).contains("AWS's, under the licence in it");
    }

    @Test
    void anotherAddressServesAsWell() throws IOException {
        String other = folder.resolve("offered").toUri().toString();
        assertThat(run("https://maven.example/there.jar", SUM, Map.of("DYNAMODB_LOCAL_URL", other)))
                .isZero();
        assertThat(jar).hasContent("abc");
    }

    @Test
    void anotherFileIsRefusedAndLeavesNothing() throws IOException {
        Files.writeString(folder.resolve("offered"), "abd");
        assertThat(run(folder.resolve("offered").toUri().toString(), SUM, Map.of()))
                .isEqualTo(1);

        assertThat(said()).contains("its SHA-256 is", "in the place of " + SUM, "put it here as " + jar);
        try (Stream<Path> left = Files.list(jar.getParent())) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void anAddressWithoutAFileIsTold() throws IOException {
        assertThat(run(folder.resolve("absent").toUri().toString(), SUM, Map.of()))
                .isEqualTo(1);
        assertThat(run("no address", SUM, Map.of())).isEqualTo(1);

        assertThat(said()).contains("cannot be fetched from file:", "cannot be fetched from no address");
        assertThat(jar).doesNotExist();
    }

    private int run(String url, String sum, Map<String, String> environment) throws IOException {
        Path source = Files.writeString(folder.resolve("source.properties"), "url=" + url + "\nsha256=" + sum + "\n");
        return new EngineDownload(source, jar, environment, new PrintStream(said, true, StandardCharsets.UTF_8)).run();
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }
}
