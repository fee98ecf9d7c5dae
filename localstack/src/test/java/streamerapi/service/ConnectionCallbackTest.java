package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.shared.schema.Form;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// The way back from a platform: what is good once, in one session, for ten minutes.
@NullMarked
class ConnectionCallbackTest {

    private static final String CALLBACK = "/dashboard/connections/twitch/callback";
    private static final String EXCHANGE = "POST /oauth2/token";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final PlatformBrowser twitch = new PlatformBrowser(account, "twitch");

    /// The address that the platform sends the browser back to once the streamer has agreed.
    private String approved(PlatformBrowser there) {
        Object address = there.put(there.credentials()).expect(200).at("authorize_url");
        return there.decided(Objects.requireNonNull(address), "approve", "NovaPlays");
    }

    /// Comes back in vain: a page says why, the platform is not asked, and nothing changes.
    private void comesInVain(PlatformBrowser browser, String address) {
        Object before = twitch.get().json();
        long asked = exchanges();
        Answer page = browser.comesBack(address);
        assertThat(page.expect(400).header("Content-Type")).startsWith("text/html");
        assertThat(page.text()).contains("is no longer valid").doesNotContain(code(address));
        assertThat(exchanges()).isEqualTo(asked);
        assertThat(twitch.get().json()).isEqualTo(before);
    }

    private long exchanges() {
        return twitch.calls().stream().filter(EXCHANGE::equals).count();
    }

    private static String code(String address) {
        return Form.parse(Objects.requireNonNullElse(URI.create(address).getRawQuery(), ""))
                .getOrDefault("code", List.of("no code"))
                .getFirst();
    }

    @Test
    void aStateIsGoodOnce() {
        String back = approved(twitch);
        twitch.comesBack(back).expect(303);
        comesInVain(twitch, back);
    }

    @Test
    void aStateThatIsMissingOrMadeUpIsRefused() {
        String back = approved(twitch);
        comesInVain(twitch, CALLBACK);
        comesInVain(twitch, CALLBACK + "?code=" + code(back));
        comesInVain(twitch, CALLBACK + "?state=&code=" + code(back));
        comesInVain(twitch, CALLBACK + "?state=" + "A".repeat(43) + "&code=" + code(back));
        comesInVain(twitch, back.replaceAll("&?code=[^&]*", "").replace("?&", "?"));
        twitch.comesBack(back).expect(303);
    }

    @Test
    void aStateLastsTenMinutes() {
        String first = approved(twitch);
        service.clock().advance(Duration.ofMinutes(10));
        comesInVain(twitch, first);
        String second = approved(twitch);
        service.clock().advance(Duration.ofMinutes(4));
        twitch.comesBack(second).expect(303);
    }

    @Test
    void aStateIsOfOneSession() {
        String back = approved(twitch);
        comesInVain(new PlatformBrowser(account, "twitch"), back);
        Object before = twitch.get().json();
        new PlatformBrowser(service.newAccount(), "twitch").comesBack(back).expect(400);
        assertThat(twitch.get().json()).isEqualTo(before);
        twitch.comesBack(back).expect(303);
        assertThat(twitch.get().at("connection.account.name")).isEqualTo("novaplays");
    }

    @Test
    void aStateIsOfOnePlatform() {
        new PlatformBrowser(account, "kick")
                .put(new PlatformBrowser(account, "kick").credentials())
                .expect(200);
        String back = approved(twitch);
        twitch.comesBack(back.replace("/twitch/", "/kick/")).expect(400);
        twitch.comesBack(back.replace("/twitch/", "/stripe/")).expect(404);
        twitch.comesBack(back).expect(303);
    }

    @Test
    void aStateIsOfOneApplication() {
        String back = approved(twitch);
        twitch.put(twitch.anotherApplication()).expect(200);
        comesInVain(twitch, back);
    }

