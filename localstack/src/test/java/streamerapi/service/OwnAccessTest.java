package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.auth.Role;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds users' actions on their own password and sessions (contract "OAuth and sign-in").
@NullMarked
class OwnAccessTest {

    private static final String PASSWORD = "/dashboard/api/password";
    private static final String SESSIONS = "/dashboard/api/sessions";
    private static final String NEW = "seven otters in a row";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient owner = account.dashboard();

    @Test
    void aModeratorChangesTheOwnPassword() {
        Account.Member mo = account.newUser(Role.MODERATOR);
        ApiClient here = mo.dashboard(account);
        ApiClient elsewhere = mo.dashboard(account);

        here.post(PASSWORD, change(mo.password(), NEW)).expect(200);

        here.get("/dashboard/api/session").expect(200);
        elsewhere.get("/dashboard/api/session").refuses(401, "missing_session");
        account.dashboard(mo.email(), NEW);
    }

    @Test
    void theOwnPasswordIsNotChangedWithoutThePresentOne() {
        owner.post(PASSWORD, Map.of("password", NEW)).names("current_password");
        owner.post(PASSWORD, change("a guess", NEW)).names("current_password");
        account.dashboard(account.email(), account.password());
    }

    @Test
    void aStolenSessionGuessesThePasswordNoMoreOftenThanAStranger() {
        for (int i = 0; i < 5; i++) {
            owner.post(PASSWORD, change("a guess", NEW)).names("current_password");
        }
        owner.post(PASSWORD, change(account.password(), NEW)).refuses(429, "rate_limited");
        service.clock().advance(Duration.ofMinutes(15));
        owner.post(PASSWORD, change(account.password(), NEW)).expect(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password123",
                "P@ssw0rd!",
                "qwertyuiop",
                "1234567890",
                "aaaaaaaaaaaaaaaaaaaa",
                "abcabcabcabc",
                "iloveyou123",
                "streamer api"
            })
    void aPasswordThatIsGuessedFirstIsRefused(String guessed) {
        Answer refused =
                owner.post(PASSWORD, change(account.password(), guessed)).names("password");
        assertThat(String.valueOf(refused.at("error"))).contains("too easy to guess");
    }

    @Test
    void thePersonsOwnAddressIsNoPassword() {
        owner.post(PASSWORD, change(account.password(), account.email())).names("password");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "streamer",
                "Streamer-2026",
                "Kestrel",
                "Kestrel-2026",
                "kestrel owls",
                "KestrelOwls1",
                "OwlsDashboardKestrel"
            })
    void theNamesOfTheChannelAndTheServiceAreNoPassword(String guessed) {
        owner.patch("/dashboard/api/account", Map.of("name", "Kestrel Owls")).expect(200);

        owner.post(PASSWORD, change(account.password(), guessed)).names("password");
    }

    @Test
    void aUserSeesTheOwnSessionsAndNoOthers() {
        account.dashboard(Role.MODERATOR);
        account.dashboard();
        Answer sessions = owner.get(SESSIONS).expect(200);

        assertThat(sessions.each("sessions", "current")).containsExactly("false", "true");
    }

    @Test
    void aSessionSaysWhereItWasBegun() {
        ApiClient signedIn = account.dashboard(account.email(), account.password());
        Answer sessions = signedIn.get(SESSIONS).expect(200);

        assertThat(sessions.at("sessions.0.current")).isEqualTo(true);
        assertThat(sessions.at("sessions.0.network")).isEqualTo("127.0.0.0/24");
        assertThat(String.valueOf(sessions.at("sessions.0.browser"))).startsWith("Java-http-client");
    }

    @Test
    void signingOutEverywhereLeavesTheSessionThatAsks() {
        ApiClient elsewhere = account.dashboard();
        owner.post(SESSIONS + "/end-others").expect(200);

        elsewhere.get("/dashboard/api/session").refuses(401, "missing_session");
        assertThat(owner.get(SESSIONS).expect(200).each("sessions", "current")).containsExactly("true");
    }

    @Test
    void oneSessionIsEndedByItself() {
        ApiClient elsewhere = account.dashboard();
        Answer sessions = owner.get(SESSIONS).expect(200);
        int other = sessions.each("sessions", "current").indexOf("false");
        String path = SESSIONS + "/" + sessions.at("sessions." + other + ".id");
        owner.delete(path).expect(200);

        elsewhere.get("/dashboard/api/session").refuses(401, "missing_session");
        owner.delete(path).refuses(404, "not_found");
        owner.get("/dashboard/api/session").expect(200);
    }

    @Test
    void theChannelIsNamed() {
        owner.patch("/dashboard/api/account", Map.of("name", "NovaFox Live")).expect(200);

        assertThat(owner.get("/dashboard/api/account").expect(200).at("account.name"))
                .isEqualTo("NovaFox Live");
        assertThat(account.api().get("/me").expect(200).at("tenant.name")).isEqualTo("NovaFox Live");
        for (Map<String, Object> body : List.of(Map.<String, Object>of(), Map.<String, Object>of("name", " "))) {
            owner.patch("/dashboard/api/account", body).names("name");
        }
    }

    private static Map<String, Object> change(String present, String next) {
        return Map.of("current_password", present, "password", next);
    }
}
