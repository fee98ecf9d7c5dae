package streamerapi.node;

import org.junit.jupiter.api.Test;
import streamerapi.service.Service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds that the parser of the AsyncAPI project takes the AsyncAPI document.
class AsyncApiToolsTest {

    private static final Path DOCUMENT = Service.root().resolve("functions/src/main/resources/asyncapi.json");

    @Test
    void theParserFindsNothing() throws IOException, InterruptedException {
        NodeTools tools = NodeTools.installed();
        String document = Files.readString(DOCUMENT);
        if (tools.passedBefore("asyncapi", document)) {
            return;
        }
        Path workspace = tools.workspace("asyncapi", "asyncapi.mjs");
        NodeTools.Result result = NodeTools.run(
                workspace, List.of("node", workspace.resolve("asyncapi.mjs").toString(), DOCUMENT.toString()));
        assertThat(result.output()).isEmpty();
        assertThat(result.succeeded()).isTrue();
        tools.passed("asyncapi", document);
    }
}
