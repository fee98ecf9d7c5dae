package streamerapi.localstack.openapi;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import streamerapi.service.IfChanged;
import streamerapi.service.JavaPrograms;
import streamerapi.service.Service;

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
@IfChanged({"functions/src/main/resources/openapi.json", "localstack/pom.xml"})
class JavaGeneratorTest {

    private static final Path DOCUMENT = Service.root().resolve("functions/src/main/resources/openapi.json");
    private static final Path TOOLS = Service.root().resolve("localstack/target/tools");
    private static final Path GENERATOR = TOOLS.resolve("openapi-generator-cli.jar");

    @TempDir
    private Path folder;

    @Test
    void theClientThatIsGeneratedCompiles() throws IOException, InterruptedException {
        if (!Files.exists(GENERATOR)) {
            System.out.println("SKIPPED: the build has not fetched openapi-generator, so its client is not tested");
            abort("no generator");
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
