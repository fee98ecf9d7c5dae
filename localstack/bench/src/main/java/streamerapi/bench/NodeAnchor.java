package streamerapi.bench;

import org.jspecify.annotations.Nullable;
import streamerapi.localstack.LocalStack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/// A function of Node that reads what `GET /tts/queue` reads, with AWS's SDK, in one bundle: what a start of ours is
/// compared with. It is measured if `node` and `npm` are on the path, and npm can install.
final class NodeAnchor {

    private static final Path SOURCE = Path.of("localstack", "bench", "src", "main", "node");
    private static final int MINUTES_TO_INSTALL = 5;

    private final Path bundle;
    private final Map<String, String> variables;

    private NodeAnchor(Path bundle, Map<String, String> variables) {
        this.bundle = bundle;
        this.variables = variables;
    }

    /// The bundle, made anew; null if this machine cannot make it.
    ///
    /// @param queue the function that it stands beside
    static @Nullable NodeAnchor of(LocalStack stack, Subject queue) throws InterruptedException {
        Map<String, String> variables = new HashMap<>(queue.variables());
        variables.put("TENANT", stack.demo().tenantId());
        variables.put("PATH", System.getenv().getOrDefault("PATH", ""));
        try {
            Path folder = Files.createDirectories(Bench.TARGET.resolve("node"));
            for (String file : List.of("queue.mjs", "package.json")) {
                Files.copy(SOURCE.resolve(file), folder.resolve(file), StandardCopyOption.REPLACE_EXISTING);
            }
            Path bundle = folder.resolve("bundle.mjs");
            boolean made = run(folder, "npm", "install", "--no-audit", "--no-fund")
                    && run(
                            folder,
                            "node_modules/.bin/esbuild",
                            "queue.mjs",
                            "--bundle",
                            "--minify",
                            "--platform=node",
                            "--format=esm",
                            "--banner:js=import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
                            "--outfile=" + bundle);
            return made ? new NodeAnchor(bundle, variables) : null;
        } catch (IOException e) {
            return null;
        }
    }

    HandlerProcess start(UnaryOperator<List<String>> around) throws IOException {
        return HandlerProcess.ofNode(bundle, variables, around);
    }

    private static boolean run(Path folder, String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(MINUTES_TO_INSTALL, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            return false;
        }
        return process.exitValue() == 0;
    }
}
