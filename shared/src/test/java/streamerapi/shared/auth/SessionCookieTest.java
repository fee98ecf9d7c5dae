package streamerapi.shared.auth;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Duration;

import static org.assertj.core.api.Assertions.assertThat;

/// The cookie of a session, and the mark of a token.
@NullMarked
class SessionCookieTest {

    private static final String TENANT = "ten_0000000000000";
    private static final Secret SECRET = Secret.make(Secret.Kind.SESSION, TENANT);

    @Test
    void aCookieNamesItsUserAndTheSecret() {
        assertThat(SessionCookie.parse("u_1." + SECRET.text())).isEqualTo(new SessionCookie("u_1", SECRET));
        assertThat(SessionCookie.parse("u".repeat(64) + "." + SECRET.text())).isNotNull();
    }

    @Test
    void whatIsNotACookieIsNone() {
        assertThat(SessionCookie.parse(null)).isNull();
        assertThat(SessionCookie.parse("")).isNull();
        assertThat(SessionCookie.parse(SECRET.text())).isNull();
        assertThat(SessionCookie.parse("." + SECRET.text())).isNull();
        assertThat(SessionCookie.parse("u_1." + SECRET.text() + "x")).isNull();
        assertThat(SessionCookie.parse("u".repeat(65) + "." + SECRET.text())).isNull();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SESSION")
    void aSecretOfAnotherKindIsNoSession(Secret.Kind kind) {
        assertThat(SessionCookie.parse("u_1." + Secret.make(kind, TENANT).text()))
                .isNull();
    }

    @Test
    void scriptsOtherSitesAndTheOpenNetworkDoNotGetIt() {
        assertThat(new SessionCookie("u_1", SECRET).header(Duration.ofDays(30)))
                .isEqualTo(
                        "session=u_1." + SECRET.text() + "; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax");
        assertThat(SessionCookie.removal()).startsWith("session=; Max-Age=0;");
    }

    @Test
    void aTokenCarriesTheMarkOfItsOwnKeyAlone() {
        TokenKey key = TokenKey.fresh();
        Secret token = Secret.make(Secret.Kind.ACCESS_TOKEN, TENANT, new byte[8], key);

        assertThat(key.isOf(token)).isTrue();
        assertThat(TokenKey.fresh().isOf(token)).isFalse();
        assertThat(key.isOf(Secret.make(Secret.Kind.ACCESS_TOKEN, TENANT, new byte[8])))
                .isFalse();
    }

    @Test
    void theMarkIsThatOfTheKindToo() {
        TokenKey key = new TokenKey("000102030405060708090a0b0c0d0e0f");

        assertThat(key.mark(Secret.Kind.ACCESS_TOKEN, new byte[26]))
                .hasSize(TokenKey.MARK_BYTES)
                .isNotEqualTo(key.mark(Secret.Kind.REFRESH_TOKEN, new byte[26]));
    }

    @Test
    void aTokenWithoutAListOfItsOwnIsCountedWithItsAuthorization() {
        byte[] name = {1, 2, 3, 4, 5, 6, 7, 8};
        Secret first = Secret.make(Secret.Kind.ACCESS_TOKEN, TENANT, name);
        Secret second = Secret.make(Secret.Kind.ACCESS_TOKEN, TENANT, name);

        assertThat(first.subject()).isEqualTo(second.subject()).isNotEqualTo(first.hash());
        assertThat(SECRET.subject()).isEqualTo(SECRET.hash());
    }
}
