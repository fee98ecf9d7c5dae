package streamerapi.localstack;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.service.Service;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/// docs/local-stack.md lists the variables that the command reads, and no other.
@NullMarked
class GuideVariablesTest {

    @Test
    void theGuideListsEveryVariable() throws IOException {
        String command = text("localstack/src/main/java/streamerapi/localstack/Command.java");
        String guide = text("docs/local-stack.md");
        Set<String> listed = new TreeSet<>();
        for (String row : named("(?m)^\\| (`[A-Z].*)$", guide)) {
            listed.addAll(named("`([A-Z_]+)`", row.substring(0, row.indexOf(" | "))));
        }
        assertThat(listed).isEqualTo(named("\"([A-Z]+_[A-Z_]+|PORT|ACCOUNTS)\"", command));
    }

    private static String text(String file) throws IOException {
        return Files.readString(Service.root().resolve(file));
    }

    private static Set<String> named(String pattern, String in) {
        Set<String> names = new TreeSet<>();
        Pattern.compile(pattern).matcher(in).results().forEach(found -> names.add(found.group(1)));
        return names;
    }
}