    @Test
    void aBrowserWithoutASessionIsSentToSignInWithoutTheCode() {
        String back = approved(twitch);
        Answer answer = DashboardVisitor.stranger(service).open(back);
        assertThat(answer.expect(303).header("Location")).isEqualTo("/dashboard/sign-in");
        DashboardVisitor ended = DashboardVisitor.stranger(service);
        ended.web().accept(account.signIn().cookie() + "x");
        assertThat(ended.open(back).expect(303).header("Location"))
                .startsWith("/dashboard/sign-in")
                .doesNotContain(code(back));
        twitch.comesBack(back).expect(303);
    }

    @Test
    void aStreamerWhoDoesNotAgreeSeesIt() {
        Object address = twitch.put(twitch.credentials()).expect(200).at("authorize_url");
        String back = twitch.decided(Objects.requireNonNull(address), "deny", "NovaPlays");
        assertThat(twitch.comesBack(back).expect(303).header("Location")).isEqualTo("/dashboard/connections");
        assertThat(twitch.status()).isEqualTo("disconnected access_denied");
        comesInVain(twitch, back);
    }

    @Test
    void anErrorOfThePlatformConnectsNothingAndUsesTheStateUp() {
        String back = approved(twitch).replaceAll("code=[^&]*", "error=server_error");
        assertThat(twitch.comesBack(back).expect(303).header("Location"))
                .isEqualTo("/dashboard/connections?refused=invalid_credentials");
        assertThat(twitch.status()).isEqualTo("disconnected authorization_needed");
        comesInVain(twitch, back);
    }

    @Test
    void aConnectionThatWorkedWorksOnIfItIsNotAllowedAgain() {
        twitch.connected("NovaPlays");
        String status = twitch.status();
        Object address = twitch.authorize().expect(200).at("authorize_url");
        twitch.comesBack(twitch.decided(Objects.requireNonNull(address), "deny", "NovaPlays"))
                .expect(303);
        assertThat(twitch.status()).isEqualTo(status);
    }

    @Test
    void aCodeThatThePlatformDoesNotTakeConnectsNothing() {
        String back = approved(twitch).replace("code=", "code=x");
        assertThat(twitch.comesBack(back).expect(303).header("Location"))
                .isEqualTo("/dashboard/connections?refused=invalid_credentials");
        assertThat(twitch.status()).isEqualTo("disconnected authorization_needed");
    }

    @Test
    void aPlatformThatDoesNotAnswerConnectsNothing() {
        String back = approved(twitch);
        twitch.answers("/oauth2/token", Map.of("status", 503));
        assertThat(twitch.comesBack(back).expect(303).header("Location"))
                .isEqualTo("/dashboard/connections?refused=unavailable");
        assertThat(twitch.status()).isEqualTo("disconnected authorization_needed");
    }

    @Test
    void ofManyThatComeBackAtOnceOneIsExchanged() throws ExecutionException, InterruptedException {
        String back = approved(twitch);
        long asked = exchanges();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answer>> all = Stream.generate(() -> threads.submit(() -> twitch.comesBack(back)))
                    .limit(8)
                    .toList();
            int led = 0;
            for (Future<Answer> one : all) {
                assertThat(one.get().status()).isIn(303, 400);
                led += one.get().status() == 303 ? 1 : 0;
            }
            assertThat(led).isEqualTo(1);
        }
        assertThat(twitch.get().at("connection.account.name")).isEqualTo("novaplays");
        assertThat(exchanges() - asked).isPositive();
    }

    @Test
    void nothingOfTheStateButItsHashIsKept() {
        String back = approved(twitch);
        String state = Objects.requireNonNull(
                        Form.parse(URI.create(back).getRawQuery()).get("state"))
                .getFirst();
        assertThat(account.rows("CONNECTING#"))
                .isNotEmpty()
                .allSatisfy(
                        row -> assertThat(row.key() + " " + row.attributes()).doesNotContain(state));
        twitch.comesBack(back).expect(303);
        assertThat(account.rows("CONNECTING#")).isEmpty();
    }
}
