package streamerapi.browser;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Test;
import streamerapi.service.Account;
import streamerapi.service.Answer;
import streamerapi.service.ApiClient;
import streamerapi.service.Service;
import streamerapi.service.TestApp;
import streamerapi.service.TestReceiver;
import streamerapi.service.WebClient;
import streamerapi.shared.auth.Scope;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/// A developer who registers an app, and a streamer who meets it.
class ConsentInBrowserTest {

    private final Service service = Service.shared();
    private final Account developer = service.newAccount();
    private final Account streamer = service.newAccount();
    private final String origin = service.stack().authUrl();

    @Test
    void anAppIsRegisteredDeniedAuthorizedUsedAndRevoked() {
        try (TestReceiver app = TestReceiver.open();
                Chromium developers = Chromium.open();
                Chromium streamers = Chromium.open()) {
            String callback = app.url().replace("127.0.0.1", "localhost");
            signIn(developers, developer);
            developers.follow("My apps");
            developers.type("Name", "Overlay tools");
            developers.type("Redirect addresses", callback);
            developers.tick("tts:read");
            developers.tick("Confidential");
            developers.press("Register");
            String secret = developers.the("#secret").getText();
            developers.follow("Done");
            String clientId = developers.the("main code").getText();
            String link = link(clientId, callback);

            streamers.go(link);
            fillIn(streamers, streamer);
            streamers.until(page -> page.contains("Connect Overlay tools?") && page.contains("Read the TTS queue"));
            streamers.press("Do not allow");
            streamers.until(page -> streamers.address().startsWith(callback));
            assertThat(parameters(streamers.address())).containsEntry("error", "access_denied");

            streamers.go(link);
            streamers.press("Allow");
            streamers.until(page -> streamers.address().startsWith(callback));
            Map<String, String> back = parameters(streamers.address());
            assertThat(back).containsEntry("state", "s1").containsEntry("iss", origin);
            String token = token(clientId, secret, callback, Objects.requireNonNull(back.get("code")));
            new ApiClient(origin, token).get("/tts/queue").expect(200);

            streamers.go(origin + "/dashboard/connected-apps");
            streamers.until(page -> page.contains("Overlay tools") && page.contains("Read the TTS queue"));
            streamers.unfold("Disconnect");
            streamers.press("Yes, disconnect");
            streamers.until(page -> page.contains("The app is disconnected."));
            new ApiClient(origin, token).get("/tts/queue").expect(401);
        }
    }

    @Test
    void signInAndConsentNeedNoScript() {
        TestApp app = TestApp.open(developer, Scope.TTS_READ);
        try (TestReceiver receiver = TestReceiver.open();
                Chromium browser = Chromium.withoutScripts().onAPhone()) {
            String callback = receiver.url().replace("127.0.0.1", "localhost");
            app.registerAddresses(callback);
            browser.go(link(app.app().clientId(), callback));
            assertThat(browser.excess()).isZero();
            fillIn(browser, streamer);
            browser.until(page -> page.contains("Connect Overlay tools?"));
            assertThat(browser.excess()).isZero();
            browser.press("Allow");
            browser.until(page -> browser.address().startsWith(callback));
            assertThat(parameters(browser.address())).containsKey("code");
        }
    }

    @Test
    void anAppMaySendTheStreamerOnToAnotherAddressOfItsOwn() throws IOException {
        TestApp app = TestApp.open(developer, Scope.TTS_READ);
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        String home = "http://127.0.0.1:" + server.getAddress().getPort() + "/home";
        String callback = home.replace("127.0.0.1", "localhost").replace("home", "callback");
        server.createContext("/", exchange -> {
            boolean isHome = exchange.getRequestURI().getPath().equals("/home");
            exchange.getResponseHeaders().set(isHome ? "Content-Type" : "Location", isHome ? "text/plain" : home);
            exchange.sendResponseHeaders(isHome ? 200 : 302, -1);
            exchange.close();
        });
        server.start();
        try (Chromium browser = Chromium.open()) {
            app.registerAddresses(callback);
            browser.go(link(app.app().clientId(), callback));
            fillIn(browser, streamer);
            browser.until(page -> page.contains("Connect Overlay tools?"));

            browser.press("Allow");

            browser.until(page -> browser.address().startsWith(home));
        } finally {
            server.stop(0);
        }
    }

    private void signIn(Chromium browser, Account account) {
        browser.go(origin + "/dashboard");
        fillIn(browser, account);
        browser.the("#live");
    }

    private static void fillIn(Chromium browser, Account account) {
        browser.signIn(account);
    }

    private String link(String clientId, String callback) {
        return origin + "/oauth/authorize?"
                + WebClient.encode(Map.of(
                        "response_type",
                        "code",
                        "client_id",
                        clientId,
                        "redirect_uri",
                        callback,
                        "state",
                        "s1",
                        "code_challenge",
                        TestApp.challenge(TestApp.VERIFIER),
                        "code_challenge_method",
                        "S256"));
    }

    private String token(String clientId, String secret, String callback, String code) {
        Answer answer = new WebClient(origin)
                .postForm(
                        "/oauth/token",
                        Map.of(
                                "grant_type", "authorization_code",
                                "code", code,
                                "redirect_uri", callback,
                                "code_verifier", TestApp.VERIFIER,
                                "client_id", clientId,
                                "client_secret", secret))
                .expect(200);
        return String.valueOf(answer.at("access_token"));
    }

    private static Map<String, String> parameters(String address) {
        Matcher pair =
                Pattern.compile("([^&=]+)=([^&]*)").matcher(URI.create(address).getQuery());
        return pair.results().collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
    }
}
