package streamerapi.events;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import streamerapi.catalogue.EventCatalogue;
import streamerapi.shared.events.EventType;
import streamerapi.shared.problems.Problem;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Fields that are set in an event's sample.
@NullMarked
class TriggeredEventTest {

    /// A field of a sample.
    record SampleField(EventType type, String name) {}

    static Stream<SampleField> fieldsWithoutAValue() {
        return Arrays.stream(EventType.values())
                .filter(EventType::subscribable)
                .flatMap(type -> EventCatalogue.sample(type).entrySet().stream()
                        .filter(field -> field.getValue() == null)
                        .map(field -> new SampleField(type, field.getKey())));
    }

    /// The sample does not say which type such a field has.
    @ParameterizedTest
    @MethodSource("fieldsWithoutAValue")
    void aFieldThatIsNullInTheSampleTakesAPlainValueAlone(SampleField field) {
        assertThat(set(field, "Ada").event(UnaryOperator.identity()).data()).containsEntry(field.name(), "Ada");
        for (Object wrong : List.of(Map.of("a", 1), List.of("a"))) {
            assertThatThrownBy(() -> set(field, wrong).event(UnaryOperator.identity()))
                    .isInstanceOfSatisfying(
                            Problem.class,
                            problem -> assertThat(problem.body()).containsEntry("field", "data." + field.name()));
        }
    }

    private static TriggeredEvent set(SampleField field, Object value) {
        return new TriggeredEvent(field.type().label(), Map.of(field.name(), value));
    }
}
