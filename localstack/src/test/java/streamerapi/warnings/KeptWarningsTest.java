package streamerapi.warnings;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.FollowedEvent;
import streamerapi.shared.storage.Table;
import streamerapi.simulation.MemoryTable;
import streamerapi.simulation.TableService;
import streamerapi.warnings.KeptWarnings.KeptWarning;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// The warnings that Home shows.
class KeptWarningsTest {

    private static final String TENANT = "ten_1";
    private static final Instant FIRST = Instant.parse("2026-11-01T12:00:00Z");
    private static final KeptWarning REFUND = new KeptWarning(KeptCode.REFUND_FAILED, "A refund failed");
    private static final KeptWarning SILENT = new KeptWarning(KeptCode.SPEECH_REFUSED, "A tip is not spoken");

    private final Table table = TableService.over(MemoryTable.ofInserts(row -> {}));
    private Instant now = FIRST;
    private final KeptWarnings kept = new KeptWarnings(table, () -> now);

    private void raised(KeptWarning warning) {
        Map<String, @Nullable Object> data = Map.of("code", warning.code().label(), "message", warning.message());
        kept.keep(new FollowedEvent(TENANT, EventType.WARNING, now, data));
    }

    @Test
    void oneThatIsRaisedEachHourHidesNoOther() {
        raised(REFUND);
        for (int hour = 0; hour < 71; hour++) {
            now = now.plus(Duration.ofHours(1));
            raised(SILENT);
        }
        assertThat(kept.newest(TENANT)).containsExactly(SILENT, REFUND);
    }

    @Test
    void theNewestIsToldHoweverManyThereAre() {
        for (int minute = 0; minute < 150; minute++) {
            now = FIRST.plus(Duration.ofMinutes(minute));
            raised(new KeptWarning(KeptCode.REFUND_FAILED, "Refund " + minute + " failed"));
        }
        assertThat(kept.newest(TENANT))
                .extracting(KeptWarning::message)
                .containsExactly("Refund 149 failed", "Refund 148 failed", "Refund 147 failed");
    }

    /// Two donors' payments of one sum have one message.
    @Test
    void thoseOfTwoPaymentsAreTold() {
        for (String payment : List.of("p1", "p2", "p2", "p3")) {
            Map<String, @Nullable Object> data =
                    Map.of("code", REFUND.code().label(), "message", REFUND.message(), "payment_id", payment);
            kept.keep(new FollowedEvent(TENANT, EventType.WARNING, now, data));
        }
        now = now.plus(Duration.ofHours(1));
        raised(SILENT);
        assertThat(kept.newest(TENANT))
                .containsExactly(SILENT, new KeptWarning(REFUND.code(), REFUND.message() + " (3 payments)"));
    }

    @Test
    void oneThatIsToldAgainLateStaysAsNewAsItIs() {
        raised(SILENT);
        now = FIRST.plus(Duration.ofHours(1));
        raised(REFUND);
        now = FIRST.plus(Duration.ofHours(2));
        raised(SILENT);
        now = FIRST;
        raised(SILENT);
        now = FIRST.plus(Duration.ofHours(73));
        assertThat(kept.newest(TENANT)).containsExactly(SILENT);
    }

    /// Expired rows stay for up to two days.
    @Test
    void thoseThatHaveExpiredHideNoOther() {
        for (int payment = 0; payment < 200; payment++) {
            Map<String, @Nullable Object> data =
                    Map.of("code", REFUND.code().label(), "message", REFUND.message(), "payment_id", "p" + payment);
            kept.keep(new FollowedEvent(TENANT, EventType.WARNING, now, data));
        }
        now = FIRST.plus(Duration.ofHours(73));
        List<KeptWarning> since = new ArrayList<>();
        for (String number : List.of("1", "2", "3")) {
            since.addFirst(new KeptWarning(KeptCode.SPEECH_REFUSED, "Not spoken: " + number));
            raised(since.getFirst());
            now = now.plus(Duration.ofMinutes(1));
        }
        assertThat(kept.newest(TENANT)).isEqualTo(since);
    }
}
