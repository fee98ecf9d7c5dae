package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/// Holds the share of an account's resources that one app can take (contract "An app's share"): the account keeps room
/// for itself.
@NullMarked
class AppShareTest {

    private final Service service = Service.shared();
    private final Account account = service.newAccount();

    /// A kind of resource that apps make.
    ///
    /// @param share the most that an app makes
    /// @param ids where a list of them has their ids
    private record Kind(Scope scope, String path, int share, String list, String ids) {

        private Answer make(ApiClient client, String name) {
            return switch (list) {
                case "endpoints" -> client.post(path, Map.of("url", "https://example.com/" + name));
                case "counters" -> client.send("PUT", path + "/" + name, Json.write(Map.of("value", 1)));
                case "commands" -> client.post(path, Map.of("name", name, "response", "hi"));
                default -> client.post(path, Map.of("name", name, "message", "hi", "interval_minutes", 5));
            };
        }

        private List<String> of(ApiClient client) {
            return client.get(path).expect(200).each(list, ids);
        }
    }

    private static final List<Kind> KINDS = List.of(
            new Kind(Scope.WEBHOOKS_MANAGE, "/webhook-endpoints", 5, "endpoints", "id"),
            new Kind(Scope.COUNTERS_MANAGE, "/counters", 20, "counters", "name"),
            new Kind(Scope.COMMANDS_MANAGE, "/commands", 100, "commands", "name"),
            new Kind(Scope.TIMERS_MANAGE, "/timers", 5, "timers", "id"));

    @TestFactory
    Stream<DynamicTest> ofManyAtOnceAnAppMakesItsShareAndTheAccountGoesOn() {
        return KINDS.stream()
                .map(kind -> DynamicTest.dynamicTest(kind.list, () -> {
                    ApiClient app = connected(kind.scope);
                    IntStream.range(0, Math.max(0, kind.share - 20))
                            .forEach(i -> kind.make(app, "before-" + i).expect(201));
                    List<Integer> statuses = AtOnce.run(30, i -> madeAtLast(kind, app, "n-" + i)).stream()
                            .map(Answer::status)
                            .toList();

                    assertThat(statuses).containsOnly(201, 409);
                    assertThat(kind.of(account.api())).hasSize(kind.share);
                    kind.make(app, "more").refuses(409, "limit_reached");

                    kind.make(account.api(), "of-a-key").expect(201);
                    ApiClient other = connected(kind.scope);
                    kind.make(other, "of-another-app").expect(201);
                    kind.make(app, "still-more").refuses(409, "limit_reached");
                }));
    }

    @TestFactory
    Stream<DynamicTest> whatIsRemovedMakesRoomForItsMakerAlone() {
        return KINDS.stream()
                .map(kind -> DynamicTest.dynamicTest(kind.list, () -> {
                    ApiClient app = connected(kind.scope);
                    IntStream.range(0, kind.share)
                            .forEach(i -> kind.make(app, "n-" + i).expect(201));
                    List<String> ofApp = kind.of(app);
                    kind.make(account.api(), "of-a-key").expect(201);
                    String ofKey = kind.of(account.api()).stream()
                            .filter(id -> !ofApp.contains(id))
                            .findFirst()
                            .orElseThrow();

                    account.api().delete(kind.path + "/" + ofKey).expect(200);
                    kind.make(app, "more").refuses(409, "limit_reached");

                    account.api().delete(kind.path + "/" + ofApp.getFirst()).expect(200);
                    kind.make(app, "more").expect(201);
                    kind.make(app, "still-more").refuses(409, "limit_reached");
                }));
    }

    @Test
    void anAppThatIsConnectedAgainHasItsEndpointsShareAgain() {
        Kind kind = KINDS.getFirst();
        TestApp app = TestApp.open(service.newAccount(), kind.scope);
        ApiClient first = app.api(app.connect(account).access());
        IntStream.range(0, kind.share).forEach(i -> kind.make(first, "n-" + i).expect(201));
        ApiClient owner = account.dashboard();
        Object authorization = owner.get("/dashboard/api/connected-apps").at("authorizations.0.id");
        owner.delete("/dashboard/api/connected-apps/" + authorization).expect(200);
        assertThat(kind.of(account.api())).isEmpty();

        ApiClient again = app.api(app.connect(account).access());
        IntStream.range(0, kind.share).forEach(i -> kind.make(again, "n-" + i).expect(201));
        kind.make(again, "more").refuses(409, "limit_reached");
        IntStream.range(0, 20 - kind.share)
                .forEach(i -> kind.make(account.api(), "k-" + i).expect(201));
        kind.make(account.api(), "one-too-many").refuses(409, "limit_reached");
    }

    @Test
    void whatAnAppMadeOutlivesItAndStaysItsOwn() {
        Kind kind = KINDS.get(1);
        TestApp app = TestApp.open(service.newAccount(), kind.scope);
        ApiClient first = app.api(app.connect(account).access());
        IntStream.range(0, kind.share).forEach(i -> kind.make(first, "n-" + i).expect(201));
        ApiClient owner = account.dashboard();
        Object authorization = owner.get("/dashboard/api/connected-apps").at("authorizations.0.id");
        owner.delete("/dashboard/api/connected-apps/" + authorization).expect(200);

        ApiClient again = app.api(app.connect(account).access());
        kind.make(again, "more").refuses(409, "limit_reached");
        assertThat(again.post("/counters/n-0/increment").expect(200).at("counter.value"))
                .hasToString("2");
        again.send("PUT", "/counters/n-0", Json.write(Map.of("value", 7))).expect(200);
        again.delete("/counters/n-0").expect(200);
        kind.make(again, "more").expect(201);
    }

    @Test
    void whoMadeAThingIsShownNowhere() {
        ApiClient app = connected(Scope.COUNTERS_MANAGE);
        assertThat(app.send("PUT", "/counters/a", Json.write(Map.of("value", 1)))
                        .expect(201)
                        .text())
                .doesNotContain("made_by");
        assertThat(Objects.requireNonNull(account.rows("COUNTER#").getFirst().find(Attribute.text("made_by_app"))))
                .hasSize(8);
    }

    private ApiClient connected(Scope scope) {
        TestApp app = TestApp.open(service.newAccount(), scope);
        return app.api(app.connect(account).access());
    }

    /// The answer to a creation that is sent again as long as others come before it.
    private static Answer madeAtLast(Kind kind, ApiClient client, String name) {
        Answer answer = kind.make(client, name);
        while (answer.status() == 503) {
            answer = kind.make(client, name);
        }
        return answer;
    }
}
