package streamerapi.localstack.openapi;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import streamerapi.service.JavaPrograms;
import streamerapi.service.Service;
import streamerapi.shared.digests.Sha256;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

/// Holds that openapi-generator makes a client for Java of the OpenAPI document that compiles.
///
/// A document that passed once is not tried again on the same machine: it takes half a minute.
class JavaGeneratorTest {

    private static final Path DOCUMENT = Service.root().resolve("functions/src/main/resources/openapi.json");
    private static final Path TARGET = Service.root().resolve("localstack/target");
    private static final Path TOOLS = TARGET.resolve("tools");
    private static final Path GENERATOR = TOOLS.resolve("openapi-generator-cli.jar");

    @TempDir
    private Path folder;

    @Test
    void theClientThatIsGeneratedCompiles() throws IOException, InterruptedException {
        if (!Files.exists(GENERATOR)) {
            System.out.println("SKIPPED: the build has not fetched openapi-generator, so its client is not tested");
            abort("no generator");
        }
        Path passed = TARGET.resolve(
                "java-generator-" + Sha256.hex(Files.readString(DOCUMENT)).substring(0, 24) + ".passed");
        if (Files.exists(passed)) {
            return;
        }
        Path said = folder.resolve("said.txt");
        Process generator = JavaPrograms.start(
                said,
                Map.of(),
                "-Dlog.level=warn",
                "-jar",
                GENERATOR.toString(),
                "generate",
                "--generator-name",
                "java",
                "--library",
                "native",
                "--input-spec",
                DOCUMENT.toString(),
                "--output",
                folder.resolve("client").toString(),
                "--additional-properties=openApiNullable=false,annotationLibrary=none,useJakartaEe=true",
                "--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false");
        assertThat(generator.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(generator.exitValue()).as(Files.readString(said)).isZero();

        JavaPrograms.compile(
                JavaPrograms.below(folder.resolve("client/src/main/java")),
                folder.resolve("classes"),
                needed(),
                "-Xlint:none",
                "-nowarn",
                "-XDsuppressNotes");
        Files.writeString(passed, "");
    }

    /// The libraries that the generated POM names.
    private static String needed() throws IOException {
        try (Stream<Path> tools = Files.list(TOOLS)) {
            return Stream.concat(
                            Stream.of(JavaPrograms.jars(
                                    "jackson-core",
                                    "jackson-databind",
                                    "jackson-annotations",
                                    "jackson-datatype-jsr310",
                                    "jsr305")),
                            tools.filter(jar -> !jar.equals(GENERATOR)).map(Path::toString))
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }
}
