package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.Browser;
import streamerapi.service.Service;
import streamerapi.service.TestApp;
import streamerapi.service.TestApp.Tokens;
import streamerapi.shared.auth.AuthorizationName;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.auth.Secret;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds which actions do not end an authorization, and which do not begin one.
@NullMarked
class GrantsTest {

    private static final Pattern CODE = Pattern.compile("[?&]code=([^&]+)");

    private final Service service = Service.shared();
    private final Account streamer = service.newAccount();
    private final TestApp app = TestApp.open(service.newAccount(), Scope.TTS_READ);

    /// A code in a browser's history tells account, app and family, and anybody can reckon a checksum.
    @Test
    void aMadeUpCodeOrTokenOfAKnownFamilyEndsNothing() {
        Tokens tokens = app.connect(streamer);
        AuthorizationName name =
                AuthorizationName.of(Secret.parse(tokens.access()).orElseThrow());

        for (int i = 0; i < 3; i++) {
            invalid(app.exchange(name.newSecret(Secret.Kind.AUTHORIZATION_CODE).text()));
            invalid(app.refresh(name.newSecret(Secret.Kind.REFRESH_TOKEN).text()));
            app.revoke(name.newSecret(Secret.Kind.REFRESH_TOKEN).text()).expect(200);
            app.revoke(name.newSecret(Secret.Kind.ACCESS_TOKEN).text()).expect(200);
        }

        app.api(tokens.access()).get("/me").expect(200);
        app.refresh(tokens.refresh()).expect(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"removed", "moderator"})
    void theCodeOfAnAdministratorWhoIsNoneAnyMoreGivesNoTokens(String now) {
        Account.Member member = streamer.newUser(Role.SUPER_ADMIN);
        Browser browser = new Browser(service);
        Answer consent = browser.signIn(browser.open(app.asking()), member.email(), member.password());
        Answer approved =
                browser.submit(consent.expect(200), "decision", "approve").expect(303);
        Matcher code = CODE.matcher(String.valueOf(approved.header("Location")));
        assertThat(code.find()).isTrue();

        ApiClient owner = streamer.dashboard();
        if (now.equals("removed")) {
            owner.delete("/dashboard/api/team/" + member.id()).expect(200);
        } else {
            owner.patch("/dashboard/api/team/" + member.id(), Map.of("role", now))
                    .expect(200);
        }

        invalid(app.exchange(code.group(1)));
    }

    private static void invalid(Answer answer) {
        assertThat(answer.expect(400).at("error")).isEqualTo("invalid_grant");
    }
}
