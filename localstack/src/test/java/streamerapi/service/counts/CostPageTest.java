package streamerapi.service.counts;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.service.Service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

/// `docs/cost.md` says what the counted calls cost.
@NullMarked
class CostPageTest {

    private static final Path FILE = Service.root().resolve("docs/cost.md");

    @Test
    void thePageIsWhatTheCountsAndThePricesComeTo() throws IOException {
        if (Boolean.getBoolean("docs.update")) {
            Files.writeString(FILE, CostPage.text());
        }
        assertThat(Files.readString(FILE))
                .as("docs/cost.md; after a change that is meant, run this test with -Ddocs.update=true")
                .isEqualTo(CostPage.text());
    }
}
