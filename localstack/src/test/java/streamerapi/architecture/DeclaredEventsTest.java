package streamerapi.architecture;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.catalogue.EventCatalogue;
import streamerapi.shared.events.EventType;

import static org.assertj.core.api.Assertions.assertThat;

/// Events are emitted with the schemas that the documents show.
@NullMarked
class DeclaredEventsTest {

    @Test
    void everyEventThatIsDeclaredIsTheCatalogues() {
        assertThat(DeclaredEvents.all())
                .hasSizeGreaterThan(30)
                .filteredOn(event -> event.type() != EventType.WARNING)
                .allSatisfy(event -> assertThat(EventCatalogue.of(event.type())).isSameAs(event));
    }
}
