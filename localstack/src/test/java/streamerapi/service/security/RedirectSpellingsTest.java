package streamerapi.service.security;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.Browser;
import streamerapi.service.Service;
import streamerapi.service.TestApp;
import streamerapi.service.WebClient;
import streamerapi.shared.auth.Scope;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// Spellings of an app's addresses that are not the ones that it registered: the authorization endpoint compares texts,
/// and sends no browser to any other (RFC 9700, 2.1).
@NullMarked
class RedirectSpellingsTest {

    private static final String LOCAL = "http://localhost:8123/callback?from=app";
    private static final String NATIVE = "com.example.app:/callback";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final TestApp app = TestApp.open(account, Scope.TTS_READ);
    private final Browser browser = new Browser(service);

    @Test
    void noOtherSpellingOfARegisteredAddressIsRedirectedTo() {
        app.registerAddresses(TestApp.REDIRECT, LOCAL, NATIVE);
        List<String> spellings = HostileTexts.of("/redirect-spellings.txt");
        List<String> wrong = new ArrayList<>();
        for (String spelling : spellings) {
            Map<String, String> request = asking(spelling);
            hold("GET " + spelling, browser.open(request), wrong);
            hold("POST " + spelling, browser.web().postForm("/oauth/authorize", request), wrong);
            request.put("response_type", "token");
            hold("GET for a token " + spelling, browser.open(request), wrong);
        }
        assertThat(spellings).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(79);
        assertThat(wrong).isEmpty();
    }

    @Test
    void anAddressThatIsSentTwiceIsNone() {
        String query = "/oauth/authorize?" + WebClient.encode(app.asking()) + "&redirect_uri=";
        for (String second : List.of(TestApp.REDIRECT, "https://evil.example.com/", "x")) {
            Answer answer = browser.web().get(query + WebClient.encode(second));
            assertThat(answer.header("Location")).as(second).isNull();
            answer.refuses(400, "bad_request");
        }
    }

    @Test
    void theRegisteredSpellingsAreTakenAndAnyPortOfLocalhost() {
        app.registerAddresses(TestApp.REDIRECT, LOCAL, NATIVE);
        for (String spelling : List.of(
                TestApp.REDIRECT,
                LOCAL,
                NATIVE,
                "http://localhost/callback?from=app",
                "http://localhost:1/callback?from=app",
                "http://localhost:65535/callback?from=app")) {
            browser.open(asking(spelling)).expect(200);
        }
    }

    private Map<String, String> asking(String redirectUri) {
        Map<String, String> request = new LinkedHashMap<>(app.asking());
        request.put("redirect_uri", redirectUri);
        return request;
    }

    private static void hold(String what, Answer answer, List<String> wrong) {
        if (answer.status() != 400 || answer.header("Location") != null || !"redirect_uri".equals(answer.at("field"))) {
            wrong.add(what + " -> " + answer.status() + " " + answer.text());
        }
    }
}
