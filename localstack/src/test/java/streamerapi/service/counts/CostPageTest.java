package streamerapi.service.counts;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.Service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// `docs/cost.md` says what the counted calls cost.
@NullMarked
class CostPageTest {

    private static final int SHORTER = 20;

    private static final Path FILE = Service.root().resolve("docs/cost.md");

    /// Times and numbers of bytes have more digits or fewer; API Gateway's own request ids are shorter than the local
    /// stack's. The limiter's write, which a part of the requests make, is not counted.
    @Test
    void theLogLineOfAReadIsAsLongAsThePageSays() throws IOException {
        Account account = Service.shared().newAccount();
        account.tip("Ada");
        Answer queue = account.api().get("/tts/queue").expect(200);
        String id = Objects.requireNonNull(queue.header("Request-Id"));
        String line = Files.readAllLines(Path.of(System.getProperty("functions.log"))).stream()
                .filter(one -> one.contains(id))
                .findFirst()
                .orElseThrow()
                .replaceFirst(",\"UpdateItem\":\\[[0-9.]+]", "");
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
