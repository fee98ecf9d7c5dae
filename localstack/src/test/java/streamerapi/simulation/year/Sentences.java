package streamerapi.simulation.year;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The sentences and states of the simulation, as its sources name them.
final class Sentences {

    private static final Path SOURCES =
            Path.of(System.getProperty("project.root", ".."), "localstack/src/test/java/streamerapi/simulation/year");

    /// The first text of several words in each call of these.
    private static final Pattern NAMED =
            Pattern.compile("(?:holds|reached)\\((?:[^;\"]|\"[^\" ]*\")*?\"([a-z][^\" ]* [^\"]*)\"[,)]");

    private Sentences() {}

    static Set<String> ofSources() {
        try (var files = Files.list(SOURCES)) {
            Set<String> named = new TreeSet<>();
            List<Path> all = files.toList();
            for (Path file : all) {
                Matcher matcher = NAMED.matcher(Files.readString(file).replaceAll("\\s+", " "));
                while (matcher.find()) {
                    named.add(matcher.group(1));
                }
            }
            return named;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
