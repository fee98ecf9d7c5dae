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

/// The guide of the realtime stream and the AsyncAPI document name the same frames, beside events.
@NullMarked
class GuideFramesTest {

    private static final Pattern OF_THE_GUIDE = Pattern.compile("\\{\"type\":\"([a-z_]+)\"");
    private static final Pattern OF_THE_DOCUMENT = Pattern.compile("\"const\": *\"([a-z_]+)\"");

    @Test
    void theGuideAndTheDocumentNameTheSameFrames() throws IOException {
        assertThat(named(OF_THE_GUIDE, "docs/realtime.md"))
                .isEqualTo(named(OF_THE_DOCUMENT, "localstack/src/test/resources/frames.json"));
    }

    private static Set<String> named(Pattern frame, String file) throws IOException {
        Set<String> names = new TreeSet<>();
        frame.matcher(Files.readString(Service.root().resolve(file)))
                .results()
                .forEach(found -> names.add(found.group(1)));
        return names;
    }
}
