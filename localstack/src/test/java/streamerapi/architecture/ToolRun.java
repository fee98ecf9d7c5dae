package streamerapi.architecture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// A run of a program that this machine may not have: Python, `cfn-lint`.
///
/// @param status its exit status; -1 if the program is not there
/// @param output what it printed, in UTF-8
record ToolRun(int status, String output) {

    /// Runs a program to its end. Its standard error goes to the test's output.
    static ToolRun of(String... command) throws InterruptedException {
        return run(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT));
    }

    /// Runs a program to its end, its standard error among the output.
    static ToolRun withErrors(String... command) throws InterruptedException {
        return run(new ProcessBuilder(command).redirectErrorStream(true));
    }

    private static ToolRun run(ProcessBuilder program) throws InterruptedException {
        try {
            Process process = program.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new ToolRun(process.waitFor(), output);
        } catch (IOException notThere) {
            return new ToolRun(-1, "");
        }
    }

    boolean succeeded() {
        return status == 0;
    }
}
