package streamerapi.node;

import org.junit.jupiter.api.Test;
import streamerapi.service.IfChanged;
import streamerapi.service.Service;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds that published tools take the OpenAPI document, and can work with it.
@IfChanged({
    "functions/src/main/resources/openapi.json",
    "localstack/src/test/node/linters/package.json",
    "localstack/src/test/node/package.json",
    "localstack/src/test/node/spectral.yaml",
    "localstack/src/test/node/tip.ts"
})
class OpenApiToolsTest {

    private static final Path DOCUMENT = Service.root().resolve("functions/src/main/resources/openapi.json");
    private static final Pattern FINDING = Pattern.compile("(?m)^.*\\b(error|warning)\\b.*$");

    @Test
    void redoclyFindsNothing() throws IOException, InterruptedException {
        NodeTools tools = NodeTools.linters();
        NodeTools.Result result = tools.run(
                tools.folder(),
                "@redocly/cli/bin/cli.js",
                "lint",
                DOCUMENT.toString(),
                "--extends=recommended",
                "--format=stylish");
        assertThat(findings(result.output())).isEmpty();
        assertThat(result.succeeded()).as(result.output()).isTrue();
    }

    @Test
    void spectralFindsNothingThatIsNotArgued() throws IOException, InterruptedException {
        NodeTools tools = NodeTools.linters();
        Path workspace = tools.workspace("spectral", "spectral.yaml");
        NodeTools.Result result = tools.run(
                workspace,
                "@stoplight/spectral-cli/dist/index.js",
                "lint",
                DOCUMENT.toString(),
                "--ruleset",
                "spectral.yaml",
                "--fail-severity",
                "hint",
                "--quiet");
        assertThat(result.succeeded()).as(result.output()).isTrue();
    }

    @Test
    void typesThatAreMadeOfItCompileWithTheReadmesTip() throws IOException, InterruptedException {
        NodeTools tools = NodeTools.installed();
        Path workspace = tools.workspace("types", "tip.ts");
        NodeTools.Result made = tools.run(
                workspace,
                "openapi-typescript/bin/cli.js",
                DOCUMENT.toString(),
                "--output",
                workspace.resolve("api.ts").toString());
        assertThat(made.succeeded()).as(made.output()).isTrue();
        NodeTools.Result compiled = tools.run(
                workspace,
                "typescript/bin/tsc",
                "--noEmit",
                "--strict",
                "--target",
                "es2022",
                "--module",
                "esnext",
                "--moduleResolution",
                "bundler",
                "tip.ts");
        assertThat(compiled.output()).isEmpty();
        assertThat(compiled.succeeded()).isTrue();
    }

    /// Lines of a report that tell an error or a warning; the tool's own notices are in boxes.
    private static Iterable<String> findings(String report) {
        return FINDING.matcher(report)
                .results()
                .map(found -> found.group().strip())
                .filter(line -> !line.startsWith("║"))
                .toList();
    }
}
