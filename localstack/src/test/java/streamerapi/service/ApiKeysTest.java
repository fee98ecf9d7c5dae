package streamerapi.service;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import streamerapi.shared.auth.Scope;
import streamerapi.shared.json.Json;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Write;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import static org.assertj.core.api.Assertions.assertThat;

/// API keys, as the streamer makes, changes, rotates and revokes them (spec "Authentication", 2 and 3).
@NullMarked
class ApiKeysTest {

    private static final String KEYS = "/dashboard/api/api-keys";

    private final Service service = Service.shared();
    private final Account account = service.newAccount();
    private final ApiClient owner = account.dashboard();

    @Test
    void aNewKeyWorksAtOnceWithItsScopesAlone() {
        Answer created = create("Deck", Scope.TTS_READ);

        assertThat(created.at("key.name")).isEqualTo("Deck");
        assertThat(created.at("key.scopes")).isEqualTo(List.of("tts:read"));
        assertThat(created.at("key.last_used_at")).isNull();
        ApiClient api = api(created);
        assertThat(api.get("/me").expect(200).at("key.id")).isEqualTo(created.at("key.id"));
        api.get("/tts/queue").expect(200);
        api.post("/tts/pause").refuses(403, "missing_scope");
    }

    @Test
    void aKeyIsListedWithoutItsSecret() {
        Answer created = create("Deck", Scope.TTS_READ);
        Answer list = owner.get(KEYS).expect(200);

        assertThat(list.each("keys", "name")).containsExactly("First key", "Deck");
        assertThat(list.at("keys.1")).isEqualTo(created.at("key"));
        assertThat(list.text()).doesNotContain("sak_");
        assertThat(account.rows(Keys.API_KEY).toString()).doesNotContain("sak_");
    }

    @Test
    void aKeyWithoutAnyScopeReachesWhatEveryCredentialDoes() {
        ApiClient api = api(create("Nothing"));
        api.get("/me").expect(200);
        api.get("/tts/queue").refuses(403, "missing_scope");
    }

    @Test
    void aKeysUseIsKnownToTheHour() {
        Answer created = create("Deck", Scope.TTS_READ);
        api(created).get("/tts/queue").expect(200);
        Object first = Objects.requireNonNull(owner.get(KEYS).expect(200).at("keys.1.last_used_at"));
        api(created).get("/tts/queue").expect(200);
        assertThat(owner.get(KEYS).expect(200).at("keys.1.last_used_at")).isEqualTo(first);
        assertThat(owner.get(KEYS).expect(200).at("keys.0.last_used_at")).isNull();
    }

    @Test
    void otherScopesHoldFromTheNextRequestOn() {
        Answer created = create("Deck", Scope.TTS_READ);
        ApiClient api = api(created);
        api.get("/tts/queue").expect(200);
        owner.patch(key(created), Map.of("scopes", List.of("tts:control", "tts:control")))
                .expect(200);

        api.get("/tts/queue").refuses(403, "missing_scope");
        api.post("/tts/pause").expect(200);
        Answer list = owner.get(KEYS).expect(200);
        assertThat(list.at("keys.1.scopes")).isEqualTo(List.of("tts:control"));
        assertThat(list.at("keys.1.name")).isEqualTo("Deck");
    }

    @Test
    void anotherNameIsTheOneThatEventsCarry() {
        Answer created = create("Deck", Scope.TTS_CONTROL);
        owner.patch(key(created), Map.of("name", "Stream deck")).expect(200);
        api(created).post("/tts/pause").expect(200);
        Map<String, ?> event = Json.asObject(Json.read(account.events().getLast()));
        assertThat(Json.asObject(event.get("actor"))).containsEntry("name", "Stream deck");
    }

    @Test
    void aRotatedKeyHasItsOldValueNoMore() {
        Answer created = create("Deck", Scope.TTS_READ);
        api(created).get("/tts/queue").expect(200);
        Answer rotated = owner.post(key(created) + "/rotate").expect(200);

        assertThat(rotated.at("secret")).isNotEqualTo(created.at("secret"));
        assertThat(rotated.at("key.id")).isEqualTo(created.at("key.id"));
        assertThat(rotated.at("key.scopes")).isEqualTo(created.at("key.scopes"));
        assertThat(rotated.at("key.last_used_at")).isNotNull();
        api(created).get("/tts/queue").refuses(401, "invalid_api_key");
        api(rotated).get("/tts/queue").expect(200);
        assertThat(owner.get(KEYS).expect(200).each("keys", "id")).hasSize(2);
    }

    @Test
    void aRevokedKeyIsGoneAtOnce() {
        Answer created = create("Deck", Scope.TTS_READ);
        api(created).get("/tts/queue").expect(200);
        owner.delete(key(created)).expect(200);

        api(created).get("/tts/queue").refuses(401, "invalid_api_key");
        owner.delete(key(created)).refuses(404, "not_found");
        owner.patch(key(created), Map.of("name", "x")).refuses(404, "not_found");
        owner.post(key(created) + "/rotate").refuses(404, "not_found");
        assertThat(owner.get(KEYS).expect(200).each("keys", "name")).containsExactly("First key");
    }

