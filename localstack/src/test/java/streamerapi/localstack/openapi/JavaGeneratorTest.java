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

/// Holds that openapi-generator makes a client for Java of the OpenAPI document that compiles and reads events.
@IfChanged({"functions/src/main/resources/openapi.json", "localstack/pom.xml"})
class JavaGeneratorTest {

    private static final Path DOCUMENT = Service.root().resolve("functions/src/main/resources/openapi.json");
    private static final Path TOOLS = Service.root().resolve("localstack/target/tools");
    private static final Path GENERATOR = TOOLS.resolve("openapi-generator-cli.jar");

    /// Reads an event with a number of 53 bits and fields of a later version. Its actor is not null: this version of
    /// openapi-generator refuses null, and later ones take it.
    private static final String PROGRAM = """
            import org.openapitools.client.ApiClient;
            import org.openapitools.client.model.*;

            class Read {
                public static void main(String[] arguments) throws Exception {
                    Event event = new ApiClient().getObjectMapper().readValue(arguments[0], Event.class);
                    System.out.println(((CounterUpdatedEvent) event.getActualInstance()).getData().getValue());
                }
            }
            """;

    private static final String EVENT = """
            {"id": "evt_01k4zf2m7x5472401d3046ddd1", "type": "counter.updated", "created": "2026-09-12T18:22:10.000Z",
             "actor": {"type": "bot"}, "later": 1,
             "data": {"name": "deaths", "value": 9007199254740991, "source": "api", "test": true, "later": {}}}""";

    @TempDir
    private Path folder;

    @Test
    void theClientThatIsGeneratedReadsEvents() throws IOException, InterruptedException {
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
                "--additional-properties=openApiNullable=false,annotationLibrary=none,useJakartaEe=true,"
                        + "useOneOfDiscriminatorLookup=true,enumUnknownDefaultCase=true",
                "--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false");
        assertThat(generator.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(generator.exitValue()).as(Files.readString(said)).isZero();

        Files.writeString(folder.resolve("client/src/main/java/Read.java"), PROGRAM);
        Path classes = folder.resolve("classes");
        JavaPrograms.compile(
                JavaPrograms.below(folder.resolve("client/src/main/java")),
                classes,
                needed(),
                "-Xlint:none",
                "-nowarn",
                "-XDsuppressNotes");
        Process reader =
                JavaPrograms.start(said, Map.of(), "-cp", classes + File.pathSeparator + needed(), "Read", EVENT);
        assertThat(reader.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(Files.readString(said)).isEqualToIgnoringNewLines("9007199254740991");
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
