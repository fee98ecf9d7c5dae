package streamerapi.architecture;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.service.Service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

/// What `cfn-lint` says of template.yaml, if it is installed.
@NullMarked
class LintTest {

    @Test
    void cfnLintHasNothingToSay() throws IOException, InterruptedException {
        if (!run("--version").succeeded()) {
            System.out.println("SKIPPED: cfn-lint is not on the PATH, so nobody lints template.yaml");
            abort("cfn-lint is not on the PATH");
        }
        Result result = run(Service.root().resolve("template.yaml").toString());
        assertThat(result.output()).isEmpty();
        assertThat(result.succeeded()).isTrue();
    }

    private record Result(boolean succeeded, String output) {}

    private static Result run(String argument) throws InterruptedException {
        try {
            Process process = new ProcessBuilder("cfn-lint", argument)
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.waitFor() == 0, output);
        } catch (IOException notThere) {
            return new Result(false, "");
        }
    }
}
