package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.localstack.functions.FunctionError;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// The way in for the owner of a new account: one command prints a link, and no file ever holds a secret.
@NullMarked
class OwnerSignInTest {

    private static final String PAGE = "/dashboard/password";
    private static final String CHOSEN = "seven otters in a row";

    /// The payload of the command that the template gives as an output.
    private static final Pattern PAYLOAD = Pattern.compile("--payload\\s+'(\\{[^']*sign_in[^']*})' /dev/stdout");

    private final Service service = Service.shared();
    private final String email = UUID.randomUUID() + "@example.com";

    @Test
    void theCommandThatTheDeploymentPrintsLetsTheOwnerIn() throws Exception {
        Map<String, @Nullable Object> made = invoke(documented());

        assertThat(made).containsOnlyKeys("tenant_id", "owner", "sign_in_url", "expires_at");
        assertThat(Json.asObject(made.get("owner"))).containsOnlyKeys("id", "email");
        assertThat(url(made)).startsWith(service.stack().authUrl() + PAGE + "?link=");
        assertThat(open(made).expect(200).text()).contains("Your channel is ready", email);

        assertThat(choose(made).expect(303).header("Location")).isEqualTo("/dashboard/sign-in?done=password_chosen");
        ApiClient owner = signedIn(CHOSEN);
        assertThat(owner.get("/dashboard/api/session").expect(200).at("user.role"))
                .isEqualTo("owner");
        Answer key = owner.post("/dashboard/api/api-keys", Map.of("name", "Deck", "scopes", List.of("tts:read")))
                .expect(201);
        new ApiClient(service.stack().authUrl(), String.valueOf(key.at("secret")))
                .get("/tts/queue")
                .expect(200);
        assertThat(owner.post("/dashboard/api/ingest-secrets/alpha/rotate", Map.of())
                        .expect(200)
                        .text())
                .contains("whsec_");
    }

    @Test
    void theLinkWorksOnceAndForSevenDays() throws Exception {
        Map<String, @Nullable Object> made = invoke(documented());
        service.clock().advance(Duration.ofDays(7).minusMinutes(1));
        choose(made).expect(303);
        open(made).expect(404);

        Map<String, @Nullable Object> late = invoke(documented().replace(email, "late." + email));
        service.clock().advance(Duration.ofDays(7));
        open(late).expect(404);
    }

    @Test
    void anOwnerWhoForgotThePasswordIsLetInAndSignedOutElsewhere() throws Exception {
        Account account = service.newAccount();
        ApiClient elsewhere = account.dashboard();
        Map<String, @Nullable Object> link = invoke("{\"sign_in_link_for\": \"" + account.email() + "\"}");
        assertThat(link).containsOnlyKeys("email", "sign_in_url", "expires_at");
        assertThat(open(link).expect(200).text()).contains("Your old password works until you save this one");
        elsewhere.get("/dashboard/api/session").expect(200);

        choose(link).expect(303);

        elsewhere.get("/dashboard/api/session").refuses(401, "missing_session");
        account.dashboard(account.email(), CHOSEN);
    }

    @Test
    void aLinkAfterADayIsTooOld() throws Exception {
        Account account = service.newAccount();
        Map<String, @Nullable Object> link = invoke("{\"sign_in_link_for\": \"" + account.email() + "\"}");
        service.clock().advance(Duration.ofDays(1));
        open(link).expect(404);
    }

    @Test
    void whatIsAskedForWronglySaysSo() {
        assertThatThrownBy(() -> invoke("{\"sign_in_link_for\": \"" + email + "\"}"))
                .hasMessageContaining("No user has this email");
        assertThatThrownBy(() -> invoke(documented().replace("\"link\"", "\"password\"")))
                .hasMessageContaining("sign_in must be link, or absent");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | name is required: the account's name",
                "{\"name\": \" \", \"currency\": \"USD\", \"email\": \"a@b.example\"} | name is required: the account's name",
                "{\"name\": 5, \"currency\": \"USD\"} | name is required: the account's name",
                "{\"name\": \"Nova\", \"currency\": \"XYZ\"} | currency must be an ISO 4217 code, such as USD",
                "{\"name\": \"Nova\", \"email\": \"a@b.example\"} | currency must be an ISO 4217 code, such as USD",
                "{\"name\": \"Nova\", \"currency\": \"USD\"} | email is required: the address that the owner signs in with",
                "{\"name\": \"Nova\", \"currency\": \"USD\", \"email\": [] } | email is required",
                "{\"name\": \"Nova\", \"currency\": \"USD\", \"email\": \"nobody\"} | email must",
                "{\"name\": \"Nova\", \"currency\": \"USD\", \"email\": \"a@b.example\", \"password\": \"short\"} | password"
            })
    void anAccountThatLacksAFieldIsNotMade(String payload, String message) {
        assertThatThrownBy(() -> invoke(payload)).hasMessageContaining(message);
    }

    /// A longer name could neither be saved again nor be typed to delete the account.
    @Test
    void anAccountsNameHasSixtyFourCharactersAtMost() throws Exception {
        String longest = "\ud83e\udd8a".repeat(64);
        assertThatThrownBy(() ->
                        invoke(documented().replaceFirst("\"name\": *\"[^\"]*\"", "\"name\": \"" + longest + "x\"")))
                .hasMessageContaining("name must have at most 64 characters");
        Map<String, @Nullable Object> made =
                invoke(documented().replaceFirst("\"name\": *\"[^\"]*\"", "\"name\": \"" + longest + "\""));
        choose(made).expect(303);
        signedIn(CHOSEN)
                .patch("/dashboard/api/account", Map.of("name", longest))
                .expect(200);
    }

    /// The payload that the template's output `CreateAccountCommand` gives, with an email of the test's own.
    private String documented() throws IOException {
        Matcher payload = PAYLOAD.matcher(Files.readString(Service.root().resolve("template.yaml")));
        assertThat(payload.find()).isTrue();
        return payload.group(1).replace("you@example.com", email);
    }

    private Map<String, @Nullable Object> invoke(String payload) throws FunctionError {
        return Json.readObject(
                service.stack().invoke("CreateAccountFunction", payload.getBytes(StandardCharsets.UTF_8)));
    }

    private static String url(Map<String, @Nullable Object> answer) {
        return String.valueOf(answer.get("sign_in_url"));
    }

    private Answer open(Map<String, @Nullable Object> answer) {
        URI url = URI.create(url(answer));
        return DashboardVisitor.stranger(service).open(url.getRawPath() + "?" + url.getRawQuery());
    }

    private Answer choose(Map<String, @Nullable Object> answer) {
        String query = Objects.requireNonNull(URI.create(url(answer)).getRawQuery());
        return DashboardVisitor.stranger(service)
                .web()
                .postForm(PAGE, Map.of("link", query.substring("link=".length()), "password", CHOSEN));
    }

    private ApiClient signedIn(String password) {
        return service.newAccount().dashboard(email, password);
    }
}
