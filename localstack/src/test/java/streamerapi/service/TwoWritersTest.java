package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import streamerapi.architecture.HttpFunctions;
import streamerapi.localstack.template.Template;
import streamerapi.shared.auth.Role;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Route;
import streamerapi.shared.json.Json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// Two writers of one resource (contract "Two writers"; RFC 9110, 8.8.3 and 13.1.1): every endpoint that changes a
/// resource which a GET shows, taken from the table of endpoints.
@NullMarked
class TwoWritersTest {

    private static final String DASHBOARD = Endpoint.DASHBOARD;
    private static final int WRITERS = 20;

    private final Account account = Service.shared().newAccount();

    /// How a resource is made, and changed.
    ///
    /// @param make makes one, and answers the last part of its template that is a parameter
    /// @param change a body that makes it another one, by a number
    private record Sample(Function<Account, String> make, IntFunction<Map<String, ?>> change) {}

    private static final Map<String, Sample> SAMPLES = Map.ofEntries(
            Map.entry("/counters/{name}", new Sample(TwoWritersTest::counter, i -> Map.of("value", 100 + i))),
            Map.entry("/commands/{commandName}", new Sample(TwoWritersTest::command, i -> Map.of("response", "r" + i))),
            Map.entry("/timers/{timerId}", new Sample(TwoWritersTest::timer, i -> Map.of("message", "m" + i))),
            Map.entry("/overlays/{overlayId}", new Sample(TwoWritersTest::overlay, i -> Map.of("name", "Other " + i))),
            Map.entry(
                    "/overlays/{overlayId}/tip-goal",
                    new Sample(TwoWritersTest::goal, i -> Map.of("title", "Other " + i))),
            Map.entry(
                    "/overlays/timer",
                    new Sample(TwoWritersTest::streamTimer, i -> Map.of("minutes", 5, "title", "Other " + i))),
            Map.entry(
                    "/webhook-endpoints/{endpointId}",
                    new Sample(TwoWritersTest::endpoint, i -> Map.of("description", "Other " + i))),
            Map.entry("/api-keys/{keyId}", new Sample(TwoWritersTest::key, i -> Map.of("name", "Other " + i))),
            Map.entry("/oauth-apps/{clientId}", new Sample(TwoWritersTest::app, i -> Map.of("name", "Other " + i))),
            Map.entry(
                    "/team/{userId}",
                    new Sample(TwoWritersTest::user, i -> Map.of("email", UUID.randomUUID() + "@example.com"))),
            Map.entry(
                    "/settings",
                    new Sample(one -> "", i -> Map.of("tts", Map.of("template", "{name} {message} " + i)))),
            Map.entry("/account", new Sample(one -> "", i -> Map.of("name", "Channel " + i))));

    private static List<Route> changes() {
        return HttpFunctions.of(Template.read(Service.root().resolve("template.yaml"))).values().stream()
                .flatMap(api -> api.routes().stream())
                .filter(route -> route.shown() != null)
                // A connection is changed with its platform, and ends there: ConnectionsTest.
                .filter(route -> !route.template().contains("/connections/"))
                // The checklist can be hidden, and has nothing to lose.
                .filter(route -> !route.template().endsWith("/first-steps"))
                .toList();
    }

    /// `PATCH /settings` and the others, those of the dashboard with its prefix.
    static Stream<String> operations() {
        return changes().stream()
                .map(route -> route.method() + " " + route.template())
                .distinct();
    }

    @Test
    void everyResourceThatIsChangedHasASample() {
        assertThat(changes().stream().map(route -> route.template().replace(DASHBOARD, "")))
                .allSatisfy(template -> assertThat(SAMPLES).containsKey(template));
        assertThat(operations())
                .contains("PUT /counters/{name}", "DELETE /commands/{commandName}", "PATCH /dashboard/api/settings")
                .hasSizeGreaterThanOrEqualTo(20);
    }

