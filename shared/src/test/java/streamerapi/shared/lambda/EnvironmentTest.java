package streamerapi.shared.lambda;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.InstantSource;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// A function's variables.
class EnvironmentTest {

    @ParameterizedTest
    @ValueSource(strings = {"QUEUE", "BUCKET"})
    void aVariableThatIsMissingOrEmptyIsNamed(String name) {
        Environment environment = new Environment(Map.of("TABLE", "StreamerApi", "BUCKET", ""), InstantSource.system());
        assertThat(environment.required("TABLE")).isEqualTo("StreamerApi");
        assertThatThrownBy(() -> environment.required(name))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Environment variable " + name + " is not set");
    }
}
