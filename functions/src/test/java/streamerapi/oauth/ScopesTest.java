package streamerapi.oauth;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// The scopes that a request asks for.
@NullMarked
class ScopesTest {

    private static final List<String> ALLOWED = List.of("counters:manage", "tts:read");

    @Test
    void aRequestThatNamesNoneAsksForAllThatAreAllowedInTheirOrder() {
        assertThat(Scopes.asked(null, ALLOWED)).containsExactly("tts:read", "counters:manage");
    }

    @Test
    void thoseThatAreNamedAreAskedForEachOnce() {
        assertThat(Scopes.asked("counters:manage  tts:read counters:manage", ALLOWED))
                .containsExactly("tts:read", "counters:manage");
        assertThat(Scopes.asked("tts:read", ALLOWED)).containsExactly("tts:read");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "media:read", "tts:read media:read", "TTS:READ", "tts:read,counters:manage", "x"})
    void oneThatIsUnknownOrNotAllowedIsRefusedAndSoIsAnEmptyList(String text) {
        assertThatThrownBy(() -> Scopes.asked(text, ALLOWED)).isInstanceOf(OAuthError.class);
    }
}
