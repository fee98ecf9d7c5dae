package streamerapi.node;

import org.junit.jupiter.api.Test;
import streamerapi.service.IfChanged;
import streamerapi.service.Service;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds that the parser of the AsyncAPI project takes the AsyncAPI document.
@IfChanged({
    "functions/src/main/resources/asyncapi.json",
    "localstack/src/test/node/linters/package.json",
    "localstack/src/test/node/asyncapi.mjs"
})
class AsyncApiToolsTest {

    private static final Path DOCUMENT = Service.root().resolve("functions/src/main/resources/asyncapi.json");

    @Test
    void theParserFindsNothing() throws IOException, InterruptedException {
        NodeTools tools = NodeTools.linters();
        Path workspace = tools.workspace("asyncapi", "asyncapi.mjs");
        NodeTools.Result result = NodeTools.run(
                workspace, List.of("node", workspace.resolve("asyncapi.mjs").toString(), DOCUMENT.toString()));
        assertThat(result.output()).isEmpty();
        assertThat(result.succeeded()).isTrue();
    }
}
