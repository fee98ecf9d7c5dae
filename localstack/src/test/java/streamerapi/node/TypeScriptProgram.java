package streamerapi.node;

import streamerapi.service.Service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// A program with the client for TypeScript: the code of its README, and more after it.
public final class TypeScriptProgram {

    private static final Path CLIENT = Service.root().resolve("docs/clients/typescript");
    private static final Path DOCUMENT = Service.root().resolve("functions/src/main/resources/openapi.json");
    private static final Pattern BLOCK = Pattern.compile("```ts\n(.*?)```", Pattern.DOTALL);

    private final Path folder;

    private TypeScriptProgram(Path folder) {
        this.folder = folder;
    }

    /// Makes the client's types, and compiles client and program. The calling test is skipped without Node.js.
    ///
    /// @param more a file of src/test/node
    public static TypeScriptProgram compiled(String more) throws IOException, InterruptedException {
        NodeTools tools = NodeTools.installed();
        Path folder = tools.workspace("client", more);
        Path client = folder.resolve("node_modules/streamer-api-client");
        copy(client);
        NodeTools.Result types = NodeTools.run(client, List.of("env", "OPENAPI=" + DOCUMENT, "node", "types.mjs"));
        assertThat(types.output()).isEmpty();
        NodeTools.Result built = tools.run(client, "typescript/bin/tsc", "-p", "tsconfig.json");
        assertThat(built.output()).isEmpty();

        String readme = BLOCK.matcher(Files.readString(CLIENT.resolve("README.md")))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.joining("\n"));
        Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
        Files.writeString(folder.resolve("main.ts"), readme + Files.readString(folder.resolve(more)));
        NodeTools.Result compiled = tools.run(
                folder,
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
        return new TypeScriptProgram(folder);
    }

    /// Runs it with these variables.
    public NodeTools.Result run(Map<String, String> variables) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("env"));
        variables.forEach((name, value) -> command.add(name + "=" + value));
        command.addAll(List.of("node", "--no-warnings", "--experimental-websocket", "main.js"));
        return NodeTools.run(folder, command);
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
