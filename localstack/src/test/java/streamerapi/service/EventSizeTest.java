package streamerapi.service;

import org.junit.jupiter.api.Test;
import streamerapi.shared.events.Event;
import streamerapi.shared.events.EventType;
import streamerapi.shared.events.Outbox;
import streamerapi.shared.events.Outcome;
import streamerapi.shared.storage.Ids;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Events fit into a message of API Gateway's WebSocket and of SQS, by design.
class EventSizeTest {

    private static final int LARGEST = 32 * 1024;

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @Test
    void theLargestTipIsFarFromTheLimit() {
        account.api()
                .post(
                        "/tips",
                        Map.of(
                                "name",
                                "😀".repeat(64),
                                "message",
                                "😀".repeat(500),
                                "source",
                                "\u0001".repeat(63) + "x",
                                "external_ref",
                                "\u0001".repeat(254) + "x"))
                .expect(201);

        assertThat(account.events().getLast().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(LARGEST / 3);
    }

    @Test
    void aGiftToManyNamesTheFirstOfThemAndCountsAll() {
        List<String> names =
                IntStream.range(0, 1_000).mapToObj(i -> "\u661f".repeat(18) + i).toList();
        account.connector("alpha")
                .send("gift_sub", Map.of("user_name", "Ada", "tier", 1, "total", 1_000, "gift_recipients", names));

        String event = account.events().getLast();
        assertThat(event.getBytes(StandardCharsets.UTF_8)).hasSizeBetween(LARGEST / 2, LARGEST);
        assertThat(event).contains(names.getFirst(), "\"total\":1000").doesNotContain(names.getLast());
    }

    @Test
    void anEventThatIsTooLargeIsNotCommitted() {
        Outbox outbox = new Outbox(account.table(), new Ids(service.clock()), service.clock());
        Event event = new Event(EventType.WARNING, Map.of("message", "x".repeat(LARGEST)));

        assertThatThrownBy(() -> outbox.commit(
                        account.tenantId(), null, Outcome.of("done").emitting(event)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("warning");
        assertThat(account.events()).isEmpty();
    }
}
