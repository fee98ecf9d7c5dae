package streamerapi.architecture;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// No library with a published advisory is used, as far as the dated list in `advisories.txt` knows.
@NullMarked
class AdvisoriesTest {

    private static final Pattern JAR = Pattern.compile("(.+?)-([0-9][0-9.]*[^/]*)\\.jar");

    /// A line of the list.
    private record Advisory(String artifact, String fixedIn, String names, String accepted) {

        static Advisory of(String line) {
            List<String> parts =
                    Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
            assertThat(parts).as(line).hasSize(4);
            return new Advisory(parts.get(0), parts.get(1), parts.get(2), parts.get(3));
        }
    }

    @Test
    void noLibraryHasAnAdvisoryThatALaterVersionMends() {
        Map<String, String> versions = versions();
        assertThat(versions).containsKeys("log4j-core", "jackson-core", "jackson-databind");
        assertThat(advisories())
                .isNotEmpty()
                .filteredOn(advisory -> advisory.accepted().isEmpty())
                .filteredOn(advisory -> versions.containsKey(advisory.artifact()))
                .allSatisfy(advisory -> assertThat(
                                isBefore(Objects.requireNonNull(versions.get(advisory.artifact())), advisory.fixedIn()))
                        .as(
                                "%s %s has %s, mended in %s",
                                advisory.artifact(),
                                versions.get(advisory.artifact()),
                                advisory.names(),
                                advisory.fixedIn())
                        .isFalse());
    }

    private static Stream<Advisory> advisories() {
        try (InputStream in = Objects.requireNonNull(AdvisoriesTest.class.getResourceAsStream("/advisories.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines().filter(line -> !line.startsWith("#")).toList().stream()
                            .map(Advisory::of);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The version of each library on the class path, by its name.
    private static Map<String, String> versions() {
        Map<String, String> versions = new LinkedHashMap<>();
        for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator, -1)) {
            Matcher jar = JAR.matcher(Path.of(entry).getFileName().toString());
            if (jar.matches()) {
                versions.put(jar.group(1), jar.group(2));
            }
        }
        return versions;
    }

    private static boolean isBefore(String version, String other) {
        return Arrays.compare(numbers(version), numbers(other)) < 0;
    }

    private static int[] numbers(String version) {
        return Arrays.stream(version.split("[^0-9]+", -1))
                .filter(part -> !part.isEmpty())
                .mapToInt(Integer::parseInt)
                .toArray();
    }
}
