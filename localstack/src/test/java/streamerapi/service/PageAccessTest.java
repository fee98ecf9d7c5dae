package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import streamerapi.architecture.HttpFunctions;
import streamerapi.localstack.template.Template;
import streamerapi.shared.auth.Role;
import streamerapi.shared.http.Access;
import streamerapi.shared.http.Route;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds which role sees which page of the dashboard, and which form is refused to it (contract "Dashboard").
@NullMarked
class PageAccessTest {

    private static final String OVERLONG = "A".repeat(300);
    private static final String URL = "https://example.com/hooks/SECRETOFTHEURL";
    private static final String KEY_NAME = "SECRETNAMEOFAKEY";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final DashboardVisitor owner = DashboardVisitor.owner(account);

    /// Every page and form of administrators × every token that a form can carry.
    @TestFactory
    Stream<DynamicTest> aModeratorSeesNothingOfAnAdministratorsPageWhateverItsFormCarries() {
        String endpoint = String.valueOf(account.api()
                .post("/webhook-endpoints", Map.of("url", URL))
                .expect(201)
                .at("endpoint.id"));
        String key = String.valueOf(account.dashboard()
                .post("/dashboard/api/api-keys", Map.of("name", KEY_NAME, "scopes", List.of()))
                .expect(201)
                .at("key.id"));
        Account.Member member = account.newUser(Role.MODERATOR);
        DashboardVisitor moderator = DashboardVisitor.signedIn(service, member.email(), member.password());
        String right = Objects.requireNonNull(
                Browser.hidden(moderator.open("/dashboard/queue").expect(200)).get("csrf_token"));
        return routes().filter(route -> ((Access.SignedIn) route.access()).role() != Role.MODERATOR)
                .map(route -> DynamicTest.dynamicTest(route.method() + " " + route.template(), () -> {
                    String path =
                            route.template().replace("{endpointId}", endpoint).replace("{keyId}", key);
                    String address = path.replaceAll("\\{[^}]+}", "nothing");
                    for (String token : List.of("", "wrong", OVERLONG, right)) {
                        Answer answer = route.method().equals("GET")
                                ? moderator.open(address)
                                : moderator.web().postForm(address, Map.of("csrf_token", token, "url", "x"));
                        assertThat(answer.expect(403).text())
                                .contains("Your role does not allow this.")
                                .doesNotContain(URL, KEY_NAME, endpoint, key);
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> anOverlongTokenIsAWrongOne() {
        return routes().filter(route -> !route.method().equals("GET"))
                .map(route -> DynamicTest.dynamicTest(
                        route.template(),
                        () -> assertThat(owner.web()
                                        .postForm(
                                                route.template().replaceAll("\\{[^}]+}", "nothing"),
                                                Map.of("csrf_token", OVERLONG))
                                        .expect(403)
                                        .text())
                                .contains("<h1>That did not work</h1>")));
    }

    @Test
    void aFormAboutWhatIsNotThereIsAnsweredWithThat() {
        Answer page = owner.open("/dashboard/webhooks").expect(200);
        Map<String, Map<String, String>> forms = new LinkedHashMap<>();
        forms.put("/dashboard/webhooks/we_nope", Map.of("url", "x"));
        forms.put("/dashboard/api-keys/ak_nope", Map.of("scopes", "x"));
        forms.put("/dashboard/apps/oc_nope", Map.of("redirect_uris", "x"));
        forms.forEach((address, form) -> owner.send(page, address, form).expect(404));
    }

    @Test
    void aRefusedFormHasTheStatusOfItsRefusal() {
        String id = String.valueOf(account.api()
                .post("/webhook-endpoints", Map.of("url", URL))
                .expect(201)
                .at("endpoint.id"));
        Answer page = owner.open("/dashboard/webhooks/" + id).expect(200);
        assertThat(owner.send(page, "/dashboard/webhooks/" + id, Map.of("url", "x"))
                        .expect(400)
                        .text())
                .contains("role=\"alert\"");
    }

    @Test
    void twoCookiesOfASessionAreNone() {
        Account.SignedIn one = account.signIn();
        Account.SignedIn another = service.newAccount().signIn();
        ApiClient client = new ApiClient(service.stack().authUrl(), null);
        for (String cookies : List.of(
                one.cookie() + "; " + another.cookie(),
                another.cookie() + "; " + one.cookie(),
                "session=x; " + one.cookie())) {
            client.with("Cookie", cookies).get("/dashboard/api/session").refuses(401, "missing_session");
        }
    }

    private static Stream<Route> routes() {
        return Objects.requireNonNull(
                        HttpFunctions.of(Template.read(Service.root().resolve("template.yaml")))
                                .get("DashboardFunction"))
                .routes()
                .stream()
                .filter(route -> route.manner().page() && route.access() instanceof Access.SignedIn);
    }
}
