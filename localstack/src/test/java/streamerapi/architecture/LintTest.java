package streamerapi.architecture;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.service.IfChanged;
import streamerapi.service.Service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

/// Holds that `cfn-lint` takes template.yaml, if it is installed.
@IfChanged("template.yaml")
@NullMarked
class LintTest {

    @Test
    void cfnLintHasNothingToSay() throws InterruptedException {
        if (!ToolRun.withErrors("cfn-lint", "--version").succeeded()) {
            System.out.println("SKIPPED: cfn-lint is not on the PATH, so template.yaml is not linted");
            abort("cfn-lint is not on the PATH");
        }
        ToolRun result = ToolRun.withErrors(
                "cfn-lint", Service.root().resolve("template.yaml").toString());
        assertThat(result.output()).isEmpty();
        assertThat(result.succeeded()).isTrue();
    }
}
