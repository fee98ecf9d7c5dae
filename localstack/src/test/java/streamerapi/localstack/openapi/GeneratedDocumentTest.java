package streamerapi.localstack.openapi;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.architecture.HttpFunctions;
import streamerapi.localstack.template.Template;
import streamerapi.service.Service;
import streamerapi.shared.problems.ErrorCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;

import static org.assertj.core.api.Assertions.assertThat;

/// The OpenAPI document and the README's table of errors are what the endpoints and the error codes say.
///
/// After a change that is meant, `-Dopenapi.write=true` writes both anew.
@NullMarked
class GeneratedDocumentTest {

    private static final Path DOCUMENT = Service.root().resolve("functions/src/main/resources/openapi.json");
    private static final Path README = Service.root().resolve("README.md");

    @Test
    void theDocumentIsWhatTheEndpointsSay() throws IOException {
        String text = Files.readString(DOCUMENT);
        Template template = Template.read(Service.root().resolve("template.yaml"));
        holds(
                DOCUMENT,
                text,
                GeneratedDocument.of(text, HttpFunctions.of(template).values()));
    }

    @Test
    void theTableOfErrorsIsWhatTheCodesSay() throws IOException {
        String text = Files.readString(README);
        holds(README, text, GeneratedErrors.withTable(text, EnumSet.allOf(ErrorCode.class)));
    }

    private static void holds(Path file, String text, String generated) throws IOException {
        if (Boolean.getBoolean("openapi.write")) {
            Files.writeString(file, generated);
            return;
        }
        assertThat(text)
                .as(file.getFileName() + "; after a change that is meant, run this test with -Dopenapi.write=true")
                .isEqualTo(generated);
    }
}
