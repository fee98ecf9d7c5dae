package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.accounts.SignIn;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Session;
import streamerapi.shared.auth.SessionCookie;
import streamerapi.shared.auth.Sessions;
import streamerapi.shared.limits.RateLimiter;
import streamerapi.shared.problems.ErrorCode;
import streamerapi.shared.problems.Problem;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/// Signing in and out, and wrong passwords.
@NullMarked
class SignInTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final Sessions sessions = new Sessions(
            account.table(), new RateLimiter(account.table(), service.clock(), BigDecimal.ONE), service.clock());
    private final SignIn signIn = new SignIn(account.table(), sessions, service.clock());

    @Test
    void theRightPasswordBeginsASessionThatItsCookieOpens() {
        SignIn.Signed signed =
                signIn.signIn(" " + account.email().toUpperCase(java.util.Locale.ROOT), account.password());
        assertThat(signed.session().tenantId()).isEqualTo(account.tenantId());
        assertThat(signed.session().role()).isEqualTo(Role.OWNER);
        assertThat(signed.cookie())
                .matches("session=u_\\w+\\.ses_[\\w-]{49}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax");

        Session found = Objects.requireNonNull(sessions.of(value(signed)));
        assertThat(found).isEqualTo(signed.session());
        assertThat(found.hasCsrfToken(signed.session().csrfToken())).isTrue();
        assertThat(found.hasCsrfToken("")).isFalse();
    }

    @Test
    void signingOutEndsTheSession() {
        String value = value(signIn.signIn(account.email(), account.password()));
        assertThat(signIn.signOut(value)).startsWith("session=; Max-Age=0; Path=/;");
        assertThat(sessions.of(value)).isNull();
        assertThat(signIn.signOut(value)).isEqualTo(SessionCookie.removal());
        assertThat(signIn.signOut("nonsense")).isEqualTo(SessionCookie.removal());
    }

    @Test
    void fiveWrongPasswordsLockTheRightOneOut() {
        for (String email : List.of(account.email(), "nobody-" + account.email())) {
            for (int i = 0; i < 5; i++) {
                assertThat(refusal(email, "wrong").code()).isEqualTo(ErrorCode.INVALID_LOGIN);
            }
            Problem locked = refusal(email, account.password());
            assertThat(locked.code()).isEqualTo(ErrorCode.RATE_LIMITED);
            assertThat(locked.retryAfter())
                    .isBetween(Duration.ofMinutes(14), Duration.ofMinutes(15).plusSeconds(1));
        }
    }

    private Problem refusal(String email, String password) {
        return Objects.requireNonNull(catchThrowableOfType(Problem.class, () -> signIn.signIn(email, password)));
    }

    private static String value(SignIn.Signed signed) {
        return signed.cookie().substring("session=".length(), signed.cookie().indexOf(';'));
    }
}
