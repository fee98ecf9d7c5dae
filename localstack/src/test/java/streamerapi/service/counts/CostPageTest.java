package streamerapi.service.counts;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// `docs/cost.md` says what the counted calls cost.
@NullMarked
class CostPageTest {

    private static final int SHORTER = 20;

    /// More than the requests of which the limiter writes for one.
    private static final int READS = 8;

    private static final Path FILE = Service.root().resolve("docs/cost.md");

    /// Times and numbers of bytes have more digits or fewer; API Gateway's own request ids are shorter than the local
    /// stack's. The limiter writes for a part of the requests alone, and a line that tells of it is longer.
    @Test
    void theLogLineOfAReadIsAsLongAsThePageSays() throws IOException {
        Account account = Service.shared().newAccount();
        account.tip("Ada");
        List<String> ids = Stream.generate(() -> account.api().get("/tts/queue").expect(200))
                .limit(READS)
                .map(queue -> Objects.requireNonNull(queue.header("Request-Id")))
                .toList();
        String line = Files.readAllLines(Path.of(System.getProperty("functions.log"))).stream()
                .filter(one -> ids.stream().anyMatch(one::contains) && !one.contains("UpdateItem"))
                .findFirst()
                .orElseThrow();
        assertThat(line.length()).as(line).isBetween(CostPage.LINE_BYTES - SHORTER, CostPage.LINE_BYTES);
    }

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
