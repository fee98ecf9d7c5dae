package streamerapi.node;

import org.junit.jupiter.api.Test;
import streamerapi.localstack.openapi.ClientDocument;
import streamerapi.service.Account;
import streamerapi.service.Service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// The client for TypeScript: its types are those of the document, it compiles, and its README's code does what it
/// says.
class TypeScriptClientTest {

    private static final Path CLIENT = Service.root().resolve("docs/clients/typescript");
    private static final Path TYPES = CLIENT.resolve("src/api.ts");
    private static final Pattern BLOCK = Pattern.compile("```ts\n(.*?)```", Pattern.DOTALL);

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

    @Test
    void theCodeOfTheReadmePlaysATip() throws IOException, InterruptedException {
        NodeTools tools = NodeTools.installed();
        Path workspace = tools.workspace("client", "evening.ts");
        Path client = workspace.resolve("node_modules/streamer-api-client");
        copy(client);
        NodeTools.Result built = tools.run(client, "typescript/bin/tsc", "-p", "tsconfig.json");
        assertThat(built.output()).isEmpty();

        String readme = BLOCK.matcher(Files.readString(CLIENT.resolve("README.md")))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.joining("\n"));
        Files.writeString(workspace.resolve("package.json"), "{\"type\": \"module\"}");
        Files.writeString(workspace.resolve("main.ts"), readme + Files.readString(workspace.resolve("evening.ts")));
        NodeTools.Result compiled = tools.run(
                workspace,
                "typescript/bin/tsc",
                "--strict",
                "--target",
                "es2022",
                "--module",
                "nodenext",
                "--moduleResolution",
                "nodenext",
                "--types",
                "node",
                "main.ts");
        assertThat(compiled.output()).isEmpty();

        Service service = Service.shared();
        Account account = service.newAccount();
        NodeTools.Result run = NodeTools.run(
                workspace,
                List.of(
                        "env",
                        "BASE_URL=" + service.stack().authUrl() + "/v1",
                        "WS_URL=" + service.stack().wsUrl(),
                        "API_KEY=" + account.apiKey(),
                        "node",
                        "--no-warnings",
                        "--experimental-websocket",
                        "main.js"));
        assertThat(run.output()).contains("Ada").contains("evening over true 2");
        assertThat(run.succeeded()).isTrue();
    }

    private static void copy(Path to) throws IOException {
        try (Stream<Path> files = Files.walk(CLIENT)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(CLIENT.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
