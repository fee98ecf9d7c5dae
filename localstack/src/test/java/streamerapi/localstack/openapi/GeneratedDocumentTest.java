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
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// The OpenAPI document and the README's table of errors are what the endpoints and the error codes say.
///
/// After a change that is meant, `-Dopenapi.write=true` writes both anew.
@NullMarked
class GeneratedDocumentTest {

    private static final Path DOCUMENT = Service.root().resolve("functions/src/main/resources/openapi.json");
    private static final Path ASYNC_DOCUMENT = Service.root().resolve("functions/src/main/resources/asyncapi.json");
    private static final Path FRAMES = Service.root().resolve("localstack/src/test/resources/frames.json");
    private static final Path GUIDE = Service.root().resolve("docs/errors.md");
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
    void theTablesOfErrorsAreWhatTheCodesSay() throws IOException {
        for (Path file : List.of(README, GUIDE)) {
            String text = Files.readString(file);
            holds(file, text, GeneratedErrors.withTable(text, EnumSet.allOf(ErrorCode.class)));
        }
    }

    @Test
    void theAsyncApiDocumentIsWhatTheOpenApiDocumentAndTheFramesSay() throws IOException {
        String text = Files.exists(ASYNC_DOCUMENT) ? Files.readString(ASYNC_DOCUMENT) : "";
        holds(ASYNC_DOCUMENT, text, GeneratedAsyncApi.of(Files.readString(DOCUMENT), Files.readString(FRAMES)));
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
