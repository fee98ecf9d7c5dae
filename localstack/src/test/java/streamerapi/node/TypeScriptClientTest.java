package streamerapi.node;

import org.junit.jupiter.api.Test;
import streamerapi.localstack.openapi.ClientDocument;
import streamerapi.service.Service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

import static org.assertj.core.api.Assertions.assertThat;

/// The client for TypeScript has the types of the document. That it compiles, and that its README's code does what it
/// says, is held by the evening of `ReadmeTest`.
class TypeScriptClientTest {

    private static final Path CLIENT = Service.root().resolve("docs/clients/typescript");
    private static final Path TYPES = CLIENT.resolve("src/api.ts");

    @Test
    void theTypesAreThoseOfTheDocument() throws IOException, InterruptedException {
        NodeTools tools = NodeTools.installed();
        Path workspace = tools.workspace("client-types");
        String part = ClientDocument.of(
                Files.readString(Service.root().resolve("functions/src/main/resources/openapi.json")));
        Path document = Files.writeString(workspace.resolve("openapi.json"), part);
        Path made = workspace.resolve("api.ts");
        NodeTools.Result result =
                tools.run(workspace, "openapi-typescript/bin/cli.js", document.toString(), "--output", made.toString());
        assertThat(result.succeeded()).as(result.output()).isTrue();
        if (Boolean.getBoolean("openapi.write")) {
            Files.copy(made, TYPES, StandardCopyOption.REPLACE_EXISTING);
        }
        assertThat(Files.readString(TYPES))
                .as("src/api.ts; after a change that is meant, run this test with -Dopenapi.write=true")
                .isEqualTo(Files.readString(made));
    }
}
