package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.localstack.engines.Engines;
import streamerapi.localstack.tables.PartitionCapacity;
import streamerapi.localstack.tables.PartitionCapacity.Kind;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import static org.assertj.core.api.Assertions.assertThat;

/// A stack whose partition keys carry little: what they cannot carry is refused, and what stands under other keys is
/// not.
@NullMarked
class PartitionCapacityTest {

    private static final int ANY = 1_000_000;

    private static Service carrying(int writes, int reads) {
        return Service.start(Service.options()
                .withTables(Engines.DYNAMODB_LOCAL)
                .withOverrides(Map.of("RATE_LIMIT_FACTOR", "10000"))
                .withCapacity(clock -> new PartitionCapacity(writes, reads, clock)));
    }

    @Test
    void aPartitionThatIsWrittenTooFastRefusesUntilASecondIsOver() {
        try (Service service = carrying(20, ANY)) {
            Account account = service.newAccount();
            int taken = 0;
            while (taken < 20
                    && account.api().post("/tips", Map.of("name", "Ada")).status() == 201) {
                taken++;
            }
            assertThat(taken).as("tips of 4 units each under the account's key").isBetween(5, 10);
            assertThat(account.eventTypes()).hasSize(taken).containsOnly("tip.created");
            Answer refused = account.api().post("/tips", Map.of("name", "Ada")).refuses(503, "unavailable");
            assertThat(refused.header("Retry-After")).isEqualTo("1");

            service.newAccount().tip("of another account");
            service.clock().advance(Duration.ofSeconds(1));
            account.tip("Ada");
        }
    }

    @Test
    void aPartitionThatIsReadTooFastRefuses() {
        try (Service service = carrying(ANY, 5)) {
            Account account = service.newAccount();
            int read = 0;
            while (read < 20 && account.api().get("/tts/queue").status() == 200) {
                read++;
            }
            assertThat(read).isBetween(4, 10);
            service.clock().advance(Duration.ofSeconds(1));
            account.api().get("/tts/queue").expect(200);
        }
    }

    @Test
    void aKeyCanOweAndIsFilledUpToASecondsWorth() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        PartitionCapacity capacity = new PartitionCapacity(10, 30, now::get);
        assertThat(capacity.takes("a", Kind.WRITE)).isTrue();
        capacity.charge("a", Kind.WRITE, 25);
        assertThat(capacity.takes("a", Kind.WRITE)).isFalse();
        assertThat(capacity.takes("a", Kind.READ)).as("reads are counted apart").isTrue();
        assertThat(capacity.takes("b", Kind.WRITE)).as("so is another key").isTrue();

        now.set(now.get().plusMillis(1_500));
        assertThat(capacity.takes("a", Kind.WRITE)).as("it owes 15").isFalse();
        now.set(now.get().plusMillis(1));
        assertThat(capacity.takes("a", Kind.WRITE)).isTrue();

        now.set(now.get().plusSeconds(60));
        capacity.charge("a", Kind.WRITE, 10);
        assertThat(capacity.takes("a", Kind.WRITE))
                .as("no more than a second's worth is kept")
                .isFalse();
    }
}
