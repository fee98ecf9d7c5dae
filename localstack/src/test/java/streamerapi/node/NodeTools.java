package streamerapi.node;

import streamerapi.service.Service;
import streamerapi.shared.digests.Sha256;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assumptions.abort;

/// Node.js packages that a package.json of src/test/node names, installed below target/ once for each version of it.
public final class NodeTools {

    private static final Path SOURCES = Service.root().resolve("localstack/src/test/node");
    private static final long INSTALL_MINUTES = 5;

    private final Path folder;

    private NodeTools(Path folder) {
        this.folder = folder;
    }

    /// A program's output, and whether it succeeded.
    public record Result(boolean succeeded, String output) {}

    /// The packages of src/test/node, installed. The calling test is skipped if they can be neither found nor
    /// installed.
    public static NodeTools installed() throws IOException, InterruptedException {
        return of("package.json");
    }

    /// The linters of src/test/node/linters, installed. The calling test is skipped if they can be neither found nor
    /// installed.
    static NodeTools linters() throws IOException, InterruptedException {
        return of("linters/package.json");
    }

    private static synchronized NodeTools of(String packages) throws IOException, InterruptedException {
        requireNode();
        String text = Files.readString(SOURCES.resolve(packages));
        Path folder = Service.root()
                .resolve("localstack/target/node-" + Sha256.hex(text).substring(0, 12));
        Path done = folder.resolve("installed");
        if (!Files.exists(done)) {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("package.json"), text);
            Result result = run(
                    folder,
                    List.of("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"));
            if (!result.succeeded()) {
                skip("npm cannot install the packages of src/test/node/" + packages);
            }
            Files.writeString(done, "");
        }
        return new NodeTools(folder);
    }

    /// Skips the calling test on a machine without Node.js.
    public static void requireNode() throws InterruptedException {
        if (!run(SOURCES, List.of("node", "--version")).succeeded()) {
            skip("node is not on the PATH");
        }
    }

    private static void skip(String reason) {
        System.out.println("SKIPPED: " + reason + ", so its tools and clients are not tested");
        abort(reason);
    }

    /// Runs a program of a package in a folder.
    ///
    /// @param program its path below node_modules
    public Result run(Path in, String program, String... arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("node", folder.resolve("node_modules/" + program).toString()));
        command.addAll(List.of(arguments));
        return run(in, command);
    }

    /// The folder that `node_modules` is in: scripts below it can import the packages.
    public Path folder() {
        return folder;
    }

    /// A folder below which scripts can import the packages, with the files of src/test/node that are named.
    public Path workspace(String name, String... files) throws IOException {
        Path workspace = Files.createDirectories(folder.resolve(name));
        for (String file : files) {
            Path copy = Files.createTempFile(workspace, file, ".new");
            Files.copy(SOURCES.resolve(file), copy, StandardCopyOption.REPLACE_EXISTING);
            move(copy, workspace.resolve(file));
        }
        return workspace;
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /// Runs a command, and waits for its end.
    public static Result run(Path in, List<String> command) throws InterruptedException {
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).directory(in.toFile()).redirectErrorStream(true);
            builder.environment().put("NO_COLOR", "1");
            builder.environment().put("REDOCLY_TELEMETRY", "off");
            builder.environment().put("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true");
            Process process = builder.start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            boolean ended = process.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES);
            return new Result(ended && process.exitValue() == 0, output);
        } catch (IOException notThere) {
            return new Result(false, "");
        }
    }
}
