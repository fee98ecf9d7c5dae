package streamerapi.shared.storage;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.NullMarked;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// Ids sort as they were made, and carry what they say they do.
@NullMarked
class IdsPropertyTest {

    private Instant now = Instant.parse("2026-11-21T09:30:00Z");
    private final Ids ids = new Ids(() -> now);

    @Property(tries = 200)
    void idsSortByTheTimeTheyWereMade(@ForAll @Size(max = 60) List<@IntRange(max = 3) Integer> pauses) {
        List<String> plain = new ArrayList<>();
        List<String> events = new ArrayList<>();
        List<String> orders = new ArrayList<>();
        for (int pause : pauses) {
            now = now.plusMillis(pause);
            plain.add(ids.next());
            events.add(ids.next("evt"));
            orders.add(Ids.orderTime(ids.nextOrder(pause == 0 ? "replay" : "tip")));
        }
        for (List<String> made : List.of(plain, events, orders)) {
            assertThat(made).isSorted().doesNotHaveDuplicates();
        }
    }

    @Property(tries = 200)
    void anOrderIdSaysWhenItWasMade(@ForAll @IntRange(max = 1_000_000_000) int later) {
        now = now.plusMillis(later);
        assertThat(ids.nextOrder("tip")).matches("tip_" + now.toEpochMilli() + "_[0-9a-z]{16}");
    }

    @Property(tries = 500)
    void anAccountIdStandsForItsBits(@ForAll long bits) {
        String tenantId = Ids.tenant(bits);
        assertThat(tenantId).matches("ten_[0-9a-z]{13}");
        assertThat(Ids.tenantBits(tenantId)).isEqualTo(bits);
    }
}
