package streamerapi.tippage;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.connections.Provider;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.secrets.KeyList;
import streamerapi.shared.secrets.SecretCipher;
import streamerapi.tippage.SignInCookie.SignInContext;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.SequencedMap;

import static org.assertj.core.api.Assertions.assertThat;

/// The tip page's cookies: who is signed in, and a sign-in that has begun.
@NullMarked
class ViewerCookieTest {

    private static final String TENANT = "ten_0000000000000";
    private static final String OTHER_TENANT = "ten_0000000000001";
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final SequencedMap<String, byte[]> KEYS = KeyList.parse(KeyList.create(), "test");
    private static final SecretCipher CIPHER = new SecretCipher(() -> KEYS);
    private static final SignInContext CONTEXT = new SignInContext(TENANT, Provider.TWITCH, "client1");

    private final String value = value(at(NOW).setting(TENANT, Platform.ALPHA, "48213377"));

    @ParameterizedTest
    @CsvSource({"P0D", "P29D", "PT719H59M59.999S"})
    void aViewerIsSignedInForThirtyDays(Duration later) {
        assertThat(at(NOW.plus(later)).read(TENANT, value))
                .isEqualTo(new ViewerCookie.Named(Platform.ALPHA, "48213377", NOW));
    }

    @ParameterizedTest
    @CsvSource({"P30D", "P31D"})
    void thenTheCookieNamesNobodyAnyMore(Duration later) {
        assertThat(at(NOW.plus(later)).read(TENANT, value)).isNull();
    }

    @Test
    void onAnotherAccountsPageItNamesNobody() {
        assertThat(at(NOW).read(OTHER_TENANT, value)).isNull();
        assertThat(ViewerCookie.name(TENANT)).isNotEqualTo(ViewerCookie.name(OTHER_TENANT));
    }

    @ParameterizedTest
    @CsvSource({"alpha,beta", "48213377,48213378", "1795262400000,1795262400001"})
    void aChangedCookieNamesNobody(String was, String is) {
        assertThat(value).contains(was);
        assertThat(at(NOW).read(TENANT, value.replace(was, is))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "alpha:48213377", "alpha:48213377~1795262400000~", "x~y~z"})
    void whatIsNotACookieNamesNobody(String text) {
        assertThat(at(NOW).read(TENANT, text)).isNull();
        assertThat(at(NOW).read(TENANT, null)).isNull();
    }

    @Test
    void aSignInIsReadByTheAccountThePlatformAndTheApplicationThatItWasBegunWith() {
        SignInCookie begun = SignInCookie.begun("mira", "state1", NOW);
        String cookie = value(begun.setting(CONTEXT, CIPHER));

        assertThat(SignInCookie.slugOf(cookie)).isEqualTo("mira");
        assertThat(SignInCookie.read(cookie, CONTEXT, CIPHER)).isEqualTo(begun);
        assertThat(read(cookie, new SignInContext(OTHER_TENANT, Provider.TWITCH, "client1")))
                .isNull();
        assertThat(read(cookie, new SignInContext(TENANT, Provider.KICK, "client1")))
                .isNull();
        assertThat(read(cookie, new SignInContext(TENANT, Provider.TWITCH, "client2")))
                .isNull();
        assertThat(read(cookie.replace("mira", "nova"), CONTEXT)).isNull();
    }

    @Test
    void aBrowserComesBackWithItsStateWithinTenMinutes() {
        SignInCookie begun = SignInCookie.begun("mira", "state1", NOW);

        assertThat(begun.isOf("state1", NOW)).isTrue();
        assertThat(begun.isOf("state1", NOW.plus(Duration.ofMinutes(10)).minusMillis(1)))
                .isTrue();
        assertThat(begun.isOf("state1", NOW.plus(Duration.ofMinutes(10)))).isFalse();
        assertThat(begun.isOf("state2", NOW)).isFalse();
    }

    private static @Nullable SignInCookie read(String cookie, SignInContext context) {
        return SignInCookie.read(cookie, context, CIPHER);
    }

    private static ViewerCookie at(Instant now) {
        return new ViewerCookie(CIPHER, InstantSource.fixed(now));
    }

    private static String value(String header) {
        return header.substring(header.indexOf('=') + 1, header.indexOf(';'));
    }
}
