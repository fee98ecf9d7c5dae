package streamerapi.localstack.openapi;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.architecture.HttpFunctions;
import streamerapi.localstack.template.Template;
import streamerapi.service.Service;
import streamerapi.shared.problems.ErrorCode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

/// The OpenAPI document, the AsyncAPI document and the tables of errors are what endpoints, events and error codes say.
///
/// After a change that is meant, `-Dopenapi.write=true` writes them anew.
@NullMarked
class GeneratedDocumentTest {

    private static final Path DOCUMENT = Service.root().resolve("functions/src/main/resources/openapi.json");
    private static final Path ASYNC_DOCUMENT = Service.root().resolve("functions/src/main/resources/asyncapi.json");
    private static final Path PARTS = Service.root().resolve("localstack/src/test/resources/openapi-parts.json");
    private static final Path FRAMES = Service.root().resolve("localstack/src/test/resources/frames.json");
    private static final Path GUIDE = Service.root().resolve("docs/errors.md");
    private static final Path README = Service.root().resolve("README.md");

    @Test
    void theDocumentIsWhatTheEndpointsSay() throws IOException {
        holds(DOCUMENT, document());
    }

    @Test
    void theTablesOfErrorsAreWhatTheCodesSay() throws IOException {
        Set<ErrorCode> codes = EnumSet.allOf(ErrorCode.class);
        holds(GUIDE, GeneratedErrors.withTable(Files.readString(GUIDE), codes));
        holds(README, GeneratedErrors.withStatuses(Files.readString(README), codes));
    }

    @Test
    void theAsyncApiDocumentIsWhatTheOpenApiDocumentAndTheFramesSay() throws IOException {
        holds(ASYNC_DOCUMENT, GeneratedAsyncApi.of(document(), Files.readString(FRAMES)));
    }

    @Test
    void theDocumentsAreMadeOfNoDocument() {
        JavaClasses kit = new ClassFileImporter().importPackagesOf(GeneratedDocument.class);

        noClasses()
                .that(areMakers("Generated.*", "PortableDocument.*", "PrettyJson.*"))
                .should()
                .dependOnClassesThat(belongToAnyOf(Files.class, InputStream.class, OpenApiDocument.class))
                .check(kit);
    }

    private static DescribedPredicate<JavaClass> areMakers(String... names) {
        return DescribedPredicate.describe(
                "make the documents",
                type -> !type.getSimpleName().endsWith("Test")
                        && Stream.of(names).anyMatch(name -> type.getName().matches(".*\\." + name)));
    }

    private static String document() throws IOException {
        Template template = Template.read(Service.root().resolve("template.yaml"));
        return GeneratedDocument.of(
                Files.readString(PARTS), HttpFunctions.of(template).values());
    }

    private static void holds(Path file, String generated) throws IOException {
        if (Boolean.getBoolean("openapi.write")) {
            Files.writeString(file, generated);
            return;
        }
        assertThat(Files.readString(file))
                .as(file.getFileName() + "; after a change that is meant, run this test with -Dopenapi.write=true")
                .isEqualTo(generated);
    }
}