    @Test
    void aKeyThatIsRotatedRevokedOrNarrowedLosesItsSockets() {
        Answer revoked = create("Revoked", Scope.TTS_READ);
        Answer rotated = create("Rotated", Scope.TTS_READ);
        Answer narrowed = create("Narrowed", Scope.TTS_READ, Scope.MEDIA_READ);
        Answer renamed = create("Renamed", Scope.TTS_READ);
        try (TestSocket first = socket(revoked);
                TestSocket second = socket(rotated);
                TestSocket third = socket(narrowed);
                TestSocket fourth = socket(renamed)) {
            owner.delete(key(revoked)).expect(200);
            Answer next = owner.post(key(rotated) + "/rotate").expect(200);
            owner.patch(key(narrowed), Map.of("scopes", List.of("tts:read"))).expect(200);
            owner.patch(key(renamed), Map.of("name", "x", "scopes", List.of("tts:read", "media:read")))
                    .expect(200);

            for (TestSocket socket : List.of(first, second, third)) {
                assertThat(Json.asObject(socket.next("error").get("data"))).containsEntry("code", "revoked");
            }
            account.api().post("/tts/pause").expect(200);
            fourth.next("queue.tts.paused");
            socket(next).close();
        }
    }

    @Test
    void anAnswerThatShowsASecretIsKeptSoThatNobodyElseReadsIt() {
        ApiClient once = owner.with("Idempotency-Key", "one");
        Map<String, Object> wanted = Map.of("name", "Deck", "scopes", List.of("tts:read"));
        Answer first = once.post(KEYS, wanted).expect(201);
        Answer again = once.post(KEYS, wanted).expect(201);

        assertThat(first.header("Cache-Control")).isEqualTo("no-store");
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(again.header("Cache-Control")).isEqualTo("no-store");
        assertThat(again.json()).isEqualTo(first.json());
        assertThat(account.rows("IDEMPOTENCY#"))
                .singleElement()
                .satisfies(row -> assertThat(row.toString()).doesNotContain("sak_", "Deck"));
        assertThat(owner.get(KEYS).expect(200).each("keys", "name")).containsExactly("First key", "Deck");
        account.dashboard().with("Idempotency-Key", "one").post(KEYS, wanted).expect(201);
        assertThat(account.rows("IDEMPOTENCY#")).as("another session's key").hasSize(2);
    }

    @Test
    void aKeyOfAnotherAccountIsNotThere() {
        Answer theirs = service.newAccount()
                .dashboard()
                .post(KEYS, Map.of("name", "Theirs", "scopes", List.of("tts:read")))
                .expect(201);
        owner.delete(key(theirs)).refuses(404, "not_found");
        owner.post(key(theirs) + "/rotate").refuses(404, "not_found");
        api(theirs).get("/tts/queue").expect(200);
    }

    @Test
    void ofManyRotationsAtOnceTheLastSecretIsTheOneThatWorks() {
        Answer created = create("Deck", Scope.TTS_READ);
        List<Answer> rotated =
                AtOnce.run(5, i -> owner.post(key(created) + "/rotate").expect(200));
        long working = rotated.stream()
                .filter(answer -> api(answer).get("/tts/queue").status() == 200)
                .count();
        assertThat(working).isEqualTo(1);
        assertThat(account.rows(Keys.API_KEY)).hasSize(2);
    }

    @Test
    void aChangeBesideARotationIsNotLost() {
        Answer created = create("Deck", Scope.TTS_READ);
        List<Answer> answers = AtOnce.run(
                2,
                i -> (i == 0
                                ? owner.post(key(created) + "/rotate")
                                : owner.patch(key(created), Map.of("scopes", List.of("tts:control"))))
                        .expect(200));
        api(answers.getFirst()).post("/tts/pause").expect(200);
        api(answers.getFirst()).get("/tts/queue").refuses(403, "missing_scope");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {}                                                | name
                    {"name": " ", "scopes": []}                       | name
                    {"name": "x"}                                     | scopes
                    {"name": "x", "scopes": "tts:read"}               | scopes
                    {"name": "x", "scopes": ["tts:read", "tts:all"]}  | scopes
                    {"name": "x", "scopes": ["*"]}                    | scopes
                    """)
    void whatIsNoKeyIsRefused(String body, String field) {
        Answer refused =
                owner.send("POST", KEYS, body.getBytes(StandardCharsets.UTF_8)).refuses(400, "bad_request");
        assertThat(refused.at("field")).isEqualTo(field);
        owner.post(KEYS, Map.of("name", "x".repeat(65), "scopes", List.of())).refuses(400, "bad_request");
    }

    @Test
    void anAccountHasAtMostOneHundredKeys() {
        account.table()
                .write(List.of(Write.update(Keys.allotment(account.tenantId(), "api_keys"))
                        .add(Attribute.whole("taken"), 98)));
        Answer last = create("Last", Scope.TTS_READ);
        owner.post(KEYS, Map.of("name", "One too many", "scopes", List.of())).refuses(409, "limit_reached");
        owner.delete(key(last)).expect(200);
        create("Instead", Scope.TTS_READ);
    }

    private Answer create(String name, Scope... scopes) {
        List<String> labels = List.of(scopes).stream().map(Scope::label).toList();
        return owner.post(KEYS, Map.of("name", name, "scopes", labels)).expect(201);
    }

    private ApiClient api(Answer issued) {
        return new ApiClient(service.stack().authUrl(), String.valueOf(issued.at("secret")));
    }

    private TestSocket socket(Answer issued) {
        TestSocket socket = TestSocket.signIn(service, String.valueOf(issued.at("secret")));
        socket.next("ready");
        return socket;
    }

    private static String key(Answer issued) {
        return KEYS + "/" + issued.at("key.id");
    }
}
