package streamerapi.oauth;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.problems.Problem;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// Addresses that an app registers, and those that match them (RFC 9700, 2.1; RFC 8252, 7.3).
@NullMarked
class RedirectUriTest {

    private static final String WEB = "https://app.example.com/callback";
    private static final String LOCAL = "http://localhost:8123/callback?from=app";
    private static final String NATIVE = "com.example.app:/callback";
    private static final List<String> REGISTERED = List.of(WEB, LOCAL, NATIVE);

    @ParameterizedTest
    @ValueSource(
            strings = {
                WEB,
                LOCAL,
                NATIVE,
                "https://app.example.com",
                "https://app.example.com:65535/",
                "http://localhost",
                "http://localhost/",
                "http://localhost?from=app",
                "http://localhost:1",
                "com.example.app:/",
                "io.x:/callback"
            })
    void anAddressOfTheWebOfLocalhostOrOfAnAppIsRegistered(String uri) {
        assertThat(RedirectUri.checked(uri)).isEqualTo(uri);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://app.example.com/callback",
                "http://localhost.example.com/",
                "http://localhost@example.com/",
                "http://127.0.0.1:8123/",
                "https://",
                "https:///callback",
                "https://my_app/callback",
                "https://app.example.com/#",
                "https://app.example.com/*",
                "https://user@app.example.com/",
                "https://app.example.com:0/",
                "https://app.example.com:65536/",
                "https://app.example.com/?code=1",
                "https://app.example.com/?a=b&state",
                "https://app.example.com/?%63ode=1",
                "https://app.example.com/?iss=x",
                "https://app.example.com/?error=x",
                "https://bücher.example/",
                "app:/callback",
                "com.example.app:callback",
                "COM.EXAMPLE.APP:/callback",
                "javascript:alert(1)",
                "not a uri",
                ""
            })
    void anyOtherIsRefused(String uri) {
        Problem refused = catchThrowableOfType(Problem.class, () -> RedirectUri.checked(uri));

        assertThat(refused.body()).containsEntry("field", "redirect_uris");
    }

    @Test
    void anAddressHasAtMost500Characters() {
        String longest = WEB + "/" + "a".repeat(500 - WEB.length() - 1);

        assertThat(RedirectUri.checked(longest)).hasSize(500);
        assertThat(catchThrowableOfType(Problem.class, () -> RedirectUri.checked(longest + "a")))
                .isNotNull();
    }

    @Test
    void anAddressIsRegisteredOnce() {
        assertThat(RedirectUri.checked(List.of(WEB, LOCAL, WEB))).containsExactly(WEB, LOCAL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                WEB,
                LOCAL,
                NATIVE,
                "http://localhost/callback?from=app",
                "http://localhost:1/callback?from=app",
                "http://localhost:65535/callback?from=app"
            })
    void aRegisteredAddressMatchesAndLocalhostAtAnyPort(String sent) {
        assertThat(RedirectUri.isAmong(REGISTERED, sent)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://app.example.com/callback/",
                "https://app.example.com/callback?",
                "https://app.example.com:443/callback",
                "https://APP.example.com/callback",
                "http://localhost:65536/callback?from=app",
                "http://localhost:99999/callback?from=app",
                "http://localhost:8123/callback",
                "http://localhost:8123/callback?from=app&x",
                "http://localhost:/callback?from=app",
                "http://localhost:81a/callback?from=app",
                "http://localhost.example.com/callback?from=app",
                "https://localhost:8123/callback?from=app",
                "http://127.0.0.1:8123/callback?from=app",
                "com.example.app:/Callback",
                ""
            })
    void noOtherSpellingMatches(String sent) {
        assertThat(RedirectUri.isAmong(REGISTERED, sent)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "https://app.example.com:8443/callback,https://app.example.com:8443",
        "http://localhost:8123/callback,http://localhost:8123",
        "com.example.app:/callback,com.example.app:"
    })
    void aFormMayEndUpAtTheOriginOfAnAddressOrAtAnAppsScheme(String uri, String origin) {
        assertThat(RedirectUri.origin(uri)).isEqualTo(origin);
    }
}
