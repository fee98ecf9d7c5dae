package streamerapi.hooks;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.time.Instant;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// An event that became of a platform's message `m1`.
@NullMarked
final class TranslatedEvent {

    private TranslatedEvent() {}

    /// Holds an event to its type, its time, and its data as JSON.
    static void assertIs(@Nullable PlatformEvent made, Instant at, String type, String data) {
        PlatformEvent event = Objects.requireNonNull(made);
        assertThat(event.id()).isEqualTo("m1");
        assertThat(event.type()).isEqualTo(type);
        assertThat(event.occurredAt()).isEqualTo(at);
        assertThat(Json.writeText(event.data())).isEqualTo(data);
    }
}
