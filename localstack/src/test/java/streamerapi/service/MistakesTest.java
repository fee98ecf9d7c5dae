package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.shared.auth.Secret;

import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds the answers to the likeliest mistakes of a developer: what is wrong, and what to do.
@NullMarked
class MistakesTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    @Test
    void aPartOfAKeyIsNamedAsOne() {
        for (String part : new String[] {
            account.apiKey().substring(0, 40),
            account.apiKey() + "x",
            account.apiKey().replace("sak_", "sak_x")
        }) {
            assertThat(error(part))
                    .isEqualTo("This is not the whole API key: a part is missing, or a character is wrong");
        }
    }

    @Test
    void aSecretThatIsNoKeyIsNamed() {
        assertThat(error("whsec_x")).startsWith("This is the signing secret of a webhook endpoint, not an API key");
        assertThat(error("sov_x")).startsWith("This is not the whole overlay key");
        assertThat(error(Secret.make(Secret.Kind.CLIENT_SECRET, account.tenantId())
                        .text()))
                .startsWith("This is an app's client secret, not an API key");
        assertThat(error("hunter2")).isEqualTo("No such API key: keys begin with sak_");
        assertThat(error(Secret.make(Secret.Kind.API_KEY, account.tenantId()).text()))
                .isEqualTo("No such API key");
    }

    @ParameterizedTest
    @CsvSource({
        "POST,   /tts/tip_1_x/start",
        "DELETE, /counters/deaths",
        "GET,    /webhook-endpoints/we_x",
        "GET,    /webhook-endpoints/we_x/deliveries",
        "GET,    /overlays/o_x",
        "DELETE, /timers/tmr_x"
    })
    void aMissingResourceHasOneMessage(String method, String path) {
        Answer answer = account.api().send(method, path, new byte[0]).refuses(404, "not_found");
        assertThat(answer.at("error")).isEqualTo("No such resource");
    }

    @Test
    void aPathThatIsNoneSaysHowPathsBegin() {
        for (String path : new String[] {"/nothing", "/tts/queue/"}) {
            Answer answer = account.api().get(path).refuses(404, "not_found");
            assertThat(String.valueOf(answer.at("error"))).startsWith("No such path");
        }
    }

    @Test
    void aMisspelledWordIsNoWrongMethod() {
        account.api().get("/tts/que").refuses(404, "not_found");
        assertThat(account.api()
                        .get("/tts/tip_1_x")
                        .refuses(405, "method_not_allowed")
                        .header("Allow"))
                .isEqualTo("DELETE");
    }

    /// A platform's ids have no underscore, and what stands behind them is spelled well.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/channel-points/redemptions/17fa2df1-ad76-4804-bfa5-a40ef63efe63/fulfill",
                "/ai-voices/amy/enable",
                "/tts/4711/start"
            })
    void anIdWithoutAnUnderscoreBeforeAWordIsNoMisspelling(String path) {
        assertThat(account.api().get(path).refuses(405, "method_not_allowed").header("Allow"))
                .isEqualTo("POST");
    }

    @Test
    void aMisspelledFieldIsNamedInTheAnswer() {
        Answer answer = account.api()
                .post("/tips", Map.of("name", "Ada", "mesage", "Hello"))
                .expect(201);
        assertThat(answer.header("Warning")).isEqualTo("299 - \"unknown fields were ignored: mesage\"");
        assertThat(account.api()
                        .post("/tips", Map.of("name", "Ada"))
                        .expect(201)
                        .header("Warning"))
                .isNull();
    }

    @Test
    void aFieldsNameCannotForgeAHeader() {
        Answer answer = account.api()
                .post("/tips", Map.of("name", "Ada", "a\"\r\nX: y\u202E", 1))
                .expect(201);
        assertThat(answer.header("Warning")).isEqualTo("299 - \"unknown fields were ignored: a???X: y?\"");
        assertThat(answer.header("X")).isNull();
    }

    private String error(String key) {
        return String.valueOf(new ApiClient(service.stack().authUrl(), key)
                .get("/me")
                .refuses(401, "invalid_api_key")
                .at("error"));
    }
}
