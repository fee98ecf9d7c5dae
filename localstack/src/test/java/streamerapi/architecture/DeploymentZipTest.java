package streamerapi.architecture;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import streamerapi.service.Service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

/// The zip that is deployed holds nothing of the machine that built it, so that the same sources make the same bytes.
///
/// `mvn verify` packages before it comes here. `mvn test` makes no zip, and this is left out.
@NullMarked
class DeploymentZipTest {

    private static final Path ZIP = Service.root().resolve("functions/target/functions.zip");

    @TempDir
    private static Path directory;

    @BeforeAll
    static void thereIsAZip() {
        if (!Files.exists(ZIP)) {
            System.out.println(
                    "SKIPPED: functions.zip is not there, so that it is not looked at; mvn package makes it");
            abort("mvn package makes functions.zip");
        }
    }

    @Test
    void everyEntryHasTheTimeOfTheSources() throws IOException {
        List<ZipEntry> outer = entries(ZIP);
        assertThat(outer).hasSizeGreaterThan(40);
        String time = outer.getFirst().getTimeLocal().toString();
        assertThat(Files.readString(Service.root().resolve("pom.xml"))).contains("outputTimestamp>" + time);
        for (Path jar : own()) {
            outer.addAll(entries(jar));
        }
        assertThat(outer)
                .allSatisfy(entry -> assertThat(entry.getTimeLocal().toString())
                        .as(entry.getName())
                        .isEqualTo(time));
    }

    /// Lambda's class path has them in the order of their names.
    @Test
    void theFunctionsOwnJarComesFirstForItReplacesAClassOfTheSdk() throws IOException {
        assertThat(entries(ZIP).stream()
                        .map(ZipEntry::getName)
                        .filter(name -> name.endsWith(".jar"))
                        .min(Comparator.naturalOrder()))
                .hasValueSatisfying(name -> assertThat(name).startsWith("lib/0-streamer-api-functions-"));
        for (Path jar : own()) {
            assertThat(entries(jar).stream().map(ZipEntry::getName).filter(name -> name.startsWith("software/")))
                    .hasSize(jar.getFileName().toString().startsWith("0-") ? 5 : 0);
        }
    }

    @Test
    void entriesAreReadableByEveryUserWhateverTheUmaskWas() throws IOException {
        assertModes(ZIP);
        for (Path jar : own()) {
            assertModes(jar);
        }
    }

    @Test
    void ownEntriesAreInOrderAndNameNoMachine() throws IOException {
        assertThat(own()).hasSize(2);
        for (Path jar : own()) {
            List<String> names = entries(jar).stream()
                    .map(ZipEntry::getName)
                    .filter(name -> !name.startsWith("META-INF/"))
                    .filter(name -> !name.endsWith("/"))
                    .toList();
            assertThat(names).isSortedAccordingTo(Comparator.naturalOrder());
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                String manifest = new String(
                        zip.getInputStream(zip.getEntry("META-INF/MANIFEST.MF")).readAllBytes(),
                        StandardCharsets.UTF_8);
                assertThat(manifest).doesNotContain("Built-By", "Build-Time", "Build-Host", "Build-Jdk:");
            }
        }
    }

    /// The project's own jars, taken out of the zip.
    private static List<Path> own() throws IOException {
        try (ZipFile zip = new ZipFile(ZIP.toFile())) {
            for (ZipEntry entry : zip.stream()
                    .filter(entry -> entry.getName().contains("streamer-api-"))
                    .toList()) {
                Path jar = directory.resolve(entry.getName().substring("lib/".length()));
                if (!Files.exists(jar)) {
                    Files.copy(zip.getInputStream(entry), jar);
                }
            }
        }
        try (Stream<Path> jars = Files.list(directory)) {
            return jars.sorted().toList();
        }
    }

    private static List<ZipEntry> entries(Path file) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            return new ArrayList<>(zip.stream().toList());
        }
    }

    private static void assertModes(Path file) throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(file, Map.of("enablePosixFileAttributes", "true"));
                Stream<Path> paths = Files.walk(zip.getPath("/"))) {
            assertThat(paths.filter(path -> path.getNameCount() > 0).filter(path -> !path.startsWith("/META-INF")))
                    .isNotEmpty()
                    .allSatisfy(path -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                            .as("%s in %s", path, file.getFileName())
                            .isEqualTo(Files.isDirectory(path) ? "rwxr-xr-x" : "rw-r--r--"));
        }
    }
}