    @ParameterizedTest
    @MethodSource("operations")
    void aChangeIsHeldToTheTag(String operation) {
        String other = new Resource(operation, 2).tag();
        Resource one = new Resource(operation, 0);
        String old = one.tag();
        one.otherwise(1);
        String now = one.tag();
        assertThat(now).matches("\"[0-9a-f]{32}\"").isNotEqualTo(old);

        for (String stale : List.of(old, other, "W/" + now, old + ", W/" + now)) {
            Answer refused = one.change(3, stale).refuses(412, "precondition_failed");
            assertThat(refused.header("ETag")).isEqualTo(now);
            Answer shown = one.read();
            Map<String, @Nullable Object> body = new LinkedHashMap<>(refused.json());
            body.keySet().removeAll(List.of("error", "code"));
            assertThat(body).isEqualTo(shown.json());
            assertThat(shown.header("ETag")).isEqualTo(now);
        }
        for (String malformed : List.of("x", now.replace("\"", ""), now + " " + now, "*, " + now, ",", "w/" + now)) {
            one.change(4, malformed).refuses(400, "bad_request").names("If-Match");
        }
        assertThat(one.tag()).isEqualTo(now);

        one.change(5, now).expect(200);
        new Resource(operation, 6).change(7, "*").expect(200);
        Resource listed = new Resource(operation, 8);
        listed.change(9, ", \"x,y\" ,W/\"z\"," + listed.tag()).expect(200);
        new Resource(operation, 10).change(11, null).expect(200);
    }

    @ParameterizedTest
    @MethodSource("operations")
    void ofWritersAtOnceWithOneTagExactlyOneWins(String operation) {
        Resource one = new Resource(operation, 0);
        String tag = one.tag();
        List<Integer> statuses =
                AtOnce.run(WRITERS, number -> one.change(100 + number, tag).status());
        assertThat(statuses.stream().filter(status -> status == 200)).hasSize(1);
        assertThat(statuses.stream().filter(status -> status != 200))
                .allMatch(status -> status == 412 || status == 404);
    }

    @Test
    void writersOfDifferentFieldsWithOneTagAreTwoWritersToo() {
        ApiClient owner = account.dashboard();
        String tag = tag(owner.get(DASHBOARD + "/settings"));
        List<Map<String, ?>> parts = List.of(
                Map.of("currency", "JPY"),
                Map.of("banned_media", List.of("dQw4w9WgXcQ")),
                Map.of("bot", Map.of("alpha", false)),
                Map.of("sub_rewards", Map.of("per_sub", 7)));
        List<Integer> statuses = AtOnce.run(
                parts.size(),
                number -> owner.with("If-Match", tag)
                        .patch(DASHBOARD + "/settings", parts.get(number))
                        .status());
        assertThat(statuses).containsOnlyOnce(200);
        assertThat(statuses.stream().filter(status -> status != 200)).allMatch(status -> status == 412);
    }

    @Test
    void aMissingResourceMatchesNothing() {
        ApiClient api = account.api().with("If-Match", "*");
        Answer refused =
                api.send("PUT", "/counters/new", Json.write(Map.of("value", 1))).refuses(412, "precondition_failed");
        assertThat(refused.header("ETag")).isNull();
        assertThat(refused.json()).containsOnlyKeys("error", "code");
        account.api().get("/counters/new").refuses(404, "not_found");
        api.delete("/counters/new").refuses(404, "not_found");
    }

    @Test
    void whatChangesByItselfLeavesTheTag() {
        ApiClient owner = account.dashboard();
        String overlay = "/overlays/" + overlay(account);
        String goal = tag(account.api().get(overlay + "/tip-goal"));
        account.api().post("/tips", Map.of("name", "NovaFox", "amount", 5, "currency", "USD", "paid", true));
        account.api().post(overlay + "/tip-goal/add", Map.of("amount", 3)).expect(200);
        Answer after = account.api().get(overlay + "/tip-goal");
        assertThat(after.at("tip_goal.current")).asString().isNotEqualTo("0");
        assertThat(tag(after)).isEqualTo(goal);

        Answer made = owner.post(DASHBOARD + "/api-keys", Map.of("name", "Deck", "scopes", List.of("tts:read")));
        String key = DASHBOARD + "/api-keys/" + made.at("key.id");
        new ApiClient(Service.shared().stack().authUrl(), String.valueOf(made.at("secret")))
                .get("/tts/queue")
                .expect(200);
        Answer used = owner.get(key);
        assertThat(used.at("key.last_used_at")).isNotNull();
        assertThat(tag(used)).isEqualTo(tag(made));
    }

    @Test
    void whatIsMadeAndRotatedHasTheTagOfItsGet() {
        ApiClient owner = account.dashboard();
        Answer overlay = owner.post(DASHBOARD + "/overlays", Map.of("name", "Main"));
        String path = DASHBOARD + "/overlays/" + overlay.at("overlay.id");
        assertThat(tag(overlay)).isEqualTo(tag(owner.get(path)));
        assertThat(tag(owner.post(path + "/rotate-key"))).isEqualTo(tag(overlay));
        Answer command = account.api().post("/commands", Map.of("name", "hug", "response", "x"));
        assertThat(tag(command)).isEqualTo(tag(account.api().get("/commands/hug")));
        Answer patched = account.api().patch("/commands/hug", Map.of("response", "y"));
        assertThat(tag(patched)).isEqualTo(tag(account.api().get("/commands/hug")));
    }

