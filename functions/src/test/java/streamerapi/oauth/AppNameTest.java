package streamerapi.oauth;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.problems.Problem;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// The names that apps may have; `AppNamesTest` has the whole table.
@NullMarked
class AppNameTest {

    private final AppName rule = new AppName(List.of("Starlight"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Twitch",
                "my Twitch tool",
                "TWlTCH",
                "Tw1tch",
                "Тwitch",
                "Pay Pal",
                "The Official Ko-fi Bot",
                "Streamer API",
                "Support",
                "The Support Team",
                "Account Security",
                "Starlight",
                "starlight login",
                "T\u200bwitch",
                "a\u2028b"
            })
    void aNameThatCouldPassForTheServiceAPlatformOrAnOfficeIsRefused(String name) {
        Problem refused = catchThrowableOfType(Problem.class, () -> rule.checked(name));

        assertThat(refused.body()).containsEntry("field", "name");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Overlay tools",
                "Kickboxing timer",
                "Alphabet",
                "Betamax",
                "Supportive words",
                "My team",
                "Starlights",
                "Мой счётчик"
            })
    void aNameThatOnlyHoldsSuchAWordWithinAnotherIsTaken(String name) {
        assertThat(rule.checked(name)).isEqualTo(name);
    }

    @Test
    void aNameIsTakenWithoutTheBlanksAroundIt() {
        assertThat(rule.checked("  Overlay tools ")).isEqualTo("Overlay tools");
    }
}
