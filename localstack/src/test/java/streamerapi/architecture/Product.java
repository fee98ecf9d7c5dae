package streamerapi.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.LocationProvider;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The deployed code: the compiled classes of `shared` and `functions`, and the sources of the whole project.
final class Product implements LocationProvider {

    private static final Path ROOT = Path.of(System.getProperty("project.root", ".."));

    @Override
    public Set<Location> get(Class<?> testClass) {
        return Set.of(
                Location.of(ROOT.resolve("shared/target/classes")),
                Location.of(ROOT.resolve("functions/target/classes")));
    }

    /// The deployed classes, which are read once, if at all: to read them takes seconds.
    static JavaClasses classes() {
        return Imported.CLASSES;
    }

    private static final class Imported {
        static final JavaClasses CLASSES = new ClassFileImporter().importLocations(new Product().get(Product.class));
    }

    /// The sources that are deployed.
    static List<Path> sources() {
        return sources("shared/src/main", "functions/src/main");
    }

    /// The sources that are deployed, and those of the local stack.
    static List<Path> sourcesWithLocalStack() {
        return sources("shared/src/main", "functions/src/main", "localstack/src/main");
    }

    /// The sources of tests.
    static List<Path> tests() {
        return sources("shared/src/test", "functions/src/test", "localstack/src/test");
    }

    /// The sources that render the guides at the build.
    static List<Path> guides() {
        return sources("functions/src/guides");
    }

    /// The documents, decisions included.
    static List<Path> documents() {
        return files("docs", ".md");
    }

    /// The text of template.yaml.
    static String template() {
        return text(ROOT.resolve("template.yaml"));
    }

    /// The templates of the pages.
    static List<Path> templates() {
        return files("functions/src/main/jte", ".jte");
    }

    /// The text of a file.
    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> sources(String... folders) {
        return Stream.of(folders)
                .flatMap(folder -> files(folder, ".java").stream())
                .toList();
    }

    private static List<Path> files(String folder, String ending) {
        try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(ending)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