    @Test
    void aHeadHasTheTagOfTheGet() {
        String name = counter(account);
        Answer head = account.api().send("HEAD", "/counters/" + name, null).expect(200);
        assertThat(tag(head)).isEqualTo(tag(account.api().get("/counters/" + name)));
        assertThat(head.text()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/counters", "/commands", "/tts/queue", "/me"})
    void aListHasNoTag(String path) {
        assertThat(account.api().get(path).expect(200).header("ETag")).isNull();
    }

    private static String tag(Answer answer) {
        return Objects.requireNonNull(answer.header("ETag"), answer.text());
    }

    /// A resource of the sample, as the caller of an operation sees it.
    private final class Resource {
        private final String method;
        private final Sample sample;
        private final String path;
        private final ApiClient caller;
        private final boolean isPatched;

        Resource(String operation, int number) {
            String template = operation.split(" ", -1)[1];
            this.method = operation.split(" ", -1)[0];
            this.sample = Objects.requireNonNull(SAMPLES.get(template.replace(DASHBOARD, "")));
            String id = sample.make.apply(account);
            this.path = template.replaceFirst("\\{[^}]+}", id);
            this.caller = template.startsWith(DASHBOARD) ? account.dashboard() : account.api();
            this.isPatched = !template.contains("/counters/") && !template.endsWith("/overlays/timer");
            otherwise(200 + number);
        }

        Answer read() {
            return caller.get(path).expect(200);
        }

        String tag() {
            return TwoWritersTest.tag(read());
        }

        /// Makes it another one.
        void otherwise(int number) {
            String address = path.startsWith(DASHBOARD) ? path : DASHBOARD + path;
            boolean isOfApi = path.startsWith("/webhook-endpoints");
            (isOfApi ? account.api() : account.dashboard())
                    .send(
                            isPatched ? "PATCH" : "PUT",
                            isOfApi ? path : address,
                            Json.write(sample.change.apply(number)))
                    .expect(200);
        }

        Answer change(int number, @Nullable String tag) {
            ApiClient sender = tag == null ? caller : caller.with("If-Match", tag);
            byte @Nullable [] body = method.equals("DELETE") ? null : Json.write(sample.change.apply(number));
            return sender.send(method, path, body);
        }
    }

    private static String counter(Account account) {
        String name = "c" + UUID.randomUUID();
        account.api()
                .send("PUT", "/counters/" + name, Json.write(Map.of("value", 1)))
                .expect(201);
        return name;
    }

    private static String command(Account account) {
        String name = "c" + UUID.randomUUID().toString().substring(0, 8);
        account.api().post("/commands", Map.of("name", name, "response", "x")).expect(201);
        return name;
    }

    private static String timer(Account account) {
        Map<String, ?> timer = Map.of("name", "t", "message", "m", "interval_minutes", 5);
        return String.valueOf(account.api().post("/timers", timer).expect(201).at("timer.id"));
    }

    private static String overlay(Account account) {
        Answer made = account.dashboard().post(DASHBOARD + "/overlays", Map.of("name", "Main"));
        return String.valueOf(made.expect(201).at("overlay.id"));
    }

    private static String streamTimer(Account account) {
        account.api()
                .send("PUT", "/overlays/timer", Json.write(Map.of("minutes", 5)))
                .expect(200);
        return "";
    }

    private static String goal(Account account) {
        return overlay(account);
    }

    private static String endpoint(Account account) {
        Answer made = account.api().post("/webhook-endpoints", Map.of("url", "https://example.com/hooks"));
        return String.valueOf(made.expect(201).at("endpoint.id"));
    }

    private static String key(Account account) {
        Map<String, ?> key = Map.of("name", "Deck", "scopes", List.of("tts:read"));
        return String.valueOf(account.dashboard()
                .post(DASHBOARD + "/api-keys", key)
                .expect(201)
                .at("key.id"));
    }

    private static String app(Account account) {
        Map<String, ?> app = Map.of(
                "name",
                "Deck",
                "description",
                "A deck",
                "redirect_uris",
                List.of("https://example.com/back"),
                "scopes",
                List.of("tts:read"),
                "type",
                "public");
        return String.valueOf(account.dashboard()
                .post(DASHBOARD + "/oauth-apps", app)
                .expect(201)
                .at("app.client_id"));
    }

    private static String user(Account account) {
        return account.newUser(Role.MODERATOR).id();
    }
}
