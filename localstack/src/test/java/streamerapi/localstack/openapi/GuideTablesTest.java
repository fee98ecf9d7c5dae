package streamerapi.localstack.openapi;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.service.Service;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/// The tables of the guides list what the documents have: the frames of the realtime stream, and the codes of warnings.
@NullMarked
class GuideTablesTest {

    private static final String FRAMES = "localstack/src/test/resources/frames.json";
    private static final String OPEN_API = "functions/src/main/resources/openapi.json";

    @Test
    void theGuideOfTheRealtimeStreamHasEveryFrame() throws IOException {
        assertThat(named("\\{\"type\":\"([a-z_]+)\"", text("docs/realtime.md")))
                .isEqualTo(named("\"const\": *\"([a-z_]+)\"", text(FRAMES)));
    }

    @Test
    void theGuideOfErrorsHasEveryWarning() throws IOException {
        String guide = text("docs/errors.md");
        assertThat(named("(?m)^\\| `([a-z_]+)`", guide.substring(guide.indexOf("\n## Warnings\n"))))
                .isEqualTo(named("\"([a-z_]+)\": \"#/components/schemas/[A-Za-z]+Warning\"", text(OPEN_API)));
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
