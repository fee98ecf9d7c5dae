package streamerapi.shared.storage;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;

/// The rows that a sum is split into.
@NullMarked
class ShardsTest {

    @Property(tries = 500)
    void anIdIsAlwaysAddedToTheSameRow(@ForAll String id) {
        assertThat(Shards.of(id, 8)).isBetween(0, 7).isEqualTo(Shards.of(id, 8));
    }

    @Test
    void idsThatDifferInOneCharacterMeetAllRows() {
        assertThat(IntStream.range(0, 100).map(i -> Shards.of("tip_1763693883123_" + i, 8)))
                .contains(0, 1, 2, 3, 4, 5, 6, 7);
    }
}
